import type { Course } from './course.js';
import {
  courseInParallel,
  courseInSequence,
  courseOfBurst,
  courseOfEither,
  courseOfLanes,
  courseOfRace,
  onlyAside,
  onlyAwaited,
  soonest,
  wholeOf,
} from './course.js';
import type { Profile } from './profile.js';
import { emptyProfile, oneRequest, pause, spanning } from './profile.js';
import type { Environment, Interval, Quantity } from './quantity.js';
import { countOf, symbol } from './quantity.js';
import type { LimiterShape, LimiterUse, Term } from './term.js';
import { partsOf, racersOf } from './term.js';

/** How a term is read: which values its symbols have, and which of its calls count. */
export interface Reading {
  readonly environment: Environment;
  /** With failing servers every retry is used; with healthy ones none is. */
  readonly failing: boolean;
  /** Only what is to be expected: what may happen besides is left out. */
  readonly usual?: true;
  /** Whether a limit counts this request, which passes these limiters (outermost first). */
  readonly selects: (request: number, limiters: readonly LimiterUse[]) => boolean;
  /** A limiter that is looked at from outside: what comes to it, as if it let all through. */
  readonly without?: string;
  /** How long a run waits for a limiter in all, at most: to pass, or for it to have nothing left to do. */
  readonly waits?: ((limiter: LimiterUse, what: 'passing' | 'idle') => number) | undefined;
}

/** The duration of a request where its term names no other. */
export const latency: Quantity = symbol('latency');

/** When the selected requests of one run can be issued. */
export const profileOf = (term: Term, reading: Reading): Profile => wholeOf(courseOf(term, reading, []));

const one: Interval = { low: 1, high: 1 };
const nothing = onlyAwaited(emptyProfile);

/** How long who runs a term waits for it: what it starts aside may go on. */
export const waitedFor = (term: Term, reading: Reading): Interval =>
  courseOf(term, reading, []).awaited.duration;

function courseOf(term: Term, reading: Reading, limiters: readonly LimiterUse[]): Course {
  if (reading.waits && isWaitingInAll(term)) {
    const wait = onlyAwaited(pause({ low: 0, high: waitIn(term, reading) }));
    return courseInSequence([wait, courseOf(term, { ...reading, waits: undefined }, limiters)]);
  }
  const of = (part: Term): Course => courseOf(part, reading, limiters);
  const value = (quantity: Quantity): Interval => countOf(quantity, reading.environment);
  // Of rounds that may be fewer, all are expected: how long they take is part of it.
  const rounds = (count: Quantity): Interval => {
    const { low, high } = whole(value(count));
    return { low: reading.usual && high !== Infinity ? high : low, high };
  };
  switch (term.kind) {
    case 'call': {
      const duration = value(term.latency ?? latency);
      return onlyAwaited(reading.selects(term.request, limiters) ? oneRequest(duration) : pause(duration));
    }
    case 'delay':
      return onlyAwaited(pause(value(term.ms)));
    case 'sequence':
      return courseInSequence(term.steps.map(of));
    case 'parallel':
      return courseInParallel(term.branches.map(of));
    case 'race':
      return courseOfRace(
        racersOf(term.branches, reading.usual === true).map((branch) => ({
          whole: of(branch),
          first: firstOf(branch, of),
        })),
      );
    case 'alternative':
      return courseOfEither(term.options.map(of));
    case 'sequential-loop':
      return courseOfLanes(of(term.body), rounds(term.count), one);
    case 'parallel-loop': {
      const lanes = lanesIn(term.body, reading.without);
      const count = rounds(term.count);
      return lanes === undefined
        ? courseOfBurst(of(term.body), count)
        : courseOfLanes(of(term.body), count, whole(value(lanes)));
    }
    case 'lanes':
      return courseOfLanes(of(term.body), rounds(term.count), whole(value(term.lanes)));
    case 'chunk':
      return chunked(term, of(term.body), value);
    case 'retry':
      return reading.failing
        ? retried(of(term.body), value(term.attempts).high, term.waitsMs.map(value))
        : of(term.body);
    case 'limited':
      return courseOf(term.body, reading, [...limiters, term.limiter]);
    case 'step':
      return of(term.body);
    case 'idle':
      return nothing;
    case 'background':
      return onlyAside(of(term.body));
    case 'on-failure':
      // Not only requests fail: what can't be known to hold may throw while the server is well.
      return courseOfEither([nothing, of(term.body)]);
    case 'unexpected':
      return reading.usual ? nothing : courseOfEither([nothing, of(term.body)]);
    case 'unknown':
      return nothing;
  }
}

