import { timetables } from './calendar/timetable.js';
import type { Density } from './density.js';
import type { Flow } from './flow.js';
import type { Instants } from './instants.js';
import { every, folded, within } from './instants.js';
import type { Profile } from './profile.js';
import { delayedUpTo } from './profile.js';
import { loopOf } from './repeat.js';
import type { Reading } from './profile-of.js';
import { profileOf } from './profile-of.js';
import { constant, countOf, symbol } from './quantity.js';
import { delay, parallelLoop, sequence, sequentialLoop } from './term.js';
import type { Effort, Stream } from './window.js';
import { surelyIssued, worstAlignedWindow, worstWindow } from './window.js';

/** What is asked of a set of flows. */
export interface Question {
  readonly reading: Reading;
  /** Window length in ms. */
  readonly w: number;
  /**
   * `any`: the most in any window. `aligned`: the same, where flows that keep to the clock are counted in windows
   * that do so too. `sure`: what the worst window holds at least.
   */
  readonly windows: 'any' | 'aligned' | 'sure';
  /** Every symbol is one number: schedules that leave runs out do so as these numbers say. */
  readonly exact: boolean;
  /** A value above which the precise answer doesn't matter. */
  readonly enough?: number | undefined;
  /** Whether `enough` is exceeded is all that is asked: where it isn't, any value up to it may be given. */
  readonly onlyExceeds?: boolean | undefined;
  readonly effort?: Effort | undefined;
}

const endless = { low: Infinity, high: Infinity };
const maxStartupRuns = 20_000;
/** Guards that run late look again this often: croner's `protect`. */
const lateStepMs = 30_000;

/**
 * Requests of the flows in the worst window. Flows that keep to the same clock are added up at the same instant; a flow
 * whose phase nobody knows adds its own worst window; what starts with the process is looked at together.
 */
export function windowLoad(flows: readonly Flow[], question: Question): number {
  const active = flows
    .map((flow) => ({ flow, profile: runProfile(flow, question.reading) }))
    .filter(({ profile }) => profile.count.high > 0);
  const clock = active.filter(({ flow }) => flow.trigger.kind === 'calendar');
  const loops = active.filter(({ flow }) => flow.trigger.kind === 'after-completion');
  const process = active.filter(
    ({ flow }) => flow.trigger.kind === 'periodic' || flow.trigger.kind === 'once',
  );
  const events = active.filter(({ flow }) => flow.trigger.kind === 'event');
  if (question.windows !== 'sure' && active.some(({ profile }) => profile.density(question.w) === Infinity))
    return Infinity;
  const { enough = Infinity } = question;
  // The cheapest first: what is without a bound needs no search.
  const parts = [
    () => total(events.map(({ flow, profile }) => eventLoad(flow, profile, question))),
    () => total(loops.map(({ profile }) => ofRun(profile, question))),
    () => processLoad([...process, ...clock.filter(({ flow }) => startsAtOnce(flow))], question),
    () => clockLoad(clock, { ...question, enough: enough - sum }),
  ];
  let sum = 0;
  for (const part of parts) if (sum !== Infinity && sum <= enough) sum += part();
  return sum;
}

