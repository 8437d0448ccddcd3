/** Instants at which runs start, in ms: for ever at fixed offsets of a period, or a sorted list. */
export type Instants =
  | { readonly kind: 'lattice'; readonly period: number; readonly offsets: readonly number[] }
  | { readonly kind: 'list'; readonly times: readonly number[] };

export const onceAtZero: Instants = { kind: 'list', times: [0] };

/** Every `period` ms, for ever; at most a thousand a millisecond. */
export const every = (period: number): Instants => ({
  kind: 'lattice',
  period: Math.max(period, 1e-3),
  offsets: [0],
});

/** How many instants lie in the half-open `(after, upTo]`. */
export function countWithin(instants: Instants, after: number, upTo: number): number {
  return upTo <= after ? 0 : rank(instants, upTo) - rank(instants, after);
}

/** The instants in `(after, upTo]`, in order. */
export function* within(instants: Instants, after: number, upTo: number): Generator<number> {
  const first = rank(instants, after);
  // Counted, not compared: far from zero, one more is the same number.
  for (let i = 0, count = rank(instants, upTo) - first; i < count; i++) {
    const time = nth(instants, first + i);
    if (time === undefined || time > upTo) return;
    yield time;
  }
}

/** What a measure gives for all instants in `(after, upTo]` together. */
export function sumWithin(
  instants: Instants,
  after: number,
  upTo: number,
  measure: (time: number) => number,
): number {
  let sum = 0;
  if (instants.kind === 'lattice' && instants.offsets.length === 1) {
    const { period } = instants;
    const offset = instants.offsets[0] ?? 0;
    const first = rank(instants, after);
    for (let i = 0, count = rank(instants, upTo) - first; i < count; i++)
      sum += measure((first + i) * period + offset);
    return sum;
  }
  for (const time of within(instants, after, upTo)) sum += measure(time);
  return sum;
}

/** The number of instants at or before `time`; a lattice counts from zero, backwards below it. */
function rank(instants: Instants, time: number): number {
  if (instants.kind === 'list') return insertionPoint(instants.times, time);
  const { period, offsets } = instants;
  const round = Math.floor(time / period);
  return round * offsets.length + insertionPoint(offsets, time - round * period);
}

function nth(instants: Instants, at: number): number | undefined {
  if (instants.kind === 'list') return instants.times[at];
  const { period, offsets } = instants;
  const round = Math.floor(at / offsets.length);
  const offset = offsets[at - round * offsets.length];
  return offset === undefined ? undefined : round * period + offset;
}

/** How many of the sorted values are at most `limit`. */
function insertionPoint(values: readonly number[], limit: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? Infinity) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The same lattice with the shortest period that gives it. */
export function folded(instants: Instants): Instants {
  if (instants.kind === 'list') return instants;
  const { period, offsets } = instants;
  const n = offsets.length;
  for (let parts = n; parts > 1; parts--) {
    const short = period / parts;
    if (n % parts !== 0 || !Number.isInteger(short)) continue;
    const each = n / parts;
    if (offsets.every((offset, i) => i < each || offset === (offsets[i - each] ?? NaN) + short)) {
      return { kind: 'lattice', period: short, offsets: offsets.slice(0, each) };
    }
  }
  return instants;
}

/** The shortest time after which all lattices repeat; undefined where that is beyond `limit` or one is a list. */
export function commonPeriod(all: readonly Instants[], limit: number): number | undefined {
  let common = 1;
  for (const instants of all) {
    if (instants.kind === 'list' || !Number.isInteger(instants.period)) return undefined;
    common = (common / divisor(common, instants.period)) * instants.period;
    if (common > limit) return undefined;
  }
  return common;
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
