// How other algorithms do against the least set, over many demands.
import type { Catalog } from '../../src/model/catalog.js';
import { unauthorized } from '../../src/scopes/explain.js';
import { compareCosts, compareNameLists, costOf } from '../../src/scopes/objective.js';
import type { ScopeIndex } from '../../src/scopes/scope-index.js';
import { solve } from '../../src/scopes/solve.js';
import { firstListed, greedyCover, union } from './baselines.js';

export interface Demand {
  readonly catalog: Catalog;
  readonly index: ScopeIndex;
  readonly demanded: readonly string[];
}

/** Counts of demands, each in the first group that it belongs to, and the most writes beyond the least set. */
export interface Rate {
  readonly instances: string;
  readonly algorithm: string;
  readonly total: number;
  readonly unauthorized: number;
  readonly moreWrites: number;
  readonly moreReads: number;
  readonly moreScopes: number;
  readonly asGood: number;
  readonly mostExtraWrites: number;
}

const algorithms = { 'first listed': firstListed, 'all listed': union, 'greedy cover': greedyCover };

/** Throws when an algorithm beats a set that the solver calls proven. */
export function rate(instances: string, demands: readonly Demand[]): Rate[] {
  return Object.entries(algorithms).map(([algorithm, choose]) => {
    const counts = { unauthorized: 0, moreWrites: 0, moreReads: 0, moreScopes: 0, asGood: 0 };
    let mostExtraWrites = 0;
    for (const { catalog, index, demanded } of demands) {
      const least = solve(index, demanded);
      const chosen = choose(catalog)(demanded).sort();
      if (unauthorized(index.routes, chosen, demanded).length > 0) {
        counts.unauthorized += 1;
        continue;
      }
      const ours = costOf(index.routes, least.scopes, demanded);
      const theirs = costOf(index.routes, chosen, demanded);
      const difference = compareCosts(theirs, ours);
      if (least.proven && (difference || compareNameLists(chosen, least.scopes)) < 0)
        throw new Error(`${algorithm} beats a proven set: ${chosen.join(', ')}`);
      if (theirs.excessWrites > ours.excessWrites) counts.moreWrites += 1;
      else if (theirs.excessReads > ours.excessReads) counts.moreReads += 1;
      else if (difference > 0) counts.moreScopes += 1;
      else counts.asGood += 1;
      mostExtraWrites = Math.max(mostExtraWrites, theirs.excessWrites - ours.excessWrites);
    }
    return { instances, algorithm, total: demands.length, ...counts, mostExtraWrites };
  });
}
