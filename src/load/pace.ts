import { multiply } from './quantity.js';

/** How fast a body can issue requests when a loop repeats it and each repetition may take another branch. */
export interface Pace {
  readonly requests: number;
  /** The least time that a run with this many requests takes. */
  readonly ms: number;
}

/**
 * `points`: every run has at most as many requests, in at least as much time, as some mixture of these says;
 * undefined when a run may be endless. `rate`: requests per ms that no run exceeds on the whole.
 */
export interface Paces {
  readonly points: readonly Pace[] | undefined;
  readonly rate: number;
}

const maxPoints = 8;

/** Only the points that some price of time makes the best ones: others never bound anything. */
export function pacesOf(points: readonly Pace[], rate = Infinity): Paces {
  if (points.some((point) => point.requests === Infinity || point.ms === Infinity))
    return { points: undefined, rate };
  const hull: Pace[] = [];
  for (const point of [...points].sort((a, b) => a.ms - b.ms || b.requests - a.requests)) {
    if ((hull.at(-1)?.requests ?? -1) >= point.requests) continue;
    while (hull.length >= 2 && !turnsDown(hull[hull.length - 2], hull[hull.length - 1], point)) hull.pop();
    hull.push(point);
  }
  const bounded = Math.max(0, ...hull.map(rateOf));
  return { points: hull.length > maxPoints ? coarser(hull) : hull, rate: Math.min(rate, bounded) };
}

const rateOf = ({ requests, ms }: Pace): number => (requests === 0 ? 0 : ms > 0 ? requests / ms : Infinity);

function turnsDown(a: Pace | undefined, b: Pace | undefined, c: Pace): boolean {
  if (a === undefined || b === undefined) return true;
  return (b.requests - a.requests) * (c.ms - b.ms) > (c.requests - b.requests) * (b.ms - a.ms);
}

/** Joins neighbours into points that are at least as fast as both. */
function coarser(hull: readonly Pace[]): Pace[] {
  const joined: Pace[] = [];
  for (let i = 0; i < hull.length; i += 2) {
    const [a, b = a] = [hull[i], hull[i + 1]];
    if (a !== undefined && b !== undefined) joined.push({ requests: b.requests, ms: a.ms });
  }
  return joined.length > maxPoints ? coarser(joined) : joined;
}

/** One run after the other. */
export function pacesInSequence(a: Paces, b: Paces): Paces {
  const rate = Math.max(a.rate, b.rate);
  return combined(a, b, rate, (x, y) => ({ requests: x.requests + y.requests, ms: x.ms + y.ms }));
}

/** Both at once. */
export function pacesInParallel(a: Paces, b: Paces): Paces {
  return combined(a, b, a.rate + b.rate, (x, y) => ({
    requests: x.requests + y.requests,
    ms: Math.max(x.ms, y.ms),
  }));
}

/** Either. */
export function pacesOfEither(a: Paces, b: Paces): Paces {
  const rate = Math.max(a.rate, b.rate);
  if (a.points === undefined || b.points === undefined) return { points: undefined, rate };
  return pacesOf([...a.points, ...b.points], rate);
}

/** From `low` to `high` runs, `lanes` of them at once. */
export function pacesOfLoop(body: Paces, low: number, high: number, lanes: number): Paces {
  const rate = multiply(body.rate, Math.min(lanes, high));
  if (body.points === undefined || high === Infinity) return { points: undefined, rate };
  const times = (n: number) => (point: Pace) => ({
    requests: point.requests * n,
    ms: n === 0 ? 0 : lanes === Infinity ? point.ms : point.ms * Math.max(1, n / lanes),
  });
  return pacesOf([...body.points.map(times(low)), ...body.points.map(times(high))]);
}

function combined(a: Paces, b: Paces, rate: number, join: (x: Pace, y: Pace) => Pace): Paces {
  const [left, right] = [a.points, b.points];
  if (left === undefined || right === undefined) return { points: undefined, rate };
  return pacesOf(left.flatMap((x) => right.map((y) => join(x, y))));
}
