import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { largestSafe, largestValue, smallestSafe } from '../../src/load/break-even.js';
import { windowLoad } from '../../src/load/evaluate.js';
import type { Flow } from '../../src/load/flow.js';
import type { Quantity } from '../../src/load/quantity.js';
import { constant, countOf, symbol } from '../../src/load/quantity.js';
import type { Term } from '../../src/load/term.js';
import { call, delay, parallelLoop, sequence, sequentialLoop } from '../../src/load/term.js';
import { createWorld, densest, execute } from './support/execute.js';
import { count, cron, everyMs, exactly, flow, limit, row } from './support/program.js';
import { integer, seeded } from './support/random.js';
import { randomTerm } from './support/terms.js';

describe('the last safe value', () => {
  it('is found wherever it lies', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: largestValue - 1 }), (safe) => {
        expect(largestSafe((value) => value > safe)).toBe(safe);
        expect(smallestSafe((value) => value <= safe)).toBe(safe + 1);
      }),
    );
  });

  it('is not there when nothing exceeds, or everything does', () => {
    expect(largestSafe(() => false)).toBeUndefined();
    expect(largestSafe(() => true)).toBeUndefined();
    expect(smallestSafe(() => true)).toBeUndefined();
    expect(smallestSafe(() => false)).toBeUndefined();
  });
});

const n = symbol('n');
const latencyMs = 100;
const hour = 3_600_000;

/** The densest window of a program that really runs, with `n` and every latency fixed. */
function truth({ trigger, term }: Flow, value: number, w: number): number {
  const world = createWorld();
  const times: number[] = [];
  const number = (quantity: Quantity): number =>
    countOf(quantity, (name) => (name === 'n' ? { low: value, high: value } : { low: 1, high: 1 })).high;
  const runtime = {
    world,
    random: seeded(1),
    latency: () => latencyMs,
    value: number,
    log: () => void times.push(world.now()),
  };
  if (trigger.kind !== 'periodic') throw new Error('periodic only');
  for (let at = number(trigger.everyMs); at < 2 * hour; at += number(trigger.everyMs)) {
    world.after(at, () => execute(term, runtime, () => undefined));
  }
  world.runUntil(w > 60_000 ? 2 * hour : hour / 3);
  return densest(times, w);
}

const programs: readonly [string, Flow, number, number][] = [
  ['a loop in a minute', flow(everyMs(60_000), sequentialLoop(n, call(0))), 250, 60],
  ['a burst', flow(everyMs(300_000), parallelLoop(n, call(0))), 1000, 60],
  ['a burst in an hour', flow(everyMs(300_000), parallelLoop(n, call(0))), 6000, 3600],
  [
    'chunks',
    flow(everyMs(600_000), {
      kind: 'chunk',
      count: n,
      size: constant(50),
      body: call(0),
      gapMs: constant(1000),
      trailingGap: true,
    }),
    1000,
    60,
  ],
  ['lanes', flow(everyMs(60_000), { kind: 'lanes', lanes: constant(5), count: n, body: call(0) }), 300, 60],
  ['overlapping loops', flow(everyMs(10_000), sequentialLoop(n, call(0))), 1000, 60],
  [
    'a list and its details',
    flow(everyMs(300_000), sequence(call(0), parallelLoop(n, sequence(call(0), call(0))))),
    500,
    60,
  ],
  [
    'a loop with pauses',
    flow(everyMs(60_000), sequentialLoop(n, sequence(call(0), delay(constant(200))))),
    150,
    60,
  ],
];

describe('break-even values are tight', () => {
  it.each(programs)('%s', (_, program, quota, windowSeconds) => {
    const found = row({
      flows: [{ ...program, trigger: { ...program.trigger, reach: 'cluster' } as Flow['trigger'] }],
      symbols: [count('n')],
      assume: { latency: exactly(latencyMs) },
      limits: [limit(quota, windowSeconds)],
    });
    const value = found.breakEven.find(({ symbol: name }) => name === 'n')!.value!;
    expect(truth(program, value, windowSeconds * 1000)).toBeLessThanOrEqual(quota);
    expect(truth(program, value + 1, windowSeconds * 1000)).toBeGreaterThan(quota);
  });

  it('in latency too', () => {
    const program = flow({ kind: 'once', reach: 'cluster' }, sequentialLoop(constant(5000), call(0)));
    const at = (quota: number) =>
      row({ flows: [program], assume: { latency: exactly(10) }, limits: [limit(quota, 60)] }).breakEven;
    expect(at(1000)).toEqual([{ symbol: 'latency', value: 60 }]);
    expect(at(300)).toEqual([{ symbol: 'latency', value: 200 }]);
    expect(at(5000)).toEqual([]);
  });
});

describe('more never lowers the load', () => {
  const ask = (flows: readonly Flow[], latency: [number, number], w: number): number =>
    windowLoad(flows, {
      reading: {
        environment: (name) =>
          name === 'latency' ? { low: latency[0], high: latency[1] } : { low: 1, high: 1 },
        failing: false,
        selects: (request) => request === 0,
      },
      w,
      windows: 'any',
      exact: false,
    });

  it('of counts, latencies, windows and flows', () => {
    for (let seed = 0; seed < 150; seed++) {
      const random = seeded(seed + 500);
      const term = randomTerm(random, 2);
      const trigger = everyMs([5000, 30_000, 60_000][integer(random, 0, 2)]!);
      const flows = [flow(trigger, term)];
      const w = [1000, 60_000][integer(random, 0, 1)]!;
      const load = ask(flows, [50, 150], w);
      expect(ask(flows, [40, 150], w)).toBeGreaterThanOrEqual(load);
      expect(ask(flows, [50, 300], w)).toBeGreaterThanOrEqual(load);
      expect(ask(flows, [50, 150], w * 2)).toBeGreaterThanOrEqual(load);
      expect(ask([...flows, flow(cron('* * * * *'), call(0))], [50, 150], w)).toBeGreaterThanOrEqual(load);
      const more: Term = parallelLoop(constant(2), term);
      expect(ask([flow(trigger, more)], [50, 150], w)).toBeGreaterThanOrEqual(load);
    }
  });
});
