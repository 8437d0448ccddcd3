// How good and how fast the least-scope solver is (times are processor time). Usage: npx tsx bench/solver.ts [Graph permissions.json] [--write]
import { parseArgs } from 'node:util';
import type { Catalog } from '../src/model/catalog.js';
import { indexScopes } from '../src/scopes/scope-index.js';
import type { ScopeIndex } from '../src/scopes/scope-index.js';
import { solve } from '../src/scopes/solve.js';
import { below, pick, randomCatalog, seeded, shuffled } from '../test/scopes/random-catalog.js';
import type { Random } from '../test/scopes/random-catalog.js';
import { readGraphCatalog } from './solver/graph.js';
import { rate } from './solver/rate.js';
import type { Rate } from './solver/rate.js';
import { graphShaped } from './solver/synthetic.js';
import { rateTable, scaleTable, writeTables } from './solver/table.js';
import type { Scale } from './solver/table.js';

interface Subject {
  readonly name: string;
  readonly catalog: Catalog;
  readonly index: ScopeIndex;
  readonly indexMs: number;
}

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? NaN;

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

function rateOnRandom(): Rate[] {
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
  return rate('2,000 random catalogs, 4 to 14 scopes, 1 to 10 calls', demands);
}

function scale({ name, catalog, index, indexMs }: Subject): Scale[] {
  return [10, 100, 500, 2000].map((size) => {
    const random = seeded(size);
    const demands = Array.from({ length: 15 }, () =>
      shuffled(random, catalog.operations)
        .slice(0, size)
        .map(({ id }) => id),
    );
    const runs = demands.map((demanded) => timed(() => solve(index, demanded)));
    const times = runs.map(([, ms]) => ms);
    return {
      catalog: name,
      scopes: index.numbering.names.length,
      operations: catalog.operations.length,
      demanded: size,
      indexMs,
      medianMs: median(times),
      mostMs: Math.max(...times),
      runs: runs.length,
      proven: runs.filter(([solution]) => solution.proven).length,
    };
  });
}

function rateClients({ name, catalog, index }: Subject): Rate[] {
  const random = seeded(7);
  const clients = [
    [2, 10],
    [5, 40],
  ] as const;
  return clients.flatMap(([areas, size]) =>
    rate(
      `${name}: 200 clients, up to ${size} operations of ${areas} areas`,
      Array.from({ length: 200 }, () => ({
        catalog,
        index,
        demanded: demandOfClient(random, catalog, size, areas),
      })),
    ),
  );
}

const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [file] = positionals;
const graph =
  file === undefined
    ? []
    : ['DelegatedWork', 'Application'].map((scheme) =>
        prepare(`Microsoft Graph, ${scheme}`, readGraphCatalog(file, scheme)),
      );
const synthetic = prepare('synthetic', graphShaped(seeded(1), { scopes: 900, operations: 15_000 }));
const tables = [
  rateTable([...rateOnRandom(), ...graph.flatMap(rateClients)]),
  scaleTable([synthetic, ...graph].flatMap(scale)),
];
console.log(tables.join('\n\n'));
if (values.write) writeTables('docs/accuracy.md', tables);
