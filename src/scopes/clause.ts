/** Any of these sets, all scopes of one; scopes by number. `[]` can't be satisfied, a clause with an empty set is. */
export type Clause = readonly (readonly number[])[];

/** What each scope number authorizes, itself included. */
export type Closures = readonly (readonly number[])[];

export const isSatisfied = (anyOf: Clause): boolean => anyOf.some((allOf) => allOf.length === 0);

/** Equal for equal clauses in minimal form. */
export const keyOf = (anyOf: Clause): string => anyOf.map((allOf) => allOf.join('+')).join();

/** Sorted, without repetitions, without a set that includes (by implication) another. */
export function minimalClause(anyOf: Clause, closures: Closures): Clause {
  if (anyOf.length === 1 && (anyOf[0]?.length ?? 0) < 2) return anyOf;
  const sorted = anyOf.map((allOf) => [...allOf].sort((a, b) => a - b));
  const sets = [...new Map(sorted.map((allOf) => [allOf.join('+'), allOf])).values()].sort(compareSets);
  const closed = sets.map((allOf) => closeOver(allOf, closures));
  const serves = (i: number, j: number) => sets[j]?.every((scope) => closed[i]?.has(scope)) ?? false;
  return sets.filter((_, i) => !sets.some((_, j) => i !== j && serves(i, j) && !(serves(j, i) && i < j)));
}

/** All that a set of scopes authorizes. */
export function closeOver(scopes: readonly number[], closures: Closures): Set<number> {
  return new Set(scopes.flatMap((scope) => closures[scope] ?? [scope]));
}

function compareSets(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) return a.length - b.length;
  const at = a.findIndex((scope, i) => scope !== b[i]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
