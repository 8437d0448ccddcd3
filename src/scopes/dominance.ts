import type { Clause } from './clause.js';
import { onlyProviders } from './problem.js';
import type { Problem } from './problem.js';

/** For each scope the sets of clauses that hold it. */
type Occurrences = ReadonlyMap<
  number,
  readonly { readonly anyOf: Clause; readonly allOf: readonly number[] }[]
>;

/**
 * Scopes that no optimum holds, because in every set that holds one another scope could take its place and make the
 * set better: it serves all the same needs, causes no excess that the first doesn't, and is either earlier by name
 * or spares some excess for certain.
 */
export function dominatedScopes(problem: Problem): Set<number> {
  const needsOf = occurrences(problem.needs);
  const surplusOf = occurrences(problem.surplus.map((item) => item.anyOf));
  const only = onlyProviders(problem);
  const held = new Map([...problem.gains].map(([scope, gain]) => [scope, new Set(gain)]));
  const rivals = scopesByNeed(held, needsOf);

  const isDominated = (scope: number, gain: ReadonlySet<number>): boolean =>
    fewestRivals(gain, needsOf, rivals).some((rival) => {
      const other = held.get(rival);
      if (!other || rival === scope) return false;
      if (!isMatched(needsOf, gain, other) || !isMatched(surplusOf, other, gain)) return false;
      return rival < scope || sparesExcess(surplusOf, scope, gain, only);
    });
  return new Set([...held].filter(([scope, gain]) => isDominated(scope, gain)).map(([scope]) => scope));
}

function occurrences(clauses: readonly Clause[]): Occurrences {
  const found = new Map<number, { anyOf: Clause; allOf: readonly number[] }[]>();
  for (const anyOf of clauses) {
    for (const allOf of anyOf) for (const scope of allOf) append(found, scope, { anyOf, allOf });
  }
  return found;
}

/** For each need the scopes that help to meet it. */
function scopesByNeed(
  held: ReadonlyMap<number, ReadonlySet<number>>,
  needsOf: Occurrences,
): Map<Clause, number[]> {
  const found = new Map<Clause, number[]>();
  for (const [scope, gain] of held) {
    const needs = new Set([...gain].flatMap((one) => needsOf.get(one) ?? []).map(({ anyOf }) => anyOf));
    for (const need of needs) append(found, need, scope);
  }
  return found;
}

/** Whoever takes a scope's place must help with all its needs: the need that the fewest scopes help with names them. */
function fewestRivals(
  gain: ReadonlySet<number>,
  needsOf: Occurrences,
  rivals: ReadonlyMap<Clause, readonly number[]>,
): readonly number[] {
  let fewest: readonly number[] | undefined;
  for (const one of gain) {
    for (const { anyOf } of needsOf.get(one) ?? []) {
      const helping = rivals.get(anyOf) ?? [];
      if (!fewest || helping.length < fewest.length) fewest = helping;
    }
  }
  return fewest ?? [];
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const known = lists.get(key);
  if (known) known.push(value);
  else lists.set(key, [value]);
}

/** Whether `other` does for each clause at least what `held` does, whatever else is chosen. */
function isMatched(clausesOf: Occurrences, held: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  for (const scope of held) {
    if (other.has(scope)) continue;
    for (const { anyOf, allOf } of clausesOf.get(scope) ?? []) {
      const rest = allOf.filter((one) => !held.has(one));
      if (!anyOf.some((set) => set.every((one) => other.has(one) || rest.includes(one)))) return false;
    }
  }
  return true;
}

/** Whether there is excess that a scope causes by itself and nothing else can cause. */
function sparesExcess(
  surplusOf: Occurrences,
  scope: number,
  gain: ReadonlySet<number>,
  only: ReadonlyMap<number, number | undefined>,
): boolean {
  for (const one of gain) {
    for (const { anyOf, allOf } of surplusOf.get(one) ?? []) {
      const isCaused = allOf.every((part) => gain.has(part));
      if (isCaused && anyOf.every((set) => set.some((part) => only.get(part) === scope))) return true;
    }
  }
  return false;
}
