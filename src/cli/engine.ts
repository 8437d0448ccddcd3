import type { Facts } from '../model/analysis.js';
import type { Finding } from '../model/finding.js';
import type { Report } from '../model/report.js';
import type { Progress, ScanOptions } from '../session.js';

export type { Progress, ScanOptions };

export interface ScanResult {
  readonly report: Report;
  /** What the report was made from. */
  readonly analysis?: Facts & { readonly findings: readonly Finding[] };
  readonly sources: (file: string) => string | undefined;
}

/** What the commands need of the analyzer. */
export interface Engine {
  scan(options: ScanOptions, progress?: Progress): ScanResult;
  /** Absolute folders whose files the result depends on. */
  folders?(options: ScanOptions): readonly string[];
}
