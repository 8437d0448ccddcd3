import type { Curve } from './curve.js';
import { at, highest, lastOf, line, lowest, none, summed } from './curve.js';
import type { Density } from './density.js';
import { excessOver, noDensity, remembered, straddling } from './density.js';
import type { Paces } from './pace.js';
import { pacesInParallel, pacesInSequence, pacesOf, pacesOfEither } from './pace.js';
import type { Interval } from './quantity.js';

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
  return {
    count,
    duration,
    early: none,
    late: none,
    latest: none,
    tail: none,
    span: -Infinity,
    density: noDensity,
    paces,
  };
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
  const whole = profiles.reduce(
    (so, step) => (so === emptyProfile ? step : followedBy(so, step)),
    emptyProfile,
  );
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
    early: summed([
      { by: 0, of: a.early },
      { by: a.duration.low, of: b.early },
    ]),
    late: summed([
      { by: 0, of: a.late },
      { by: a.duration.high, of: b.late },
    ]),
    latest: summed([
      { by: 0, of: a.latest },
      { by: a.duration.high, of: b.latest },
    ]),
    tail: summed([
      { by: 0, of: b.tail },
      { by: b.duration.low, of: a.tail },
    ]),
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
      early: summed([
        { by: 0, of: a.early },
        { by: 0, of: b.early },
      ]),
      late: summed([
        { by: 0, of: a.late },
        { by: 0, of: b.late },
      ]),
      latest: summed([
        { by: 0, of: a.latest },
        { by: 0, of: b.latest },
      ]),
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
    count.high === total
      ? latest
      : summed([
          { by: 0, of: latest },
          { by: 0, of: at(0, total - count.high) },
        ]);
  return lowest([raised(a), raised(b)]);
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

/** Whether every run has as many requests as any other in as little time. */
export const isUniform = (body: Profile): boolean => body.paces.points?.length === 1;

/** No more than whole runs at the best pace, and what one of them is ahead of it. */
export const underPace = (curve: Curve, rate: number, burst: number, total: number): Curve =>
  rate === 0 || rate === Infinity || burst === Infinity || curve.kind === 'none'
    ? curve
    : lowest([curve, line(burst, rate, total)]);

const added = (a: Interval, b: Interval): Interval => ({ low: a.low + b.low, high: a.high + b.high });
