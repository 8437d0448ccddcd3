import type { Confidence } from '../model/finding.js';

export interface ScanOptions {
  /** Absolute. */
  readonly cwd: string;
  readonly paths: readonly string[];
  readonly config?: string;
  readonly catalogs?: readonly string[];
  readonly cache: boolean;
  /** Relative to `cwd`; by default `.leastscope/cache`. */
  readonly cacheLocation?: string;
  readonly minConfidence: Confidence;
  /** Analyze what is staged instead of the work tree, and report what that changes. */
  readonly staged?: boolean;
  /** Report only what has changed since this commit. */
  readonly since?: string;
  /** Analyze this commit instead of the work tree. */
  readonly commit?: string;
  /** Ask TypeScript's checker for receivers that the code doesn't show. */
  readonly types?: boolean;
  /** Requests say where their method and URL come from. */
  readonly trace?: boolean;
}

/** `done` of `total` files, and what is being done. */
export type Progress = (done: number, total: number, phase: string) => void;
