import { multiply } from './quantity.js';

/**
 * Cumulative counts over time as small trees: how many requests lie at offsets up to x (in ms).
 * Trees stay as small as the code they come from, however often a loop runs. Negative offsets hold nothing.
 */
export type Curve =
  | { readonly kind: 'none' }
  | ({ readonly kind: 'at'; readonly offset: number } & Extent)
  | ({ readonly kind: 'sum'; readonly parts: readonly Shifted[] } & Extent)
  | ({ readonly kind: 'scaled'; readonly by: number; readonly of: Curve } & Extent)
  | ({
      readonly kind: 'repeated';
      readonly times: number;
      readonly period: number;
      readonly of: Curve;
      readonly round: Rounding;
    } & Extent)
  /** The highest (or lowest) of several curves at each point. */
  | ({ readonly kind: 'highest' | 'lowest'; readonly of: readonly Curve[] } & Extent)
  /** `burst + rate * x`, rounded down, at most `total`. */
  | ({ readonly kind: 'line'; readonly burst: number; readonly rate: number } & Extent);

interface Extent {
  readonly total: number;
  /** Offset of the first and of the last request. */
  readonly first: number;
  readonly last: number;
}

export interface Shifted {
  readonly by: number;
  readonly of: Curve;
}

/** Which way an evaluation may err when a repetition overlaps itself too often for its copies to be added up one by one. */
export type Rounding = 'up' | 'down';

/** Offsets that differ by less are equal: sums of durations end in rounding noise. */
export const timeTolerance = 1e-6;
/** Copies that one repetition looks at, and that all repetitions within one another do, at one offset. */
const maxOverlaps = 2048;
const maxCopies = 8192;
/** Groups of copies where there are more: each costs as much as a copy, and bounds are asked for at many offsets. */
const maxGroups = 64;

export const none: Curve = { kind: 'none' };
export const totalOf = (curve: Curve): number => (curve.kind === 'none' ? 0 : curve.total);
export const firstOf = (curve: Curve): number => (curve.kind === 'none' ? Infinity : curve.first);
export const lastOf = (curve: Curve): number => (curve.kind === 'none' ? -Infinity : curve.last);

/** `total` requests at one offset. */
export const at = (offset: number, total: number): Curve =>
  total <= 0 || offset === Infinity ? none : { kind: 'at', offset, total, first: offset, last: offset };

/** All requests of the parts, each part moved by its offset. */
export function summed(parts: readonly Shifted[]): Curve {
  const flat: Shifted[] = [];
  const points = new Map<number, number>();
  const add = ({ by, of }: Shifted): void => {
    if (of.kind === 'none' || by === Infinity) return;
    if (of.kind === 'sum') for (const inner of of.parts) add({ by: by + inner.by, of: inner.of });
    else if (of.kind === 'at') points.set(by + of.offset, (points.get(by + of.offset) ?? 0) + of.total);
    else flat.push({ by, of });
  };
  for (const part of parts) add(part);
  for (const [offset, total] of points) flat.push({ by: 0, of: at(offset, total) });
  const [only, ...rest] = flat;
  if (only === undefined) return none;
  if (rest.length === 0 && only.by === 0) return only.of;
  return {
    kind: 'sum',
    parts: flat,
    total: flat.reduce((total, part) => total + totalOf(part.of), 0),
    first: Math.min(...flat.map((part) => part.by + firstOf(part.of))),
    last: Math.max(...flat.map((part) => part.by + lastOf(part.of))),
  };
}

export function scaled(curve: Curve, by: number): Curve {
  if (curve.kind === 'none' || by <= 0) return none;
  if (by === 1) return curve;
  if (curve.kind === 'at') return at(curve.offset, curve.total * by);
  return { kind: 'scaled', by, of: curve, total: curve.total * by, first: curve.first, last: curve.last };
}

/** `times` copies, each `period` after the one before. */
export function repeated(curve: Curve, times: number, period: number, round: Rounding): Curve {
  if (curve.kind === 'none' || times <= 0) return none;
  if (times === 1 || period === Infinity) return curve;
  if (period <= 0) return scaled(curve, times);
  const last = curve.last + (times - 1) * period;
  return {
    kind: 'repeated',
    times,
    period,
    of: curve,
    round,
    total: curve.total * times,
    first: curve.first,
    last,
  };
}

export function highest(curves: readonly Curve[]): Curve {
  const some = curves.filter((curve) => curve.kind !== 'none');
  const [only, ...rest] = some;
  if (only === undefined) return none;
  if (rest.length === 0) return only;
  const total = Math.max(...some.map(totalOf));
  const first = Math.min(...some.map(firstOf));
  return { kind: 'highest', of: some, total, first, last: Math.max(...some.map(lastOf)) };
}

