import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Curve, Rounding } from '../../src/load/curve.js';
import { at, highest, lastOf, line, lowest, repeated, scaled, summed, upTo } from '../../src/load/curve.js';
import { acrossRuns, excessOver } from '../../src/load/density.js';
import { loopOf } from '../../src/load/repeat.js';
import { profileOf } from '../../src/load/profile-of.js';
import { constant, symbol } from '../../src/load/quantity.js';
import { call, parallelLoop, sequence, sequentialLoop } from '../../src/load/term.js';

const point = fc
  .record({ offset: fc.integer({ min: 0, max: 50 }), total: fc.integer({ min: 1, max: 5 }) })
  .map(({ offset, total }) => at(offset, total));

/** Curves of far more steps than are looked at one by one. */
const curves: fc.Arbitrary<Curve> = fc.letrec<{ curve: Curve }>((tie) => ({
  curve: fc.oneof(
    { maxDepth: 3 },
    point,
    fc
      .tuple(tie('curve'), fc.integer({ min: 600, max: 900 }), fc.integer({ min: 1, max: 120 }))
      .map(([of, times, period]) => repeated(of, times, period, 'up')),
    fc
      .array(fc.record({ by: fc.integer({ min: 0, max: 300 }), of: tie('curve') }), {
        minLength: 1,
        maxLength: 3,
      })
      .map(summed),
    fc.tuple(tie('curve'), fc.integer({ min: 1, max: 4 })).map(([of, by]) => scaled(of, by)),
    fc.array(tie('curve'), { minLength: 1, maxLength: 3 }).map(highest),
    fc.array(tie('curve'), { minLength: 1, maxLength: 3 }).map(lowest),
    fc.integer({ min: 1, max: 9 }).map((burst) => line(burst, 0.05, 4000)),
  ),
})).curve;

describe('how far a curve rises above a line', () => {
  it('is never less than at any offset', () => {
    fc.assert(
      fc.property(curves, fc.double({ min: 0.001, max: 3, noNaN: true }), (curve, rate) => {
        const most = excessOver(curve, rate);
        const end = Math.min(lastOf(curve), 100_000);
        for (let i = 0; i <= 300; i++) {
          const x = Math.floor((end * i) / 300);
          if (upTo(curve, x) - rate * x > most + 1e-6) return false;
        }
        return true;
      }),
      { numRuns: 150 },
    );
  });

  it('is what one copy rises, however often it is repeated at the pace of the line', () => {
    expect(excessOver(repeated(at(0, 1), Infinity, 80, 'up'), 1 / 80)).toBe(1);
    expect(excessOver(repeated(at(80, 1), 1e9, 80, 'up'), 1 / 80)).toBe(0);
  });
});

describe('repetitions within one another that overlap', () => {
  const nested = (times: number, depth: number, round: Rounding): Curve =>
    depth === 0
      ? at(48, 4)
      : repeated(nested(times, depth - 1, round), times, [63, 2, 6, 1][depth - 1]!, round);

  it.each([2000, 5000, 20_000, 50_000])('err upwards or downwards by little, at %i ms', (x) => {
    let exact = 0;
    for (let outer = 0; outer < 900; outer++)
      exact += 4 * Math.max(0, Math.min(900, Math.floor((x - 48 - 2 * outer) / 63) + 1));
    const [up, down] = [upTo(nested(900, 2, 'up'), x), upTo(nested(900, 2, 'down'), x)];
    expect([exact <= up, up <= exact * 1.3, down <= exact, down >= exact * 0.7]).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  it('are counted in the time of few copies, however many there are', () => {
    const started = performance.now();
    for (let x = 0; x < 3000; x += 100) upTo(nested(900, 4, 'up'), x);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

describe('runs one after the other, of any length', () => {
  const environment = (name: string) =>
    name === 'latency' ? { low: 80, high: 1000 } : { low: 0, high: Infinity };
  const job = sequence(call(0), sequentialLoop(symbol('ids.length'), call(1)));

  it.each([
    ['a run', job, 750],
    ['a run in each of two processes', parallelLoop(constant(2), job), 1500],
  ])('hold no more in a window than %s', (_, term, most) => {
    const run = profileOf(term, { environment, failing: false, selects: (request) => request === 1 });
    expect(run.density(60_000)).toBe(most);
    expect(loopOf(run, { low: Infinity, high: Infinity }).density(60_000)).toBe(most);
  });

  it('send one request at a time: each takes 80 ms at least', () => {
    const run = profileOf(job, { environment, failing: false, selects: () => true });
    for (const w of [1, 79])
      expect(loopOf(run, { low: Infinity, high: Infinity }).density(w), `${w} ms`).toBe(1);
  });
});

describe('repetitions without end of what has no end', () => {
  const endless = repeated(repeated(at(3, 1), Infinity, 10, 'up'), Infinity, 1000, 'up');

  it.each([
    [-1, 0],
    [2, 0],
    [3, 1],
    [24, 3],
    [1003, 102],
  ])('hold at %i what has begun by then', (x, count) => {
    expect(upTo(endless, x)).toBe(count);
  });
});

describe('a window over many runs', () => {
  const one = at(0, 1);

  it.each([
    // Nine whole runs, the end of the one before them and the beginning of the one after.
    [10, 1_000, 100, 11],
    [10, 20, 1_000, 20],
    [1, 1e18, 1e17, 1e17],
    [1e-300, 1e12, 1, 1e12],
    [1, Infinity, 1e300, 1e300],
    [5, 40, Infinity, 40],
    [5, Infinity, Infinity, Infinity],
  ])('%d ms apart, of %d runs, of %d ms', (period, runs, w, most) => {
    expect(acrossRuns(one, one, 1, period, runs, w)).toBe(most);
  });
});