interface Active {
  readonly flow: Flow;
  readonly profile: Profile;
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const startsAtOnce = ({ trigger }: Flow): boolean =>
  trigger.kind === 'once' ||
  ((trigger.kind === 'periodic' || trigger.kind === 'calendar') && trigger.immediate);

/** One run of a flow in all processes that run it; an after-completion loop is one endless run. */
export function runProfile(flow: Flow, reading: Reading): Profile {
  const { trigger } = flow;
  const perProcess = trigger.kind !== 'event' && trigger.reach === 'process';
  if (trigger.kind !== 'after-completion') {
    return profileOf(perProcess ? parallelLoop(symbol('replicas'), flow.term) : flow.term, reading);
  }
  // What a run starts aside may go on in the pause, and in later runs.
  const loop = profileOf(
    sequentialLoop(constant(Infinity), sequence(flow.term, delay(trigger.gapMs))),
    reading,
  );
  const copies = perProcess ? countOf(symbol('replicas'), reading.environment).high : 1;
  return copies === 1 ? loop : { ...loop, density: (w) => copies * loop.density(w) };
}

/** The most, or the surely issued, requests of one run in a window. */
function ofRun(profile: Profile, { w, windows }: Question): number {
  if (windows !== 'sure') return profile.density(w);
  return surelyIssued([{ instants: { kind: 'list', times: [0] }, profile }], w, [0]);
}

function clockLoad(active: readonly Active[], question: Question): number {
  const { w, windows } = question;
  if (active.length === 0) return 0;
  const reach = Math.max(0, ...active.map(({ profile }) => (profile.span === Infinity ? 0 : profile.span)));
  const calendars = active.flatMap(({ flow }) =>
    flow.trigger.kind === 'calendar' ? [flow.trigger.calendar] : [],
  );
  const { enough = Infinity, effort } = question;
  const floor = question.onlyExceeds === true ? enough : 0;
  let worst = floor;
  for (const table of timetables(calendars, w + reach)) {
    const streams = active.map(({ flow, profile }, i) =>
      streamOf(flow, profile, table.instants[i] ?? { kind: 'list', times: [] }, question),
    );
    if (windows === 'sure')
      worst = Math.max(worst, surelyIssued(streams, w, alignedStarts(table.from, table.to, w)));
    else if (windows === 'aligned' && 86_400_000 % w === 0)
      worst = Math.max(worst, alignedLoad(streams, w, table, enough));
    else worst = Math.max(worst, worstWindow(streams, w, table, { enough, floor, effort }));
    if (worst > enough) break;
  }
  return worst;
}

function alignedLoad(
  streams: readonly Stream[],
  w: number,
  { from, to }: { from: number; to: number },
  enough: number,
): number {
  return worstAlignedWindow(streams, w, { from: Math.max(0, from), to: Math.max(to, w) }, enough);
}

function* alignedStarts(from: number, to: number, w: number): Generator<number> {
  const last = Math.max(to, w);
  for (let k = Math.ceil(Math.max(0, from) / w); k * w < last; k++) yield k * w;
}

/** A stream whose runs can't overlap is bounded by one run after the other without pause. */
function streamOf(flow: Flow, profile: Profile, instants: Instants, { exact }: Question): Stream {
  const { trigger } = flow;
  if (trigger.kind !== 'periodic' && trigger.kind !== 'calendar') return { instants, profile };
  const late = delayedUpTo(profile, trigger.jitterMs ?? 0);
  if (trigger.guard === 'overlap') return { instants, profile: late };
  const { high: lasts } = profile.duration;
  const jitter = trigger.jitterMs ?? 0;
  // Runs that are over before the next one is due never meet.
  if (instants.kind === 'lattice' && instants.offsets.length === 1 && lasts + jitter <= instants.period)
    return { instants, profile: late };
  // What falls behind catches up one after the other.
  if (trigger.guard === 'queue')
    return { instants: { kind: 'list', times: [0] }, profile: loopOf(profile, endless) };
  const cap: Density = loopOf(profile, endless).density;
  if (exact) return { instants: thinned(instants, profile.duration.high, trigger.guard), profile: late, cap };
  return {
    instants,
    profile: trigger.guard === 'late' ? delayedUpTo(late, profile.duration.high) : late,
    cap,
  };
}

/** The instants at which runs of this length start when none may overlap. */
function thinned(instants: Instants, duration: number, guard: 'skip' | 'late'): Instants {
  if (duration === Infinity) return { kind: 'list', times: [0] };
  if (instants.kind === 'lattice') {
    const { period, offsets } = instants;
    if (offsets.length === 1) {
      if (duration <= period) return instants;
      const step = guard === 'skip' ? period : Math.min(period, lateStepMs);
      return every(Math.ceil(duration / step) * step);
    }
    const rounds = Math.ceil(duration / period) + 1;
    const times = spaced([...within(instants, -1, rounds * period - 1)], duration);
    return folded({ kind: 'lattice', period: rounds * period, offsets: times });
  }
  return { kind: 'list', times: spaced(instants.times, duration) };
}

function spaced(times: readonly number[], duration: number): number[] {
  const kept: number[] = [];
  for (const time of times) if (time >= (kept.at(-1) ?? -Infinity) + duration) kept.push(time);
  return kept;
}

function periodicStream(flow: Flow, profile: Profile, question: Question): Stream | undefined {
  if (flow.trigger.kind !== 'periodic') return undefined;
  const period = countOf(flow.trigger.everyMs, question.reading.environment);
  const ms = question.windows === 'sure' ? period.high : period.low;
  return ms === Infinity ? undefined : streamOf(flow, profile, every(ms), question);
}

/** The worst window of one stream whose phase is unknown. */
function freeLoad(stream: Stream, { w, windows, enough, effort }: Question): number {
  const { instants } = stream;
  // What begins once and never ends fills a window from its beginning.
  const period = instants.kind === 'lattice' ? instants.period : w;
  if (windows === 'sure') return surelyIssued([stream], w, within(instants, -1, period - 1));
  return worstWindow([stream], w, { from: 0, to: period }, { enough, effort });
}

function eventLoad(flow: Flow, profile: Profile, question: Question): number {
  if (flow.trigger.kind !== 'event') return 0;
  const rate = countOf(flow.trigger.perMinute, question.reading.environment);
  const perMinute = question.windows === 'sure' ? rate.low : rate.high;
  if (perMinute === 0) return 0;
  if (perMinute === Infinity) return Infinity;
  return freeLoad({ instants: every(60_000 / perMinute), profile }, question);
}

/**
 * What runs from the start of the process: the worst of the steady state, in which timers have drifted apart, and of
 * the time after the start, when they are still in step.
 */
function processLoad(active: readonly Active[], question: Question): number {
  const { w, windows } = question;
  const steady = active.flatMap(({ flow, profile }) => periodicStream(flow, profile, question) ?? []);
  const repeating = total(steady.map((stream) => freeLoad(stream, question)));
  const starting = active.filter(({ flow }) => startsAtOnce(flow));
  if (starting.length === 0) return repeating;
  const starts: Stream[] = starting.map(({ profile }) => ({
    instants: { kind: 'list', times: [0] },
    profile,
  }));
  if (windows === 'sure') return Math.max(repeating, surelyIssued(starts, w, [0]));
  const span = Math.max(0, ...starting.map(({ profile }) => profile.span));
  const runs = steady.map(({ instants }) => (instants.kind === 'lattice' ? (w + span) / instants.period : 1));
  if (span === Infinity || runs.some((count) => count > maxStartupRuns)) {
    return repeating + total(starts.map(({ profile }) => profile.density(w)));
  }
  const after: Stream[] = steady.map((stream) => ({
    ...stream,
    instants: { kind: 'list', times: [...within(stream.instants, 0, w + span)] },
  }));
  return Math.max(repeating, worstWindow([...starts, ...after], w, { from: -1, to: w + span }, question));
}
