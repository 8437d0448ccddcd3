import type { Report } from '../model/report.js';
import type { Progress, ScanOptions } from '../session.js';

export type { Progress, ScanOptions };

export interface ScanResult {
  readonly report: Report;
  readonly sources: (file: string) => string | undefined;
}

/** What the commands need of the analyzer. */
export interface Engine {
  scan(options: ScanOptions, progress?: Progress): ScanResult;
}
