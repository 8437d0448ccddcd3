// How good and how fast the least-scope solver is (times are processor time). Usage: npx tsx bench/solver.ts [Graph permissions.json]
import type { Catalog } from '../src/model/catalog.js';
import { unauthorized } from '../src/scopes/explain.js';
import { compareCosts, compareNameLists, costOf } from '../src/scopes/objective.js';
import { indexScopes } from '../src/scopes/scope-index.js';
import type { ScopeIndex } from '../src/scopes/scope-index.js';
import { solve } from '../src/scopes/solve.js';
import { below, pick, randomCatalog, seeded, shuffled } from '../test/scopes/random-catalog.js';
import type { Random } from '../test/scopes/random-catalog.js';
import { firstListed, greedyCover } from './solver/baselines.js';
import { readGraphCatalog } from './solver/graph.js';
import { graphShaped } from './solver/synthetic.js';

interface Subject {
  readonly name: string;
  readonly catalog: Catalog;
  readonly index: ScopeIndex;
  readonly indexMs: number;
}

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? NaN;
const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)}%`;

/** Milliseconds of processor time: on a busy machine the clock tells little. */
function timed<T>(run: () => T): [T, number] {
  const start = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(start);
  return [result, (user + system) / 1000];
}

function prepare(name: string, catalog: Catalog): Subject {
  const runs = Array.from({ length: 5 }, () => timed(() => indexScopes(catalog)));
  return { name, catalog, index: runs[0]![0], indexMs: median(runs.map(([, ms]) => ms)) };
}

/** Demands of one client: operations of a few areas (first path segments), or of all. */
function demandOfClient(random: Random, catalog: Catalog, size: number, areas: number): string[] {
  const byArea = new Map<string, string[]>();
  for (const { id, path } of catalog.operations) {
    const area = path.split('/')[1] ?? '';
    byArea.set(area, [...(byArea.get(area) ?? []), id]);
  }
  const ids = shuffled(random, [...byArea.values()])
    .slice(0, areas)
    .flat();
  return shuffled(random, ids).slice(0, size);
}

/** Counts how the baselines do against the optimum over many demands. */
function rate(
  demands: readonly { readonly catalog: Catalog; readonly index: ScopeIndex; readonly demanded: string[] }[],
) {
  for (const [name, baseline] of Object.entries({
    'first listed': firstListed,
    'greedy cover': greedyCover,
  })) {
    let [fails, equal, worseWrites, worseReads, more] = [0, 0, 0, 0, 0];
    const extra: number[] = [];
    for (const { catalog, index, demanded } of demands) {
      const least = solve(index, demanded);
      const chosen = baseline(catalog)(demanded).sort();
      if (unauthorized(index.routes, chosen, demanded).length > 0) {
        fails += 1;
        continue;
      }
      const [ours, theirs] = [
        costOf(index.routes, least.scopes, demanded),
        costOf(index.routes, chosen, demanded),
      ];
      const difference = compareCosts(theirs, ours);
      if (least.proven && (difference || compareNameLists(chosen, least.scopes)) < 0)
        throw new Error('not an optimum');
      if (theirs.excessWrites > ours.excessWrites) worseWrites += 1;
      else if (theirs.excessReads > ours.excessReads) worseReads += 1;
      else if (difference > 0) more += 1;
      else equal += 1;
      extra.push(theirs.excessWrites - ours.excessWrites);
    }
    const n = demands.length;
    console.log(
      `  ${name}: leaves calls unauthorized ${percent(fails, n)}, more excess writes ${percent(worseWrites, n)}, ` +
        `else more excess reads ${percent(worseReads, n)}, else more scopes ${percent(more, n)}, as good ${percent(equal, n)}; ` +
        `excess writes beyond the least: median ${median(extra)}, most ${Math.max(...extra)}`,
    );
  }
}

function rateOnRandom(): void {
  const demands = Array.from({ length: 2000 }, (_, i) => {
    const random = seeded(i + 1);
    const shape = {
      scopes: 4 + below(random, 11),
      operations: 30,
      anyOf: 3,
      allOf: 1 + (i % 2),
      implies: (i >> 1) % 2,
    };
    const catalog = randomCatalog(random, shape);
    const demanded = Array.from({ length: 1 + below(random, 10) }, () => pick(random, catalog.operations).id);
    return { catalog, index: indexScopes(catalog), demanded };
  });
  console.log('\n2,000 random catalogs of 4 to 14 scopes, 1 to 10 calls');
  rate(demands);
}

function scale({ name, catalog, index, indexMs }: Subject): void {
  const scopes = index.numbering.names.length;
  console.log(
    `\n${name}: ${scopes} scopes, ${catalog.operations.length} operations; index ${indexMs.toFixed(0)} ms`,
  );
  for (const size of [1, 10, 50, 100, 200, 500, 1000, 2000]) {
    const random = seeded(size);
    const demands = Array.from({ length: 15 }, () =>
      shuffled(random, catalog.operations)
        .slice(0, size)
        .map(({ id }) => id),
    );
    const runs = demands.map((demanded) => timed(() => solve(index, demanded)));
    const times = runs.map(([, ms]) => ms);
    const proven = runs.filter(([solution]) => solution.proven).length;
    console.log(
      `  ${String(size).padStart(4)} demanded: solve median ${median(times).toFixed(1)} ms, most ${Math.max(...times).toFixed(0)} ms, ` +
        `proven ${proven}/${runs.length}, median ${median(runs.map(([solution]) => solution.scopes.length))} scopes`,
    );
  }
}

function rateClients({ catalog, index }: Subject): void {
  const random = seeded(7);
  for (const [areas, size] of [
    [2, 10],
    [5, 40],
  ] as const) {
    console.log(`  200 clients with up to ${size} operations of ${areas} areas`);
    rate(
      Array.from({ length: 200 }, () => ({
        catalog,
        index,
        demanded: demandOfClient(random, catalog, size, areas),
      })),
    );
  }
}

const file = process.argv[2];
rateOnRandom();
scale(prepare('Synthetic', graphShaped(seeded(1), { scopes: 900, operations: 15_000 })));
if (file !== undefined) {
  for (const scheme of ['DelegatedWork', 'Application']) {
    const subject = prepare(`Graph, ${scheme}`, readGraphCatalog(file, scheme));
    scale(subject);
    rateClients(subject);
  }
}