export function lowest(curves: readonly Curve[]): Curve {
  const [only, ...rest] = curves;
  if (only === undefined || curves.some((curve) => curve.kind === 'none')) return none;
  if (rest.length === 0) return only;
  const total = Math.min(...curves.map(totalOf));
  const first = Math.max(...curves.map(firstOf));
  return { kind: 'lowest', of: curves, total, first, last: Math.max(...curves.map(lastOf)) };
}

/** A bucket of `burst` that fills at `rate` a millisecond, of `total` requests in all. */
export function line(burst: number, rate: number, total: number): Curve {
  if (total <= 0) return none;
  const reaches = (count: number): number =>
    count <= burst ? 0 : rate > 0 ? (count - burst) / rate : Infinity;
  return { kind: 'line', burst, rate, total, first: reaches(1), last: reaches(total) };
}

/** Requests at offsets of at most `x`. */
export const upTo = (curve: Curve, x: number): number => count(curve, x + timeTolerance);

/** Requests at offsets below `x`. */
export const before = (curve: Curve, x: number): number => count(curve, x - timeTolerance);

function count(curve: Curve, x: number, copies = maxCopies): number {
  if (curve.kind === 'none' || x < curve.first) return 0;
  if (x >= curve.last) return curve.total;
  switch (curve.kind) {
    case 'at':
      return curve.total;
    case 'sum': {
      let total = 0;
      for (const part of curve.parts) total += count(part.of, x - part.by, copies);
      return total;
    }
    case 'scaled':
      return count(curve.of, x, copies) * curve.by;
    case 'highest':
      return Math.max(...curve.of.map((of) => count(of, x, copies)));
    case 'lowest':
      return Math.min(...curve.of.map((of) => count(of, x, copies)));
    case 'line':
      return x < 0 ? 0 : Math.min(curve.total, Math.floor(curve.burst + curve.rate * x + 1e-9));
    case 'repeated':
      return countRepeated(curve, x, copies);
  }
}

/**
 * Copies that overlap are added up one by one; more than may be looked at, in groups: each copy of a group holds what
 * its first holds, which has gone on for longest, or its last.
 */
function countRepeated(curve: Extract<Curve, { kind: 'repeated' }>, x: number, copies: number): number {
  const { times, period, of, round } = curve;
  const whole = clamp(Math.floor((x - lastOf(of)) / period) + 1, 0, times);
  const begun = clamp(Math.floor((x - firstOf(of)) / period) + 1, whole, times);
  const most = Math.min(maxOverlaps, copies);
  const size = begun - whole <= most ? 1 : Math.ceil((begun - whole) / Math.min(maxGroups, most));
  const left = Math.max(1, Math.floor((copies * size) / (begun - whole)));
  let sum = multiply(whole, totalOf(of));
  for (let copy = whole; copy < begun; copy += size) {
    const held = Math.min(size, begun - copy);
    sum += multiply(held, count(of, x - (round === 'up' ? copy : copy + held - 1) * period, left));
  }
  return sum;
}

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

/**
 * Adds to `into` the offsets in `(from, to]` at which requests may lie, moved by `shift`.
 * False when there are more than `limit` in all, or too many to tell.
 */
export function jumpsWithin(
  curve: Curve,
  from: number,
  to: number,
  into: number[],
  limit: number,
  shift = 0,
): boolean {
  if (curve.kind === 'none' || to < curve.first - timeTolerance || from > curve.last + timeTolerance)
    return true;
  switch (curve.kind) {
    case 'at':
      if (curve.offset > from - timeTolerance && curve.offset <= to + timeTolerance)
        into.push(curve.offset + shift);
      return into.length <= limit;
    case 'sum':
      return curve.parts.every((part) =>
        jumpsWithin(part.of, from - part.by, to - part.by, into, limit, shift + part.by),
      );
    case 'scaled':
      return jumpsWithin(curve.of, from, to, into, limit, shift);
    case 'highest':
    case 'lowest':
      return curve.of.every((of) => jumpsWithin(of, from, to, into, limit, shift));
    case 'line': {
      const low = Math.max(1, Math.floor(curve.burst + curve.rate * Math.max(0, from)));
      const high = Math.min(curve.total, Math.ceil(curve.burst + curve.rate * Math.max(0, to)));
      if (!(high - low + into.length <= limit)) return false;
      for (let n = low; n <= high; n++) into.push(shift + Math.max(0, (n - curve.burst) / curve.rate));
      return true;
    }
    case 'repeated': {
      const low = clamp(Math.ceil((from - lastOf(curve.of)) / curve.period - timeTolerance), 0, curve.times);
      const high = clamp(
        Math.floor((to - firstOf(curve.of)) / curve.period + timeTolerance),
        -1,
        curve.times - 1,
      );
      if (!(high - low + into.length <= limit)) return false;
      for (let copy = low; copy <= high; copy++) {
        const by = copy * curve.period;
        if (!jumpsWithin(curve.of, from - by, to - by, into, limit, shift + by)) return false;
      }
      return true;
    }
  }
}
