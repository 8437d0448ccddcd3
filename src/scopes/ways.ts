import type { AllOf, Indexes, Layout } from './instance.js';

/** One way to meet a need: scopes that together provide one of its sets. */
export interface Way {
  readonly scopes: Indexes;
  /** The set that it provides. */
  readonly set: number;
  /** False when the scopes are only a part that several ways share. */
  readonly complete: boolean;
  /** Cost items that the scopes cause by themselves; those that few needs can cause come first. */
  readonly items: Indexes;
}

type ItemsCausedBy = (layout: Layout, scopes: Indexes, extra: Indexes) => Indexes;

/** Combinations of providers that are listed for one set; beyond, only the providers of one of its things are. */
const mostCombinations = 64;

/** For each need all ways to meet it, without those that hold all of another's scopes. */
export function listWays(layout: Layout, itemsCausedBy: ItemsCausedBy): Way[][] {
  const ways: Way[][] = Array.from({ length: layout.needs }, () => []);
  layout.sets.forEach((set, index) => {
    for (const way of waysOfSet(layout, set)) {
      const items = itemsCausedBy(layout, way.scopes, way.complete ? [] : set.things);
      ways[set.clause]?.push({ ...way, set: index, items });
    }
  });
  return rareItemsFirst(ways.map(withoutSuperfluous));
}

function waysOfSet(layout: Layout, set: AllOf): Pick<Way, 'scopes' | 'complete'>[] {
  if (set.clause >= layout.needs) return [];
  const providers = set.things.map((thing) => layout.providers[thing] ?? []);
  const combinations = providers.reduce((product, list) => product * list.length, 1);
  if (combinations > mostCombinations) {
    const [fewest] = [...providers].sort((a, b) => a.length - b.length);
    return (fewest ?? []).map((scope) => ({ scopes: [scope], complete: set.things.length === 1 }));
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
  const holds = (a: Way, b: Way) => b.complete && b.scopes.every((scope) => a.scopes.includes(scope));
  return ways.filter((way, i) => !ways.some((other, j) => i !== j && holds(way, other) && (j < i || !holds(other, way))));
}

/** Sorts each way's items by how many needs can cause them: the bound spends what no other need wants first. */
function rareItemsFirst(ways: readonly (readonly Way[])[]): Way[][] {
  const wanted = new Map<number, number>();
  for (const list of ways) {
    for (const item of new Set(list.flatMap((way) => way.items))) wanted.set(item, (wanted.get(item) ?? 0) + 1);
  }
  const rarity = (a: number, b: number) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0) || a - b;
  return ways.map((list) => list.map((way) => ({ ...way, items: [...way.items].sort(rarity) })));
}
