import type { DescribedGrant, ScopeName } from './catalog.js';

/** What the catalog says authorizes one operation: any of, all of. Scopes are the plain names of one provider. */
export interface Demand {
  readonly operation: string;
  /** Outer list any-of, inner list all-of; `[[]]` is public. */
  readonly anyOf: readonly (readonly ScopeName[])[];
}

/** A scope set, and what is known about it being the least. */
export interface ScopeSolution {
  /** Sorted. */
  readonly scopes: readonly ScopeName[];
  /** False when the budget ended before the optimum was proven. */
  readonly proven: boolean;
  /** For each chosen scope the demanded operations that would fail without it. */
  readonly because: Readonly<Record<ScopeName, readonly string[]>>;
  /** Operations that no scope can authorize. */
  readonly unsatisfied: readonly string[];
  readonly cost: { readonly excessWrites: number; readonly excessReads: number };
  /** When not proven: no set that authorizes the same can cost less than this. */
  readonly bound?: ScopeCost;
}

/** What a scope set costs, most important first: routes that it authorizes and nothing demands, and its size. */
export interface ScopeCost {
  readonly excessWrites: number;
  readonly excessReads: number;
  readonly scopes: number;
}

/** The scopes of one credential against what it was granted. All lists sorted. */
export interface GrantComparison {
  readonly least: ScopeSolution;
  /** The least addition to the grants that authorizes what they don't. */
  readonly missing: ScopeSolution;
  /** Granted and not in the least set. */
  readonly excess: readonly ScopeName[];
  /** Excess grants that calls depend on, wider than needed, and the scopes that would serve those calls instead. */
  readonly replaceable: readonly { readonly scope: ScopeName; readonly by: readonly ScopeName[] }[];
  /** Excess grants that calls depend on until the scopes are granted that are missing anyway. */
  readonly spareAfter: readonly { readonly scope: ScopeName; readonly by: readonly ScopeName[] }[];
}

/** A request that couldn't be pinned to one operation, under a key of the caller's. */
export interface UnresolvedRequest<Key> {
  readonly key: Key;
  /** Ids of every operation that it could be. */
  readonly operations: readonly string[];
}

/** Whether a credential needs a scope. */
export type ScopeVerdict<Key> =
  | { readonly scope: ScopeName; readonly kind: 'needed'; readonly by: readonly string[] }
  | { readonly scope: ScopeName; readonly kind: 'not-needed' }
  /** These unresolved requests could need it, and the least set doesn't cover all that they could be. */
  | { readonly scope: ScopeName; readonly kind: 'undecided'; readonly because: readonly Key[] };

/** A held scope whose description covers what the operation needs, though no assignment says so. */
export interface DescriptionOnlyGrant {
  /** The held scope that is described so. */
  readonly held: ScopeName;
  /** The scope that the operation needs by its assignment. */
  readonly needed: ScopeName;
  readonly grant: DescribedGrant;
}

/** What a group of calls (a file, a job) demands. */
export interface CallGroup {
  readonly label: string;
  readonly operations: readonly string[];
}

/** One credential of a proposed division. */
export interface SplitPart {
  readonly labels: readonly string[];
  readonly least: ScopeSolution;
  /** Excess that this part's calls are spared, against holding the scopes of the undivided credential. */
  readonly saves: { readonly excessWrites: number; readonly excessReads: number };
  /** Scopes of the undivided credential that this part does without. */
  readonly without: readonly ScopeName[];
}

export interface CredentialSplit {
  /** Calls that only read apart from the rest, or calls that need alike together. */
  readonly kind: 'readers-apart' | 'by-need';
  readonly parts: readonly SplitPart[];
  /** Sums over the parts. */
  readonly saves: { readonly excessWrites: number; readonly excessReads: number };
}
