import type { Curve } from './curve.js';
import { before, firstOf, jumpsWithin, lastOf, totalOf, upTo } from './curve.js';
import { multiply } from './quantity.js';

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
  if (perRun === 0) return 0;
  const most = multiply(runs, perRun);
  if (period <= 0) return most;
  if (w === Infinity) return most;
  const whole = Math.min(runs - 2, Math.ceil(w / period) - 1);
  // Where numbers are too large to count by ones, a run more or less is no other number.
  if (!Number.isSafeInteger(whole)) return Math.min(most, multiply(whole, perRun));
  let best = 0;
  for (let n = whole; n >= Math.max(0, whole - 2); n--) {
    best = Math.max(best, multiply(n, perRun) + straddling(tail, head, w - n * period));
  }
  return Math.min(most, best);
}

/** How far a curve rises above a line of `rate` through the origin: exact where few offsets matter, else at least so far. */
export function excessOver(curve: Curve, rate: number): number {
  if (curve.kind === 'none') return 0;
  const offsets: number[] = [];
  if (!jumpsWithin(curve, -1, curve.last, offsets, maxCandidates)) return excessOfParts(curve, rate);
  return Math.max(0, ...offsets.map((x) => upTo(curve, x) - rate * x));
}

/** The same from what a curve is made of, however often that is repeated. */
function excessOfParts(curve: Curve, rate: number): number {
  const whole = Math.max(0, totalOf(curve) - rate * firstOf(curve));
  switch (curve.kind) {
    case 'scaled':
      return Math.min(whole, excessOver(curve.of, rate / curve.by) * curve.by);
    case 'highest':
      return Math.max(...curve.of.map((of) => excessOver(of, rate)));
    case 'lowest':
      return Math.min(...curve.of.map((of) => excessOver(of, rate)));
    case 'line':
      return curve.rate <= rate * (1 + paceTolerance) ? Math.min(whole, curve.burst) : whole;
    case 'repeated': {
      const { of, times, period } = curve;
      // Copies that overlap add up in ways that only their offsets say.
      if (lastOf(of) > period) return whole;
      const ahead = totalOf(of) - rate * period;
      const later = ahead <= totalOf(of) * paceTolerance ? 0 : multiply(times - 1, ahead);
      return Math.min(whole, excessOver(of, rate) + later);
    }
    case 'sum': {
      // A part that begins when those before it are through starts from their total.
      const parts = curve.parts.toSorted((x, y) => x.by + firstOf(x.of) - (y.by + firstOf(y.of)));
      let [through, end, most] = [0, -Infinity, 0];
      for (const { by, of } of parts) {
        if (by + firstOf(of) < end) return whole;
        most = Math.max(most, through + excessOver(of, rate) - rate * by);
        through += totalOf(of);
        end = by + lastOf(of);
      }
      return Math.min(whole, most);
    }
    default:
      return whole;
  }
}

/** A pace that is higher by rounding noise is the same pace. */
const paceTolerance = 1e-12;

/** Requests that a bucket of `burst` and `rate` lets into a half-open window. */
export const underLine = (burst: number, rate: number, w: number): number =>
  Math.max(0, Math.ceil(burst + rate * w - 1e-9) - 1);
