import type { ScopeName } from '../model/catalog.js';
import type { CallGroup } from '../model/scope-solution.js';
import { closeOver } from './clause.js';
import type { Numbering } from './problem.js';
import type { ScopeIndex } from './scope-index.js';

/** A group of calls with the scopes that it needs by itself. */
export interface NeedingGroup extends CallGroup {
  readonly scopes: readonly ScopeName[];
}

interface Cluster {
  readonly groups: readonly NeedingGroup[];
  /** Clauses of the numbering that its scopes authorize. */
  readonly authority: ReadonlySet<number>;
}

interface Pair {
  readonly a: Cluster;
  readonly b: Cluster;
  /** Writes and reads that the two would gain, taken together, by sharing one credential. */
  readonly writes: number;
  readonly reads: number;
}

/** Puts groups with the same scopes together, then joins the two clusters that gain the least authority by it, until few enough are left. */
export function clusterByNeed(
  { numbering }: ScopeIndex,
  groups: readonly NeedingGroup[],
  most: number,
): CallGroup[][] {
  let clusters = sameScopes(groups).map((same) => ({
    groups: same,
    authority: authorityOf(numbering, same),
  }));
  let pairs = clusters.flatMap((a, i) => clusters.slice(i + 1).map((b) => toPair(numbering, a, b)));
  for (;;) {
    const closest = pairs.reduce<Pair | undefined>(
      (best, pair) => (best && comparePairs(best, pair) <= 0 ? best : pair),
      undefined,
    );
    if (!closest || clusters.length <= most) break;
    const { a, b } = closest;
    const joined = {
      groups: [...a.groups, ...b.groups],
      authority: new Set([...a.authority, ...b.authority]),
    };
    clusters = clusters.filter((cluster) => cluster !== a && cluster !== b);
    pairs = pairs.filter((pair) => ![pair.a, pair.b].some((cluster) => cluster === a || cluster === b));
    pairs.push(...clusters.map((other) => toPair(numbering, other, joined)));
    clusters.push(joined);
  }
  return clusters.map((cluster) => [...cluster.groups]);
}

function sameScopes(groups: readonly NeedingGroup[]): NeedingGroup[][] {
  const found = new Map<string, NeedingGroup[]>();
  for (const group of groups) {
    const key = group.scopes.join(' ');
    found.set(key, [...(found.get(key) ?? []), group]);
  }
  return [...found.values()];
}

function authorityOf(numbering: Numbering, groups: readonly NeedingGroup[]): Set<number> {
  const scopes = groups.flatMap((group) => group.scopes).flatMap((name) => numbering.number.get(name) ?? []);
  const held = closeOver(scopes, numbering.closures);
  const isHeld = (clause: number) =>
    numbering.clauses[clause]?.anyOf.some((allOf) => allOf.every((scope) => held.has(scope))) ?? false;
  return new Set([...numbering.clauses.keys()].filter(isHeld));
}

function toPair(numbering: Numbering, a: Cluster, b: Cluster): Pair {
  let [writes, reads] = [0, 0];
  const gain = (to: Cluster, from: Cluster) => {
    for (const index of from.authority) {
      if (to.authority.has(index)) continue;
      writes += (numbering.clauses[index]?.writes ?? 0) * to.groups.length;
      reads += (numbering.clauses[index]?.reads ?? 0) * to.groups.length;
    }
  };
  gain(a, b);
  gain(b, a);
  return { a, b, writes, reads };
}

const comparePairs = (a: Pair, b: Pair): number => a.writes - b.writes || a.reads - b.reads;
