import type { Facts } from '../model/analysis.js';
import type { Report } from '../model/report.js';
import type { Progress, ScanOptions } from '../session.js';

export type { Progress, ScanOptions };

export interface ScanResult {
  readonly report: Report;
  /** What the report was made from. */
  readonly analysis?: Facts;
  readonly sources: (file: string) => string | undefined;
}

/** What the commands need of the analyzer. */
export interface Engine {
  scan(options: ScanOptions, progress?: Progress): ScanResult;
}
