/**
 * The whole tool, from source text, against counted requests:
 *   npm ci --prefix bench/load && npx tsx bench/load/run.ts [--only NAME] [--seeds 3] [--points 3] [--latencies 2]
 *     [--set all|own|held-out] [--break-even] [--verbose] [--counts FOLDER]
 * Each program runs with real schedulers, limiters and clients under a virtual clock. Prints where what was said is off,
 * then: bounds that held, bound/truth, expected/truth, false `within`, requests that were missed. What was counted is
 * kept in the folder of `--counts`: a change of the rules needs no new runs of the programs.
 */
import { parseArgs } from 'node:util';
import { checkBreakEven } from './break-even.js';
import { countsIn } from './counts.js';
import { figures, type Cell } from './score.js';
import type { Shape } from './shape.js';
import { shapes } from './shapes/index.js';
import { createWorld, type Latency, type World } from './world.js';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    set: { type: 'string', default: 'all' },
    seeds: { type: 'string', default: '3' },
    points: { type: 'string', default: '3' },
    latencies: { type: 'string', default: '2' },
    'break-even': { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    counts: { type: 'string' },
  },
});
const windows = [60, 3600];
const latencies: readonly Latency[] = [
  [80, 120],
  [40, 400],
];
const chosen = shapes.filter(
  (shape) =>
    (values.only === undefined || new RegExp(values.only).test(shape.name)) &&
    (values.set === 'all' || (shape.heldOut === true) === (values.set === 'held-out')),
);

async function cellsOf(world: World, shape: Shape): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (const point of shape.points.slice(0, Number(values.points))) {
    for (const latency of latencies.slice(0, Number(values.latencies))) {
      const { load, notes } = world.estimate(shape, { point, latency });
      for (let seed = 1; seed <= Number(values.seeds); seed++) {
        const counted = await counts(shape, { point, latency, seed });
        if (Object.keys(counted).length === 0) process.stderr.write(`${shape.name}: counted nothing\n`);
        for (const [name, most] of Object.entries(counted)) {
          for (const windowSeconds of windows) {
            cells.push({
              name: `${shape.name} ${JSON.stringify(point)} ${latency.join('-')} ${name} ${windowSeconds}`,
              row: load.find((r) => r.operation === name && r.windowSeconds === windowSeconds),
              notes,
              failing: shape.failing !== undefined,
              ...(most[windowSeconds] ?? { sliding: 0, aligned: 0 }),
            });
          }
        }
      }
    }
  }
  return cells;
}

const world = createWorld();
const counts = countsIn(world, windows, values.counts);
const lanes = 2;
const queue = [...chosen];
const found = new Map<Shape, Cell[]>();
const lines: string[] = [];
await Promise.all(
  Array.from({ length: lanes }, async () => {
    for (let shape = queue.shift(); shape; shape = queue.shift()) {
      try {
        if (values['break-even']) lines.push(...(await checkBreakEven(world, shape)));
        else found.set(shape, await cellsOf(world, shape));
      } catch (error) {
        lines.push(`! ${shape.name} failed: ${String(error).slice(0, 600)}`);
      }
    }
  }),
);
world.close();
process.stdout.write(lines.map((line) => `${line}\n`).join(''));
if (!values['break-even'])
  process.stdout.write(
    figures(
      chosen.flatMap((shape) => found.get(shape) ?? []),
      values.verbose,
    ),
  );
