import type { Curve } from './curve.js';
import { at, highest, lastOf, line, lowest, none, repeated, scaled, summed } from './curve.js';
import type { Density } from './density.js';
import { acrossRuns, excessOver, noDensity, remembered, straddling, underLine } from './density.js';
import type { Paces } from './pace.js';
import { pacesInParallel, pacesInSequence, pacesOf, pacesOfEither, pacesOfLoop } from './pace.js';
import type { Interval } from './quantity.js';
import { multiply } from './quantity.js';

/** When the requests of one run can be issued. All times in ms from the run's start. */
export interface Profile {
  readonly count: Interval;
  readonly duration: Interval;
  /** Most requests that can be out by an offset. */
  readonly early: Curve;
  /** Fewest requests that are surely out by an offset. */
  readonly late: Curve;
  /** The latest offsets of all requests that may come at all: what is left of its total is the most that can follow. */
  readonly latest: Curve;
  /** Most requests in the last x ms of a run. */
  readonly tail: Curve;
  /** The latest offset at which a request can be issued; -Infinity when there are none. */
  readonly span: number;
  /** Most requests in any window inside one run. */
  readonly density: Density;
  readonly paces: Paces;
}

export const emptyProfile: Profile = pause({ low: 0, high: 0 });

/** Time passes without a request. */
export function pause(duration: Interval): Profile {
  const paces = pacesOf([{ requests: 0, ms: duration.low }], 0);
  const count = { low: 0, high: 0 };
  return { count, duration, early: none, late: none, latest: none, tail: none, span: -Infinity, density: noDensity, paces };
}

/** One request, and the time until its answer. */
export function oneRequest(latency: Interval): Profile {
  return {
    count: { low: 1, high: 1 },
    duration: latency,
    early: at(0, 1),
    late: at(0, 1),
    latest: at(0, 1),
    tail: at(latency.low, 1),
    span: 0,
    density: () => 1,
    paces: pacesOf([{ requests: 1, ms: latency.low }]),
  };
}

/** One after the other. */
export function sequenceOf(profiles: readonly Profile[]): Profile {
  const whole = profiles.reduce((so, step) => (so === emptyProfile ? step : followedBy(so, step)), emptyProfile);
  if (profiles.length < 2 || profiles.every(isUniform)) return whole;
  const rate = Math.max(...profiles.map((step) => step.paces.rate));
  const side = (curve: Curve, of: (step: Profile) => Curve): Curve =>
    underPace(curve, rate, Math.max(...profiles.map((step) => excessOver(of(step), rate))), whole.count.high);
  return {
    ...whole,
    early: side(whole.early, (step) => step.early),
    tail: side(whole.tail, (step) => step.tail),
  };
}

function followedBy(a: Profile, b: Profile): Profile {
  const density: Density = (w) => Math.max(a.density(w), b.density(w), straddling(a.tail, b.early, w));
  return {
    count: added(a.count, b.count),
    duration: added(a.duration, b.duration),
    early: summed([{ by: 0, of: a.early }, { by: a.duration.low, of: b.early }]),
    late: summed([{ by: 0, of: a.late }, { by: a.duration.high, of: b.late }]),
    latest: summed([{ by: 0, of: a.latest }, { by: a.duration.high, of: b.latest }]),
    tail: summed([{ by: 0, of: b.tail }, { by: b.duration.low, of: a.tail }]),
    span: Math.max(a.span, b.span === -Infinity ? -Infinity : a.duration.high + b.span),
    density: b.count.high === 0 ? a.density : a.count.high === 0 ? b.density : remembered(density),
    paces: pacesInSequence(a.paces, b.paces),
  };
}

export function parallelOf(profiles: readonly Profile[]): Profile {
  const [first = emptyProfile, ...rest] = profiles;
  return rest.reduce(
    (a, b) => ({
      count: added(a.count, b.count),
      duration: {
        low: Math.max(a.duration.low, b.duration.low),
        high: Math.max(a.duration.high, b.duration.high),
      },
      early: summed([{ by: 0, of: a.early }, { by: 0, of: b.early }]),
      late: summed([{ by: 0, of: a.late }, { by: 0, of: b.late }]),
      latest: summed([{ by: 0, of: a.latest }, { by: 0, of: b.latest }]),
      tail: summed([withSlack(a, b), withSlack(b, a)]),
      span: Math.max(a.span, b.span),
      density: remembered((w) => a.density(w) + b.density(w)),
      paces: pacesInParallel(a.paces, b.paces),
    }),
    first,
  );
}

/**
 * The end of a branch inside the whole: the whole ends later where the other branch surely takes longer, and a branch
 * that only issues requests at its start is at least as far from the end as either is long.
 */
function withSlack(branch: Profile, other: Profile): { by: number; of: Curve } {
  const atStart = branch.span <= 0 && branch.count.high > 0;
  if (!atStart) return { by: Math.max(0, other.duration.low - branch.duration.high), of: branch.tail };
  const distance = Math.max(branch.duration.low, other.duration.low);
  return { by: 0, of: at(distance, branch.count.high) };
}

export function eitherOf(profiles: readonly Profile[]): Profile {
  const [first = emptyProfile, ...rest] = profiles;
  return rest.reduce(
    (a, b) => ({
      count: { low: Math.min(a.count.low, b.count.low), high: Math.max(a.count.high, b.count.high) },
      duration: {
        low: Math.min(a.duration.low, b.duration.low),
        high: Math.max(a.duration.high, b.duration.high),
      },
      early: highest([a.early, b.early]),
      late: lowest([a.late, b.late]),
      latest: latestOfEither(a, b),
      tail: highest([a.tail, b.tail]),
      span: Math.max(a.span, b.span),
      density: remembered((w) => Math.max(a.density(w), b.density(w))),
      paces: pacesOfEither(a.paces, b.paces),
    }),
    first,
  );
}

