import type { Confidence } from './finding.js';

/** What a request's URL and method are in the loaded catalogs. Operation ids are `METHOD path` in the docs' form. */
export type Match =
  | { readonly kind: 'matched'; readonly provider: string; readonly operation: string; readonly confidence: Confidence; readonly why: string }
  | { readonly kind: 'ambiguous'; readonly provider: string; readonly operations: readonly string[]; readonly confidence: Confidence; readonly why: string }
  | { readonly kind: 'unmatched'; readonly reason: UnmatchedReason; readonly provider?: string; readonly nearest?: string }
  | { readonly kind: 'foreign' };

export type UnmatchedReason = 'unknown-path' | 'unknown-method' | 'method-not-documented' | 'unresolved-url';
