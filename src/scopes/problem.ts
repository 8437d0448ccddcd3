import type { Clause, Closures } from './clause.js';
import { compareNames } from './requirement.js';
import type { Alternatives } from './requirement.js';
import { isGuarded } from './routes.js';
import type { Route, Routes } from './routes.js';
import type { ScopeName } from '../model/catalog.js';

/** Undemanded routes that the same scopes would authorize: what choosing those scopes costs. */
export interface Surplus {
  readonly anyOf: Clause;
  readonly writes: number;
  readonly reads: number;
}

/**
 * A least-scope problem in numbers. Scopes are numbered in alphabetical order, so comparing numbers compares names.
 * The steps of reduction turn one problem into a smaller one with the same optimum.
 */
export interface Problem {
  /** For each scope that may still be chosen, what it would add: itself and what it implies, where either matters. */
  readonly gains: ReadonlyMap<number, readonly number[]>;
  /** What each scope authorizes, chosen, choosable or neither. */
  readonly closures: Closures;
  readonly needs: readonly Clause[];
  readonly surplus: readonly Surplus[];
  /** Scopes that have been chosen on the way here, and the excess that is certain. */
  readonly taken: readonly number[];
  readonly spent: { readonly writes: number; readonly reads: number };
}

/** A catalog's routes in the numbers that a problem is made of. */
export interface Numbering {
  /** Scope names in alphabetical order: those that the catalog lists and those that only an operation names. */
  readonly names: readonly ScopeName[];
  readonly number: ReadonlyMap<ScopeName, number>;
  /** For each scope number what it authorizes, itself included. */
  readonly closures: Closures;
  /** The distinct demands of guarded routes. */
  readonly clauses: readonly { readonly anyOf: Clause; readonly writes: number; readonly reads: number }[];
  readonly clauseOf: ReadonlyMap<Route, number>;
}

/** Numbers a catalog's scopes and groups its guarded routes by what they need: thousands of routes are hundreds of clauses. */
export function numberRoutes(routes: Routes, listed: Iterable<ScopeName>): Numbering {
  const guarded = routes.all.filter(isGuarded);
  const named = new Set([...listed, ...guarded.flatMap((route) => route.anyOf.flat())]);
  for (const name of named) for (const implied of routes.implications.of(name)) named.add(implied);
  const names = [...named].sort(compareNames);
  const number = new Map(names.map((name, i) => [name, i]));
  const toNumbers = (set: Iterable<ScopeName>) => [...set].map((name) => number.get(name) ?? -1);
  const groups = new Map<string, { index: number; anyOf: Alternatives; writes: number; reads: number }>();
  const clauseOf = new Map<Route, number>();
  for (const route of guarded) {
    const key = JSON.stringify(route.anyOf);
    const group = groups.get(key) ?? { index: groups.size, anyOf: route.anyOf, writes: 0, reads: 0 };
    groups.set(key, group);
    group[route.write ? 'writes' : 'reads'] += 1;
    clauseOf.set(route, group.index);
  }
  return {
    names,
    number,
    closures: names.map((name) => toNumbers(routes.implications.of(name))),
    clauses: [...groups.values()].map(({ anyOf, writes, reads }) => ({
      anyOf: anyOf.map(toNumbers),
      writes,
      reads,
    })),
    clauseOf,
  };
}

/** The problem of authorizing the demanded routes, before anything is chosen. */
export function stateProblem(numbering: Numbering, demanded: Iterable<Route>): Problem {
  const needed = new Set<number>();
  const writes = numbering.clauses.map((clause) => clause.writes);
  const reads = numbering.clauses.map((clause) => clause.reads);
  for (const route of demanded) {
    const clause = numbering.clauseOf.get(route);
    if (clause === undefined) continue;
    needed.add(clause);
    const counts = route.write ? writes : reads;
    counts[clause] = (counts[clause] ?? 0) - 1;
  }
  const surplus = numbering.clauses
    .map(({ anyOf }, i) => ({ anyOf, writes: writes[i] ?? 0, reads: reads[i] ?? 0 }))
    .filter((clause) => clause.writes + clause.reads > 0);
  return {
    gains: new Map(numbering.closures.map((closure, scope) => [scope, closure])),
    closures: numbering.closures,
    needs: [...needed].sort((a, b) => a - b).map((clause) => numbering.clauses[clause]?.anyOf ?? []),
    surplus,
    taken: [],
    spent: { writes: 0, reads: 0 },
  };
}

/** For each scope in a gain the one choosable scope that provides it, undefined where there are several. */
export function onlyProviders(problem: Problem): Map<number, number | undefined> {
  const only = new Map<number, number | undefined>();
  for (const [scope, gain] of problem.gains) {
    for (const one of gain) only.set(one, only.has(one) ? undefined : scope);
  }
  return only;
}
