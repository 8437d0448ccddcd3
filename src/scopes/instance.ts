import type { Clause } from './clause.js';
import type { Problem, Surplus } from './problem.js';
import { listWays } from './ways.js';
import type { Way } from './ways.js';

/** Indexes of one of the instance's own lists. */
export type Indexes = readonly number[];

/** Things that must all be provided to satisfy a clause. */
export interface AllOf {
  readonly things: Indexes;
  readonly clause: number;
}

/** What scopes provide and what that satisfies, by index. A *thing* is a scope that an operation asks for. */
export interface Layout {
  /** The problem's number of each choosable scope, ascending. */
  readonly scopes: readonly number[];
  /** For each choosable scope the things that it provides, and for each thing the scopes that do. */
  readonly gains: readonly Indexes[];
  readonly providers: readonly Indexes[];
  /** All sets of all clauses: the needs come first, then the surplus. */
  readonly sets: readonly AllOf[];
  readonly setsOf: readonly Indexes[];
  readonly needs: number;
  readonly clauses: number;
}

/**
 * A problem laid out for the search. Its cost items are the surplus clauses, then one for each scope, weighed so
 * that one sum tells excess writes, excess reads and the number of scopes, in that order of importance.
 */
export interface Instance extends Layout {
  readonly weights: readonly number[];
  /** For each need the ways to meet it. */
  readonly ways: readonly (readonly Way[])[];
  /** For each scope the cost items that it causes by itself. */
  readonly causes: readonly Indexes[];
  readonly unit: { readonly write: number; readonly read: number };
}

/** Lays out a reduced problem. Weights are exact while writes x reads x scopes stay under 2^53. */
export function layOut(problem: Problem): Instance {
  // The bound spends the items with low numbers first: those that the fewest scopes can cause.
  const surplus = [...problem.surplus].sort((a, b) => a.anyOf.length - b.anyOf.length);
  const layout = number(problem, surplus);
  const read = layout.scopes.length + 1;
  const write = read * (1 + surplus.reduce((sum, item) => sum + item.reads, 0));
  const weights = [
    ...surplus.map((item) => item.writes * write + item.reads * read),
    ...layout.scopes.map(() => 1),
  ];
  const itemsCausedBy = itemFinder(layout);
  const causes = layout.scopes.map((_, scope) => itemsCausedBy([scope]));
  return { ...layout, weights, causes, ways: listWays(layout, causes, itemsCausedBy), unit: { write, read } };
}

function number(problem: Problem, surplus: readonly Surplus[]): Layout {
  const scopes = [...problem.gains.keys()].sort((a, b) => a - b);
  const thingOf = new Map([...new Set([...problem.gains.values()].flat())].map((scope, i) => [scope, i]));
  const toThings = (numbers: readonly number[]) => numbers.map((scope) => thingOf.get(scope) ?? -1);
  const gains = scopes.map((scope) => toThings(problem.gains.get(scope) ?? []));
  const clauses: readonly Clause[] = [...problem.needs, ...surplus.map((item) => item.anyOf)];
  const sets = clauses.flatMap((anyOf, clause) =>
    anyOf.map((allOf) => ({ things: toThings(allOf), clause })),
  );
  return {
    scopes,
    gains,
    providers: invert(gains, thingOf.size),
    sets,
    setsOf: invert(
      sets.map((set) => set.things),
      thingOf.size,
    ),
    needs: problem.needs.length,
    clauses: clauses.length,
  };
}

/** Returns the cost items, ascending, of holding some scopes and nothing else. */
function itemFinder(layout: Layout): (scopes: Indexes) => Indexes {
  const counts = new Int32Array(layout.sets.length);
  return (scopes) => {
    const things = new Set(scopes.flatMap((scope) => layout.gains[scope] ?? []));
    const items = new Set<number>();
    for (const thing of things) {
      for (const index of layout.setsOf[thing] ?? []) {
        const set = layout.sets[index];
        const count = (counts[index] ?? 0) + 1;
        counts[index] = count;
        if (set && set.clause >= layout.needs && count === set.things.length)
          items.add(set.clause - layout.needs);
      }
    }
    for (const thing of things) for (const index of layout.setsOf[thing] ?? []) counts[index] = 0;
    const own = scopes.map((scope) => layout.clauses - layout.needs + scope);
    return [...new Int32Array([...items, ...own]).sort()];
  };
}

/** From lists of indexes to the lists that hold each index. */
function invert(lists: readonly Indexes[], size: number): Indexes[] {
  const found: number[][] = Array.from({ length: size }, () => []);
  lists.forEach((list, i) => list.forEach((one) => found[one]?.push(i)));
  return found;
}
