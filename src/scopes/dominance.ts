import type { Clause } from './clause.js';
import { onlyProviders } from './problem.js';
import type { Problem } from './problem.js';

/** Clauses by the scopes that occur in them. */
type Occurrences = ReadonlyMap<number, readonly Clause[]>;

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
  const serving = new Map([...held].map(([scope, gain]) => [scope, touched(gain, needsOf)]));
  const rivals = scopesByNeed(serving);

  const isDominated = (scope: number, gain: ReadonlySet<number>): boolean => {
    const needs = serving.get(scope) ?? new Set();
    const [first] = needs;
    if (!first) return false;
    const own = new Set([...gain].filter((one) => only.get(one) === scope));
    const spares = [...touched(gain, surplusOf)].some((anyOf) => isOwn(anyOf, gain, own));
    return (rivals.get(first) ?? []).some((rival) => {
      const other = held.get(rival);
      if (!other || rival === scope || (rival > scope && !spares)) return false;
      return isMatched(needs, gain, other) && isMatched(touched(other, surplusOf), other, gain);
    });
  };
  return new Set([...held].filter(([scope, gain]) => isDominated(scope, gain)).map(([scope]) => scope));
}

function occurrences(clauses: readonly Clause[]): Occurrences {
  const found = new Map<number, Clause[]>();
  for (const clause of clauses) {
    for (const scope of new Set(clause.flat())) {
      const known = found.get(scope);
      if (known) known.push(clause);
      else found.set(scope, [clause]);
    }
  }
  return found;
}

const touched = (gain: Iterable<number>, clausesOf: Occurrences): Set<Clause> =>
  new Set([...gain].flatMap((scope) => clausesOf.get(scope) ?? []));

function scopesByNeed(serving: ReadonlyMap<number, ReadonlySet<Clause>>): Map<Clause, number[]> {
  const found = new Map<Clause, number[]>();
  for (const [scope, needs] of serving) {
    for (const need of needs) found.set(need, [...(found.get(need) ?? []), scope]);
  }
  return found;
}

/** Whether `other` does for each clause at least what `held` does, whatever else is chosen. */
function isMatched(clauses: Iterable<Clause>, held: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  for (const anyOf of clauses) {
    for (const allOf of anyOf) {
      if (!allOf.some((scope) => held.has(scope))) continue;
      const rest = new Set(allOf.filter((scope) => !held.has(scope)));
      const isMet = anyOf.some((set) => set.every((scope) => other.has(scope) || rest.has(scope)));
      if (!isMet) return false;
    }
  }
  return true;
}

/** Excess that a scope causes by itself and that nothing else can cause. */
function isOwn(anyOf: Clause, held: ReadonlySet<number>, own: ReadonlySet<number>): boolean {
  return (
    anyOf.some((allOf) => allOf.every((scope) => held.has(scope))) &&
    anyOf.every((allOf) => allOf.some((scope) => own.has(scope)))
  );
}
