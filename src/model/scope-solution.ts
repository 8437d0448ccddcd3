import type { ScopeName } from './catalog.js';

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
