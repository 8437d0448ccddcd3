import type { Curve } from './curve.js';
import { before, firstOf, jumpsWithin, totalOf, upTo } from './curve.js';

/** Most requests in any half-open window of `w` ms. */
export type Density = (w: number) => number;

export const noDensity: Density = () => 0;

const maxCandidates = 512;
const cells = 512;

/** Remembers answers: the same few window lengths are asked again and again. */
export function remembered(density: Density): Density {
  const known = new Map<number, number>();
  return (w) => {
    if (w <= 0) return 0;
    const old = known.get(w);
    if (old !== undefined) return old;
    const value = density(w);
    known.set(w, value);
    return value;
  };
}

/**
 * Most requests in a window of `w` ms around a boundary: `tail` counts by time before it, `head` by time after it.
 * Exact while few offsets matter; else at most one cell's worth too high.
 */
export function straddling(tail: Curve, head: Curve, w: number): number {
  if (w <= 0) return 0;
  const offsets: number[] = [];
  let best = before(head, w);
  if (tail.kind === 'none') return best;
  if (jumpsWithin(tail, -1, Math.min(w, tail.last), offsets, maxCandidates)) {
    for (const y of offsets) if (y < w) best = Math.max(best, upTo(tail, y) + before(head, w - y));
    return best;
  }
  const step = w / cells;
  for (let y = 0; y < w; y += step) best = Math.max(best, before(tail, y + step) + before(head, w - y));
  return best;
}

/**
 * Most requests in a window over a loop whose runs take at least `period` and hold at most `perRun`:
 * the end of one run, whole runs, the beginning of another.
 */
export function acrossRuns(
  tail: Curve,
  head: Curve,
  perRun: number,
  period: number,
  runs: number,
  w: number,
): number {
  if (runs < 2) return 0;
  const most = runs * perRun;
  if (period <= 0) return most;
  const whole = Math.min(runs - 2, Math.ceil(w / period) - 1);
  let best = 0;
  for (let n = whole; n >= Math.max(0, whole - 2); n--) {
    best = Math.max(best, n * perRun + straddling(tail, head, w - n * period));
  }
  return Math.min(most, best);
}

/** How far a curve rises above a line of `rate` through the origin. */
export function excessOver(curve: Curve, rate: number): number {
  if (curve.kind === 'none') return 0;
  const offsets: number[] = [];
  if (!jumpsWithin(curve, -1, curve.last, offsets, maxCandidates))
    return totalOf(curve) - rate * firstOf(curve);
  return Math.max(0, ...offsets.map((x) => upTo(curve, x) - rate * x));
}

/** Requests that a bucket of `burst` and `rate` lets into a half-open window. */
export const underLine = (burst: number, rate: number, w: number): number =>
  Math.max(0, Math.ceil(burst + rate * w - 1e-9) - 1);
