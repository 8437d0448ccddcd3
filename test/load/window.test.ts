import fc from 'fast-check';
import { expect, it } from 'vitest';
import { every, within } from '../../src/load/instants.js';
import { profileOf } from '../../src/load/profile-of.js';
import { constant } from '../../src/load/quantity.js';
import { call, parallelLoop, sequence, sequentialLoop } from '../../src/load/term.js';
import type { Stream } from '../../src/load/window.js';
import { worstAlignedWindow, worstWindow } from '../../src/load/window.js';

const w = 1000;
const latencyMs = 7;

interface Job {
  readonly period: number;
  readonly offset: number;
  readonly loop: number;
  readonly burst: number;
}

/** At each start a burst at once, then requests one after the other. */
const jobs: fc.Arbitrary<Job[]> = fc.array(
  fc.record({
    period: fc.integer({ min: 1, max: 40 }).map((n) => n * 250),
    offset: fc.integer({ min: 0, max: 2000 }),
    loop: fc.integer({ min: 0, max: 300 }),
    burst: fc.integer({ min: 0, max: 9 }),
  }),
  { minLength: 1, maxLength: 3 },
);

function streamOf({ period, offset, loop, burst }: Job): Stream {
  const term = sequence(parallelLoop(constant(burst), call(0)), sequentialLoop(constant(loop), call(0)));
  const latency = { low: latencyMs, high: latencyMs };
  const profile = profileOf(term, {
    environment: (name) => (name === 'latency' ? latency : { low: 1, high: 1 }),
    failing: false,
    selects: () => true,
  });
  return { instants: { kind: 'lattice', period: 10_000, offsets: startsOf({ period, offset }) }, profile };
}

const startsOf = ({ period, offset }: Pick<Job, 'period' | 'offset'>): number[] =>
  [...within(every(period), -1, 9999)].map((time) => (time + offset) % 10_000).sort((a, b) => a - b);

/** The requests in `[0, 60 s)`, one by one. */
function timesOf({ period, offset, loop, burst }: Job): number[] {
  const times: number[] = [];
  for (let round = -2; round < 6; round++)
    for (const start of startsOf({ period, offset })) {
      const at = round * 10_000 + start;
      for (let i = 0; i < burst; i++) times.push(at);
      const after = burst > 0 ? latencyMs : 0;
      for (let i = 0; i < loop; i++) times.push(at + after + i * latencyMs);
    }
  return times.filter((time) => time >= 0 && time < 60_000);
}

it('the worst window that keeps to the clock is the one that counting finds', () => {
  fc.assert(
    fc.property(jobs, (all) => {
      const counts = new Array<number>(60).fill(0);
      for (const time of all.flatMap(timesOf)) counts[Math.floor(time / w)]! += 1;
      expect(worstAlignedWindow(all.map(streamOf), w, { from: 0, to: 30_000 })).toBe(
        Math.max(...counts.slice(0, 30)),
      );
    }),
    { numRuns: 150 },
  );
});

it('whether a number is exceeded is told the same where no more is asked', () => {
  fc.assert(
    fc.property(jobs, fc.double({ min: 0, max: 1.5, noNaN: true }), (all, share) => {
      const streams = all.map(streamOf);
      const domain = { from: 0, to: 10_000 };
      const most = worstWindow(streams, w, domain);
      const enough = Math.floor(share * most);
      expect(worstWindow(streams, w, domain, { enough, floor: enough }) > enough).toBe(most > enough);
    }),
    { numRuns: 150 },
  );
});
