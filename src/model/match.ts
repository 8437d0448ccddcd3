import type { Confidence } from './finding.js';
import type { HttpMethod } from './http-method.js';

/**
 * What a request's URL and method are in the loaded catalogs: one match for each distinct operation, or for each
 * reason why there is none. Operation ids are `METHOD path` in the docs' form.
 */
export type Match =
  | {
      readonly kind: 'matched';
      readonly provider: string;
      readonly operation: string;
      readonly methods: readonly HttpMethod[];
      readonly confidence: Confidence;
      readonly why: string;
      readonly evidence: MatchEvidence;
    }
  | {
      readonly kind: 'ambiguous';
      readonly provider: string;
      /** Sorted; one alone where the path is known and the method isn't. */
      readonly operations: readonly string[];
      readonly methods: readonly HttpMethod[] | 'unknown';
      /** Set when the code doesn't say the method. */
      readonly reason?: 'unknown-method';
      readonly confidence: Confidence;
      readonly why: string;
      readonly evidence: MatchEvidence;
    }
  | {
      readonly kind: 'unmatched';
      readonly reason: UnmatchedReason;
      readonly methods: readonly HttpMethod[] | 'unknown';
      /** Whose host or path shape it is, where something says so. */
      readonly provider?: string;
      /** The documented operation that is nearest to the request. */
      readonly nearest?: string;
      /** Where some of the path is known: the operations that an unresolved one could be, sorted. */
      readonly possible?: readonly string[];
      /** Whose the host is, as in `MatchEvidence`. */
      readonly host?: MatchEvidence['host'];
      /** How sure it is that the request goes to `provider`; `low` without one. */
      readonly confidence: Confidence;
      readonly why: string;
    }
  | { readonly kind: 'foreign'; readonly methods: readonly HttpMethod[] | 'unknown'; readonly why: string };

export type UnmatchedReason = 'unknown-path' | 'unknown-method' | 'method-not-documented' | 'unresolved-url';

/** What a match rests on. */
export interface MatchEvidence {
  /** How the URL writes the operation's path. */
  readonly form: MatchForm;
  /** Whose the host is: surely the provider's, unknown, not in the URL, or a literal one that no catalog knows. */
  readonly host: 'known' | 'open' | 'none' | 'unlisted';
  /** An unknown part of the URL was taken for text of the docs' path, or for a query. */
  readonly guessed?: true;
}

/**
 * `full-path`: a known path from the host's root. `docs-path`: the docs' relative path. `module-prefix`: the docs'
 * path behind `/api/<module>`. `path-end`: the rest of a full path whose start is in an unknown base.
 */
export type MatchForm = 'full-path' | 'docs-path' | 'module-prefix' | 'path-end';
