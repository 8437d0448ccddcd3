import { summed } from './curve.js';
import { remembered } from './density.js';
import type { Profile } from './profile.js';
import { eitherOf, emptyProfile, parallelOf, pause, sequenceOf } from './profile.js';
import type { Interval } from './quantity.js';
import { multiply } from './quantity.js';
import { burstOf, grouped, lanesOf } from './repeat.js';

/** A run as what comes after it sees it: the part that is waited for, and what was started aside. */
export interface Course {
  readonly awaited: Profile;
  /** Measured from the run's start; it may go on after the run is over. */
  readonly aside: Profile;
}

export const onlyAwaited = (awaited: Profile): Course => ({ awaited, aside: emptyProfile });
/** What goes on aside without a request is of no interest to anybody. */
export function onlyAside(course: Course): Course {
  const whole = wholeOf(course);
  return { awaited: emptyProfile, aside: whole.count.high === 0 ? emptyProfile : whole };
}

/** Everything that a run issues, when nothing comes after it. */
export const wholeOf = ({ awaited, aside }: Course): Profile =>
  aside === emptyProfile ? awaited : parallelOf([awaited, aside]);

export function courseInSequence(courses: readonly Course[]): Course {
  const asides: Profile[] = [];
  let passed: Interval = { low: 0, high: 0 };
  for (const { awaited, aside } of courses) {
    if (aside !== emptyProfile) asides.push(startedAfter(aside, passed));
    passed = { low: passed.low + awaited.duration.low, high: passed.high + awaited.duration.high };
  }
  return { awaited: sequenceOf(courses.map((course) => course.awaited)), aside: parallelOf(asides) };
}

export const courseInParallel = (courses: readonly Course[]): Course => ({
  awaited: parallelOf(courses.map((course) => course.awaited)),
  aside: parallelOf(courses.map((course) => course.aside).filter((aside) => aside !== emptyProfile)),
});

/** The first of several intervals to end. */
export const soonest = (all: readonly Interval[]): Interval => ({
  low: Math.min(...all.map(({ low }) => low)),
  high: Math.min(...all.map(({ high }) => high)),
});

/** What takes part in a race, and when it, or the first of what it starts, is done. */
export interface Racer {
  readonly whole: Course;
  readonly first: Interval;
}

/** All start together, and the first one to end is waited for: the one that surely is, or nobody knows which. */
export function courseOfRace(racers: readonly Racer[]): Course {
  const end = soonest(racers.map(({ first }) => first));
  const winner = racers.find(
    (racer) =>
      racer.whole.awaited.duration.high <= end.high &&
      racers.every((other) => other === racer || racer.whole.awaited.duration.high <= other.first.low),
  );
  const left = racers.map((racer) => (racer === winner ? racer.whole.aside : wholeOf(racer.whole)));
  return {
    awaited: winner?.whole.awaited ?? pause(end),
    aside: parallelOf(left.filter(({ count }) => count.high > 0)),
  };
}

export function courseOfEither(courses: readonly Course[]): Course {
  const asides = courses.map((course) => course.aside);
  return {
    awaited: eitherOf(courses.map((course) => course.awaited)),
    aside: asides.every((aside) => aside === emptyProfile) ? emptyProfile : eitherOf(asides),
  };
}

export const courseOfBurst = ({ awaited, aside }: Course, count: Interval): Course => ({
  awaited: burstOf(awaited, count),
  aside: aside === emptyProfile ? aside : burstOf(aside, count),
});

export function courseOfLanes({ awaited, aside }: Course, count: Interval, lanes: Interval): Course {
  return {
    awaited: lanesOf(awaited, count, lanes),
    aside: aside === emptyProfile ? aside : startedInTurn(aside, awaited.duration, count, lanes),
  };
}

/** The same requests, begun some time later. */
function startedAfter(profile: Profile, delay: Interval): Profile {
  return {
    ...profile,
    early: summed([{ by: delay.low, of: profile.early }]),
    late: summed([{ by: delay.high, of: profile.late }]),
    latest: summed([{ by: delay.high, of: profile.latest }]),
    span: profile.span === -Infinity ? -Infinity : profile.span + delay.high,
    duration: { low: profile.duration.low + delay.low, high: profile.duration.high + delay.high },
  };
}

/** A run started aside in each round of a loop: the rounds keep their distance, what they start may overlap. */
function startedInTurn(aside: Profile, round: Interval, count: Interval, lanes: Interval): Profile {
  const wide = Math.min(lanes.high, count.high);
  const narrow = Math.max(1, Math.min(lanes.low, count.high));
  const total = multiply(count.high, aside.count.high);
  // What is over before the next round never meets what that one starts.
  const inTurn =
    wide === 1 && aside.duration.high <= round.low
      ? lanesOf(parallelOf([aside, pause(round)]), count, { low: 1, high: 1 })
      : undefined;
  const last = multiply(Math.max(0, Math.ceil(count.high / narrow) - 1), round.high);
  return {
    ...aside,
    count: { low: multiply(count.low, aside.count.low), high: total },
    duration: { low: aside.duration.low, high: last + aside.duration.high },
    early: grouped(aside.early, count.high, wide, round.low, 'up'),
    late: grouped(aside.late, count.low, narrow, round.high, 'down'),
    latest: grouped(aside.latest, count.high, narrow, round.high, 'down'),
    span: last + aside.span,
    density: remembered((w) => {
      if (inTurn) return inTurn.density(w);
      const overlapping = round.low > 0 ? Math.ceil((w + Math.max(0, aside.span)) / round.low) : count.high;
      return Math.min(total, multiply(Math.min(count.high, wide * overlapping), aside.density(w)));
    }),
    paces: { points: undefined, rate: Infinity },
  };
}
