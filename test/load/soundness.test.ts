import { describe, expect, it } from 'vitest';
import type { Flow } from '../../src/load/flow.js';
import { windowLoad } from '../../src/load/evaluate.js';
import type { Environment } from '../../src/load/quantity.js';
import { constant, countOf } from '../../src/load/quantity.js';
import type { Term } from '../../src/load/term.js';
import { createWorld, densest, execute } from './support/execute.js';
import { integer, pick, seeded } from './support/random.js';
import { randomTerm, sizeOf } from './support/terms.js';

const windows = [1000, 10_000, 60_000, 600_000];
const horizon = 15 * 60_000;

const environmentOf =
  (low: number, high: number): Environment =>
  (name) =>
    name === 'latency' ? { low, high } : { low: 1, high: 1 };

const periodic = (term: Term, period: number): Flow => ({
  trigger: {
    kind: 'periodic',
    everyMs: constant(period),
    immediate: false,
    guard: 'overlap',
    reach: 'cluster',
  },
  term,
  how: '',
});

/** Times at which request 0 is issued when both flows really run. */
function truth(flows: readonly Flow[], low: number, high: number, seed: number, extremes: boolean): number[] {
  const random = seeded(seed);
  const world = createWorld();
  const times: number[] = [];
  const latency = (): number => (extremes ? (random() < 0.5 ? low : high) : low + (high - low) * random());
  for (const flow of flows) {
    if (flow.trigger.kind !== 'periodic') continue;
    const period = countOf(flow.trigger.everyMs, environmentOf(low, high)).low;
    const runtime = {
      world,
      random,
      latency,
      value: (quantity: Parameters<typeof countOf>[0]) => countOf(quantity, environmentOf(low, high)).high,
      log: (request: number) => void (request === 0 && times.push(world.now())),
    };
    for (let start = period; start < horizon; start += period) {
      world.after(start, () => execute(flow.term, runtime, () => undefined));
    }
  }
  world.runUntil(horizon);
  return times.sort((a, b) => a - b);
}

function randomFlows(random: () => number, rigid: boolean): Flow[] {
  const flows: Flow[] = [];
  const count = rigid ? 1 : integer(random, 1, 2);
  while (flows.length < count) {
    const term = randomTerm(random, integer(random, 1, 3), rigid);
    const period = pick(random, [5000, 15_000, 30_000, 60_000, 120_000]);
    const size = sizeOf(term);
    if (size > 0 && (size * horizon) / period <= 8000) flows.push(periodic(term, period));
  }
  return flows;
}

const ask = (flows: readonly Flow[], low: number, high: number, w: number): number =>
  windowLoad(flows, {
    reading: { environment: environmentOf(low, high), failing: false, selects: (request) => request === 0 },
    w,
    windows: 'any',
    exact: false,
  });

describe('the bound of random programs', () => {
  it.each([
    ['narrow latencies', 1, 250, 50, 150],
    ['wide latencies', 2, 250, 20, 1000],
  ])(
    'holds for 250 programs with %s',
    (_, seed, programs, low, high) => {
      for (let program = 0; program < programs; program++) {
        const random = seeded(seed * 10_007 + program);
        const flows = randomFlows(random, false);
        const times = truth(flows, low, high, program, program % 2 === 0);
        for (const w of windows) {
          const counted = densest(times, w);
          const bound = ask(flows, low, high, w);
          expect(counted, `${w} ms: ${JSON.stringify(flows)}`).toBeLessThanOrEqual(bound);
        }
      }
    },
    120_000,
  );

  it('is exact for rigid programs when every request takes the same time', () => {
    for (let program = 0; program < 120; program++) {
      const random = seeded(90_001 + program);
      const flows = randomFlows(random, true);
      const times = truth(flows, 100, 100, program, false);
      for (const w of windows.filter((length) => length < horizon / 4)) {
        expect(ask(flows, 100, 100, w), `${w} ms: ${JSON.stringify(flows)}`).toBe(densest(times, w));
      }
    }
  }, 60_000);
});