/** The most that can follow is the most that can follow in either: the smaller one counts as partly done. */
function latestOfEither(a: Profile, b: Profile): Curve {
  const total = Math.max(a.count.high, b.count.high);
  const raised = ({ latest, count }: Profile): Curve =>
    count.high === total ? latest : summed([{ by: 0, of: latest }, { by: 0, of: at(0, total - count.high) }]);
  return lowest([raised(a), raised(b)]);
}

/** `count` runs one after the other. */
export const loopOf = (body: Profile, count: Interval): Profile => lanesOf(body, count, { low: 1, high: 1 });

/** `count` runs that start together. */
export function burstOf(body: Profile, count: Interval): Profile {
  const { low, high } = count;
  return {
    count: scaledInterval(body.count, count),
    duration: { low: low === 0 ? 0 : body.duration.low, high: high === 0 ? 0 : body.duration.high },
    early: scaled(body.early, high),
    late: scaled(body.late, low),
    latest: scaled(body.latest, high),
    tail: scaled(body.tail, high),
    span: high === 0 ? -Infinity : body.span,
    density: remembered((w) => multiply(high, body.density(w))),
    paces: pacesOfLoop(body.paces, low, high, Infinity),
  };
}

/** `count` runs in order, at most `lanes` of them at once. */
export function lanesOf(body: Profile, count: Interval, lanes: Interval): Profile {
  if (count.high === 0) return emptyProfile;
  if (lanes.low >= count.high) return burstOf(body, count);
  const wide = Math.min(lanes.high, count.high);
  const narrow = Math.max(1, Math.min(lanes.low, count.high));
  const rounds = {
    low: Math.max(count.low > 0 ? 1 : 0, Math.ceil(count.low / wide)),
    high: Math.ceil(count.high / narrow),
  };
  const shortest = body.duration.low;
  return {
    count: scaledInterval(body.count, count),
    duration: scaledInterval(body.duration, rounds),
    early: paced(body, grouped(body.early, count.high, wide, shortest, 'up'), body.early, count.high, wide),
    late: grouped(body.late, count.low, narrow, body.duration.high, 'down'),
    latest: grouped(body.latest, count.high, narrow, body.duration.high, 'down'),
    tail: paced(body, grouped(body.tail, count.high, wide, shortest, 'up'), body.tail, count.high, wide),
    span: body.span === -Infinity ? -Infinity : multiply(rounds.high - 1, body.duration.high) + body.span,
    density: remembered(lanesDensity(body, count.high, wide)),
    paces: pacesOfLoop(body.paces, count.low, count.high, wide),
  };
}

/** Groups of `wide` copies, a group each `period`, and what remains in a last group. */
function grouped(curve: Curve, count: number, wide: number, period: number, round: 'up' | 'down'): Curve {
  if (wide >= count) return scaled(curve, count);
  const groups = Math.floor(count / wide);
  const left = count === Infinity ? 0 : count % wide;
  return summed([
    { by: 0, of: repeated(scaled(curve, wide), groups, period, round) },
    { by: multiply(groups, period), of: scaled(curve, left) },
  ]);
}

/** Where runs differ in length, the shortest run is not the one with the most requests: the pace bounds them together. */
function paced(body: Profile, curve: Curve, one: Curve, count: number, wide: number): Curve {
  const { rate } = body.paces;
  if (isUniform(body) || rate === Infinity) return curve;
  return underPace(curve, rate * wide, multiply(wide, excessOver(one, rate)), multiply(count, body.count.high));
}

/** No more than whole runs at the best pace, and what one of them is ahead of it. */
const underPace = (curve: Curve, rate: number, burst: number, total: number): Curve =>
  rate === 0 || rate === Infinity || curve.kind === 'none' ? curve : lowest([curve, line(burst, rate, total)]);

const isUniform = (body: Profile): boolean => body.paces.points?.length === 1;

function lanesDensity(body: Profile, count: number, wide: number): Density {
  const total = multiply(count, body.count.high);
  const { rate } = body.paces;
  const mixed = !isUniform(body) && rate !== Infinity && rate > 0;
  const burst = mixed ? excessOver(body.early, rate) + excessOver(body.tail, rate) : 0;
  return (w) => {
    const inside = body.density(w);
    let lane = Math.max(inside, acrossRuns(body.tail, body.early, body.count.high, body.duration.low, count, w));
    if (mixed) lane = Math.min(lane, Math.max(inside, underLine(burst, rate, w)));
    return Math.min(total, multiply(wide, lane));
  };
}

/** A run of unknown length between two that are known: the upper side of one, the lower side of the other. */
export function spanning(least: Profile, most: Profile): Profile {
  return {
    ...most,
    count: { low: Math.min(least.count.low, most.count.low), high: most.count.high },
    duration: { low: Math.min(least.duration.low, most.duration.low), high: most.duration.high },
    late: least.late,
    paces: pacesOfEither(least.paces, most.paces),
  };
}

/** The same run, started up to `ms` late. */
export const delayedUpTo = (profile: Profile, ms: number): Profile =>
  ms === 0
    ? profile
    : {
        ...profile,
        late: summed([{ by: ms, of: profile.late }]),
        latest: summed([{ by: ms, of: profile.latest }]),
        span: profile.span + ms,
      };

/** Offset of the last request when all goes as fast as it can. */
export const quickest = (profile: Profile): number => Math.max(0, lastOf(profile.early));

const added = (a: Interval, b: Interval): Interval => ({ low: a.low + b.low, high: a.high + b.high });

const scaledInterval = (a: Interval, by: Interval): Interval => ({
  low: multiply(a.low, by.low),
  high: multiply(a.high, by.high),
});
