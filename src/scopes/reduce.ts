import { closeOver, isSatisfied, keyOf, minimalClause } from './clause.js';
import type { Clause } from './clause.js';
import { dominatedScopes } from './dominance.js';
import { onlyProviders } from './problem.js';
import type { Problem, Surplus } from './problem.js';

/** Chooses scopes: the excess they cause is spent, what they authorize leaves every clause, satisfied needs go. */
export function take(problem: Problem, chosen: readonly number[]): Problem {
  const held = new Set(chosen.flatMap((scope) => problem.closures[scope] ?? []));
  const strip = (anyOf: Clause): Clause =>
    anyOf.some((allOf) => allOf.some((scope) => held.has(scope)))
      ? minimalClause(
          anyOf.map((allOf) => allOf.filter((scope) => !held.has(scope))),
          problem.closures,
        )
      : anyOf;
  const spent = { ...problem.spent };
  const surplus: Surplus[] = [];
  for (const item of problem.surplus) {
    const anyOf = strip(item.anyOf);
    if (isSatisfied(anyOf)) {
      spent.writes += item.writes;
      spent.reads += item.reads;
    } else surplus.push({ ...item, anyOf });
  }
  const gains = new Map<number, readonly number[]>();
  for (const [scope, gain] of problem.gains) {
    if (!held.has(scope))
      gains.set(
        scope,
        gain.filter((one) => !held.has(one)),
      );
  }
  const needs = problem.needs.map(strip).filter((anyOf) => !isSatisfied(anyOf));
  return { ...problem, gains, needs, surplus, taken: [...problem.taken, ...chosen], spent };
}

/** Applies every reduction until none helps. The optimum stays the same, among equals too. */
export function reduce(start: Problem): Problem {
  let problem = start;
  for (;;) {
    const size = problem.gains.size + problem.needs.length;
    problem = tidy(problem);
    const forced = forcedScopes(problem);
    problem = take(problem, forced);
    const dominated = forced.length > 0 ? new Set<number>() : dominatedScopes(problem);
    problem = { ...problem, gains: new Map([...problem.gains].filter(([scope]) => !dominated.has(scope))) };
    if (problem.gains.size + problem.needs.length === size) return problem;
  }
}

/** Keeps what can matter: scopes that serve a need, clauses that the remaining scopes can satisfy, each clause once. */
function tidy(problem: Problem): Problem {
  const wanted = new Set(problem.needs.flat(2));
  const useful = [...problem.gains].filter(([, gain]) => gain.some((scope) => wanted.has(scope)));
  const reachable = new Set(useful.flatMap(([, gain]) => gain));
  const possible = (anyOf: Clause): Clause =>
    anyOf.filter((allOf) => allOf.every((scope) => reachable.has(scope)));
  const surplus = mergeSurplus(problem.surplus.map((item) => ({ ...item, anyOf: possible(item.anyOf) })));
  const needs = withoutEntailed(problem.needs.map(possible), problem);
  const relevant = new Set([...needs.flat(2), ...surplus.flatMap((item) => item.anyOf.flat())]);
  const gains = new Map(useful.map(([scope, gain]) => [scope, gain.filter((one) => relevant.has(one))]));
  return { ...problem, gains, needs, surplus };
}

function mergeSurplus(surplus: readonly Surplus[]): Surplus[] {
  const merged = new Map<string, Surplus>();
  for (const item of surplus) {
    if (item.anyOf.length === 0) continue;
    const key = keyOf(item.anyOf);
    const { writes, reads } = merged.get(key) ?? { writes: 0, reads: 0 };
    merged.set(key, { anyOf: item.anyOf, writes: item.writes + writes, reads: item.reads + reads });
  }
  return [...merged.values()];
}

/** Drops a need that is met whenever another is met. */
function withoutEntailed(needs: readonly Clause[], { closures }: Problem): Clause[] {
  const distinct = [...new Map(needs.map((anyOf) => [keyOf(anyOf), anyOf])).values()];
  const closed = distinct.map((anyOf) => anyOf.map((allOf) => closeOver(allOf, closures)));
  const entails = (strong: number, weak: number): boolean =>
    (closed[strong] ?? []).every((held) =>
      distinct[weak]?.some((allOf) => allOf.every((scope) => held.has(scope))),
    );
  const byScope = new Map<number, Set<number>>();
  distinct.forEach((anyOf, need) => {
    for (const scope of anyOf.flat()) byScope.set(scope, (byScope.get(scope) ?? new Set()).add(need));
  });
  const dropped = new Set<number>();
  distinct.forEach((_, strong) => {
    // What is entailed has a scope in every way to meet the stronger need; one way is enough to find it.
    const [held] = closed[strong] ?? [];
    for (const weak of new Set([...(held ?? [])].flatMap((scope) => [...(byScope.get(scope) ?? [])]))) {
      if (weak !== strong && entails(strong, weak) && (strong < weak || !entails(weak, strong)))
        dropped.add(weak);
    }
  });
  return distinct.filter((_, need) => !dropped.has(need));
}

/** Scopes without which some need can't be met. */
function forcedScopes(problem: Problem): number[] {
  const only = onlyProviders(problem);
  const forced = new Set<number>();
  for (const anyOf of problem.needs) {
    const [first, ...rest] = anyOf.map((allOf) => new Set(allOf.map((one) => only.get(one))));
    for (const scope of first ?? [])
      if (scope !== undefined && rest.every((set) => set.has(scope))) forced.add(scope);
  }
  return [...forced];
}
