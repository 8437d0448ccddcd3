import { constant, multiply } from './quantity.js';
import type { Environment } from './quantity.js';
import { countOf } from './quantity.js';
import type { LimiterShape } from './term.js';

/**
 * Most releases of one limiter in any half-open window of `w` ms. `perLane` says how many requests one lane of
 * a concurrency limiter issues in such a window.
 */
export function mostReleased(
  shape: LimiterShape,
  w: number,
  environment: Environment,
  perLane: (w: number) => number,
): number {
  const high = (quantity: Parameters<typeof countOf>[0]): number => countOf(quantity, environment).high;
  const low = (quantity: Parameters<typeof countOf>[0]): number =>
    Math.max(1e-6, countOf(quantity, environment).low);
  switch (shape.kind) {
    case 'concurrency':
      return multiply(high(shape.lanes), perLane(w));
    case 'window':
      return multiply(
        high(shape.cap),
        (shape.resets ?? 1) * wholeParts(w, low(shape.intervalMs)) + shape.overshoot,
      );
    case 'bucket': {
      const filled = shape.steps ? wholeParts(w, low(shape.intervalMs)) : w / low(shape.intervalMs);
      return Math.floor(high(shape.size) + multiply(high(shape.amount), filled) + 1e-9);
    }
    case 'spacing':
      return wholeParts(w, low(shape.gapMs));
    case 'cache':
      return multiply(high(shape.keys), wholeParts(w, low(shape.ttlMs)));
    case 'all':
      return Math.min(...shape.of.map((part) => mostReleased(part, w, environment, perLane)));
  }
}

const wholeParts = (w: number, part: number): number => Math.ceil(w / part - 1e-9);

/** Requests per ms that a limiter surely lets through when there is enough to do; `busyMs` is the longest request. */
export function serviceRate(shape: LimiterShape, environment: Environment, busyMs: number): number {
  const low = (quantity: Parameters<typeof countOf>[0]): number => countOf(quantity, environment).low;
  const high = (quantity: Parameters<typeof countOf>[0]): number =>
    Math.max(1e-6, countOf(quantity, environment).high);
  switch (shape.kind) {
    case 'concurrency':
      return low(shape.lanes) / Math.max(1e-6, busyMs);
    case 'window':
      return low(shape.cap) / high(shape.intervalMs);
    case 'bucket':
      return low(shape.amount) / high(shape.intervalMs);
    case 'spacing':
      return 1 / high(shape.gapMs);
    case 'cache':
      return Infinity;
    case 'all':
      // Each part alone delays a request by so much; together by no more than the sum.
      return 1 / shape.of.reduce((sum, part) => sum + 1 / serviceRate(part, environment, busyMs), 0);
  }
}

/** The same limiter with one lane: while anything is in it, work of one lane is done. */
export const inOneLane = (shape: LimiterShape): LimiterShape =>
  shape.kind === 'concurrency'
    ? { ...shape, lanes: constant(1) }
    : shape.kind === 'all'
      ? { ...shape, of: shape.of.map(inOneLane) }
      : shape;

/** The longest pause that a limiter makes before it goes on with what waits. */
export function longestPause(shape: LimiterShape, environment: Environment, busyMs: number): number {
  const high = (quantity: Parameters<typeof countOf>[0]): number => countOf(quantity, environment).high;
  switch (shape.kind) {
    case 'concurrency':
      return busyMs;
    case 'window':
      return high(shape.intervalMs);
    case 'bucket':
      return high(shape.intervalMs);
    case 'spacing':
      return high(shape.gapMs);
    case 'cache':
      return 0;
    case 'all':
      return shape.of.reduce((sum, part) => sum + longestPause(part, environment, busyMs), 0);
  }
}

/** A limiter that releases as soon as its own bound allows keeps every bound that its input had. */
export function isGreedy(shape: LimiterShape): boolean {
  switch (shape.kind) {
    case 'spacing':
      return true;
    case 'window':
      return shape.overshoot === 0 && (shape.resets ?? 1) === 1;
    case 'bucket':
      return !shape.steps;
    default:
      return false;
  }
}
