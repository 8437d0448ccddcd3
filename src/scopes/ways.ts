import { weakestSets } from './antichain.js';
import type { AllOf, Indexes, Layout } from './instance.js';

/** One way to meet a need: scopes that together provide one of its sets. */
export interface Way {
  readonly scopes: Indexes;
  /** The set that it provides. */
  readonly set: number;
  /** False when the scopes are only a part that several ways share. */
  readonly complete: boolean;
  /** Cost items that the scopes cause by themselves, ascending. */
  readonly items: Indexes;
}

/** Combinations of providers that are listed for one set; beyond, only the providers of one of its things are. */
const mostCombinations = 16;

/** For each need all ways to meet it, without those that hold all of another's scopes. `causes` are the items of each scope alone. */
export function listWays(
  layout: Layout,
  causes: readonly Indexes[],
  itemsCausedBy: (scopes: Indexes) => Indexes,
): Way[][] {
  const ways: Way[][] = Array.from({ length: layout.needs }, () => []);
  layout.sets.forEach((set, index) => {
    if (set.clause >= layout.needs) return;
    for (const way of waysOfSet(layout, set)) ways[set.clause]?.push({ ...way, set: index, items: [] });
  });
  return ways.map((list) =>
    withoutSuperfluous(list).map((way) => {
      const [scope = -1, ...more] = way.scopes;
      return { ...way, items: more.length === 0 ? (causes[scope] ?? []) : itemsCausedBy(way.scopes) };
    }),
  );
}

function waysOfSet(layout: Layout, set: AllOf): Pick<Way, 'scopes' | 'complete'>[] {
  const providers = set.things.map((thing) => layout.providers[thing] ?? []);
  const combinations = providers.reduce((product, list) => product * list.length, 1);
  if (combinations > mostCombinations) {
    const fewest = providers.reduce((a, b) => (b.length < a.length ? b : a));
    return fewest.map((scope) => ({ scopes: [scope], complete: set.things.length === 1 }));
  }
  let combined: Indexes[] = [[]];
  for (const list of providers) {
    combined = combined.flatMap((scopes) =>
      list.map((scope) => (scopes.includes(scope) ? scopes : [...scopes, scope])),
    );
  }
  return combined.map((scopes) => ({ scopes, complete: true }));
}

function withoutSuperfluous(ways: readonly Way[]): Way[] {
  const complete = ways.filter((way) => way.complete);
  const kept = new Set(
    weakestSets(
      complete.map((way) => way.scopes),
      (scopes) => new Set(scopes),
    ),
  );
  return ways.filter((way) => !way.complete || kept.has(way.scopes));
}
