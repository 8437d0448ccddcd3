import type { Confidence } from '../model/finding.js';
import type { Report } from '../model/report.js';

export interface ScanOptions {
  /** Absolute. */
  readonly cwd: string;
  readonly paths: readonly string[];
  readonly config?: string;
  readonly catalogs?: readonly string[];
  readonly cache: boolean;
  readonly cacheLocation?: string;
  readonly minConfidence: Confidence;
  /** Analyze what is staged, and report what that changes. */
  readonly staged?: boolean;
  /** Report only what has changed since this commit. */
  readonly since?: string;
}

export type Progress = (done: number, total: number, phase: string) => void;

export interface ScanResult {
  readonly report: Report;
  readonly sources: (file: string) => string | undefined;
}

/** What the commands need of the analyzer. */
export interface Engine {
  scan(options: ScanOptions, progress?: Progress): ScanResult;
}