/** What waits for its limiters so long in all, however often it passes them. */
const isWaitingInAll = ({ kind }: Term): boolean =>
  ['limited', 'idle', 'sequential-loop', 'parallel-loop', 'lanes', 'chunk', 'retry'].includes(kind);

/** How long a piece can be late by what its limiters make it wait for. */
function waitIn(term: Term, { waits, without }: Reading): number {
  const found = new Map<string, number>();
  const look = (part: Term): void => {
    // Nothing comes after what only passes a limiter aside.
    if (part.kind === 'background' && part.body.kind !== 'sequence') return;
    if ((part.kind === 'limited' || part.kind === 'idle') && part.limiter.id !== without) {
      const what = part.kind === 'idle' ? 'idle' : 'passing';
      const ms = waits?.(part.limiter, what) ?? 0;
      found.set(part.limiter.id, Math.max(ms, found.get(part.limiter.id) ?? 0));
    }
    for (const inner of partsOf(part)) look(inner);
  };
  look(term);
  return [...found.values()].reduce((sum, ms) => sum + ms, 0);
}

/** When the first of what a racer starts is done. */
function firstOf(racer: Term, of: (part: Term) => Course): Interval {
  if (racer.kind === 'parallel-loop') return firstOf(racer.body, of);
  return racer.kind === 'parallel'
    ? soonest(racer.branches.map((branch) => firstOf(branch, of)))
    : of(racer).awaited.duration;
}

/** Counts are whole: a share of a run is a run. */
const whole = ({ low, high }: Interval): Interval => ({
  low: Math.ceil(low - 1e-9),
  high: Math.ceil(high - 1e-9),
});

/** A loop whose body stands wholly inside a concurrency limiter has that many lanes. */
function lanesIn(body: Term, without: string | undefined): Quantity | undefined {
  if (body.kind !== 'limited' || body.limiter.id === without || body.limiter.isMany) return undefined;
  return lanesOfShape(body.limiter.shape);
}

/** How many may run at once, where a limiter says it. */
export function lanesOfShape(shape: LimiterShape): Quantity | undefined {
  if (shape.kind === 'concurrency') return shape.lanes;
  if (shape.kind !== 'all') return undefined;
  const found = shape.of.map(lanesOfShape).filter((lanes) => lanes !== undefined);
  return found.length === 0 ? undefined : { kind: 'minimum', of: found };
}

function chunked(
  term: Extract<Term, { kind: 'chunk' }>,
  body: Course,
  value: (quantity: Quantity) => Interval,
): Course {
  const count = whole(value(term.count));
  const size = whole(value(term.size));
  const gap = onlyAwaited(pause(value(term.gapMs)));
  const burst = (n: number): Course => courseOfBurst(body, exactly(n));
  const inTurn = (group: Course, n: number): Course => courseOfLanes(group, exactly(n), one);
  const groups = (n: number, wide: number): Course => {
    const each = Math.max(1, wide);
    if (n <= 0) return nothing;
    if (each >= n) return courseInSequence(term.trailingGap ? [burst(n), gap] : [burst(n)]);
    const full = n === Infinity ? Infinity : Math.floor(n / each);
    const left = n === Infinity ? 0 : n % each;
    const group = courseInSequence([burst(each), gap]);
    if (left === 0 && !term.trailingGap) return courseInSequence([inTurn(group, full - 1), burst(each)]);
    return courseInSequence([
      inTurn(group, full),
      ...(left > 0 ? [burst(left)] : []),
      ...(left > 0 && term.trailingGap ? [gap] : []),
    ]);
  };
  const most = groups(count.high, size.high);
  if (count.low === count.high && size.low === size.high) return most;
  const least = groups(count.low, size.low).awaited;
  const longest = groups(count.high, size.low).awaited;
  const shortest = groups(count.low, size.high).awaited.duration.low;
  return {
    aside: most.aside,
    awaited: {
      ...spanning(least, most.awaited),
      latest: longest.latest,
      duration: { low: shortest, high: longest.duration.high },
      span: Math.max(most.awaited.span, longest.span),
    },
  };
}

const exactly = (n: number): Interval => ({ low: n, high: n });

/** Any number of attempts up to all of them. */
function retried(body: Course, attempts: number, waits: readonly Interval[]): Course {
  if (attempts <= 1) return body;
  const last = waits.at(-1) ?? { low: 0, high: 0 };
  const wait = (failure: number): Course => onlyAwaited(pause(waits[failure - 1] ?? last));
  const all =
    attempts === Infinity
      ? courseOfLanes(courseInSequence([body, wait(Infinity)]), exactly(Infinity), one)
      : courseInSequence(
          Array.from({ length: attempts }, (_, i) => (i === 0 ? [body] : [wait(i), body])).flat(),
        );
  return { awaited: spanning(body.awaited, all.awaited), aside: all.aside };
}
