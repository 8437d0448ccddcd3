import { weakestSets } from './antichain.js';

/** Any of these sets, all scopes of one; scopes by number. `[]` can't be satisfied, a clause with an empty set is. */
export type Clause = readonly (readonly number[])[];

/** What each scope number authorizes, itself included. */
export type Closures = readonly (readonly number[])[];

export const isSatisfied = (anyOf: Clause): boolean => anyOf.some((allOf) => allOf.length === 0);

/** Equal for equal clauses in minimal form. */
export const keyOf = (anyOf: Clause): string => anyOf.map((allOf) => allOf.join('+')).join();

/** Sorted, without repetitions, without a set that includes (by implication) another. */
export function minimalClause(anyOf: Clause, closures: Closures): Clause {
  const sorted = anyOf.map((allOf) => [...allOf].sort((a, b) => a - b)).sort(compareSets);
  return weakestSets(sorted, (allOf) => closeOver(allOf, closures));
}

/** All that a set of scopes authorizes. */
export function closeOver(scopes: readonly number[], closures: Closures): Set<number> {
  const all = new Set<number>();
  for (const scope of scopes) for (const implied of closures[scope] ?? [scope]) all.add(implied);
  return all;
}

function compareSets(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) return a.length - b.length;
  const at = a.findIndex((scope, i) => scope !== b[i]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
