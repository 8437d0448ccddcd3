/**
 * The whole tool, from source text, against counted requests:
 *   npx tsx bench/load/run.ts [--only NAME] [--seeds 1] [--points 3] [--latencies 2] [--verbose]
 * Each program runs with real schedulers and limiters under a virtual clock. Prints for each what was counted and what
 * was said, then: bounds that held, bound/truth, expected/truth, break-even values that held, false `within`.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { scan } from '../../src/session.js';
import type { ReportLoad } from '../../src/model/report.js';
import { catalog } from './catalog.js';
import { shapes, type Shape } from './programs.js';
import { aligned, figures, sliding, type Cell } from './score.js';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seeds: { type: 'string', default: '1' },
    points: { type: 'string', default: '3' },
    latencies: { type: 'string', default: '2' },
    verbose: { type: 'boolean', default: false },
  },
});
const project = path.resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(tmpdir(), 'leastscope-load-'));
const latencies: readonly (readonly [number, number])[] = [
  [80, 120],
  [40, 400],
];
type Point = Shape['points'][number];
type Latency = readonly [number, number];

const textOf = (shape: Shape, point: Point, latency: Latency): string => {
  const lines = Object.entries(shape.symbols).map(([symbol, key]) => `  "${symbol}": ${point[key] ?? 0}`);
  const expected = (latency[0] + latency[1]) / 2;
  return [
    'assume:',
    `  latency: { min: ${latency[0]}ms, expected: ${expected}ms, max: ${latency[1]}ms }`,
    ...lines,
  ].join('\n');
};

function estimate(shape: Shape, point: Point, latency: Latency): readonly ReportLoad[] {
  const root = path.join(folder, shape.name);
  mkdirSync(path.join(root, 'src'), { recursive: true });
  writeFileSync(path.join(root, 'src/main.ts'), shape.source);
  writeFileSync(path.join(root, 'catalog.json'), JSON.stringify(catalog));
  writeFileSync(path.join(root, 'leastscope.config.yaml'), textOf(shape, point, latency));
  const { report } = scan({
    cwd: root,
    paths: ['src'],
    catalogs: ['./catalog.json'],
    cache: false,
    minConfidence: 'medium',
  });
  for (const note of report.notes) process.stdout.write(`  note: ${note.message}\n`);
  return report.load;
}

function truth(shape: Shape, point: Point, latency: Latency, seed: number): Record<string, number[]> {
  const file = path.join(folder, 'run', `${shape.name}.mts`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, shape.source);
  const out = path.join(folder, 'times.json');
  const job = { file, out, latency, seed, minutes: shape.minutes ?? 130, point };
  execFileSync(
    path.join(project, 'node_modules/.bin/tsx'),
    [path.join(import.meta.dirname, 'truth.ts'), JSON.stringify(job)],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, TZ: 'UTC' } },
  );
  return JSON.parse(readFileSync(out, 'utf8')) as Record<string, number[]>;
}

symlinkSync(path.join(project, 'node_modules'), path.join(folder, 'node_modules'));
const cells: Cell[] = [];
for (const shape of shapes) {
  if (values.only !== undefined && shape.name !== values.only) continue;
  for (const point of shape.points.slice(0, Number(values.points))) {
    for (const latency of latencies.slice(0, Number(values.latencies))) {
      process.stderr.write(`${shape.name} ${JSON.stringify(point)}\n`);
      const rows = estimate(shape, point, latency);
      for (let seed = 1; seed <= Number(values.seeds); seed++) {
        const counted = truth(shape, point, latency, seed);
        for (const [name, times] of Object.entries(counted)) {
          for (const windowSeconds of [60, 3600]) {
            const row = rows.find((r) => r.operation === `GET ${name}` && r.windowSeconds === windowSeconds);
            cells.push({
              name: `${shape.name} ${JSON.stringify(point)} ${latency.join('-')} ${name} ${windowSeconds}`,
              row,
              sliding: sliding(times, windowSeconds * 1000),
              aligned: aligned(times, windowSeconds * 1000),
            });
          }
        }
      }
    }
  }
}
rmSync(folder, { recursive: true, force: true });
process.stdout.write(figures(cells, values.verbose));
