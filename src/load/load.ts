import type { Calendar } from './calendar/calendar.js';
import { dayMs, timesOfDay } from './calendar/calendar.js';
import type { Question } from './evaluate.js';
import { runProfile, windowLoad } from './evaluate.js';
import type { Flow } from './flow.js';
import { shortestPeriod } from './crowd.js';
import { throughLimiter } from './limited.js';
import type { Reading } from './profile-of.js';
import { constantValue, countOf } from './quantity.js';
import { serviceRate } from './release.js';
import { simulate } from './simulate.js';
import type { LimiterShape, LimiterUse, Term } from './term.js';
import { partsOf, usesOf } from './term.js';
import { waitsFor } from './waiting.js';
import { waitsForIdle } from './whole-runs.js';
import { afterLimiters } from './after-limiters.js';

const maxHorizonMs = 26 * 3_600_000;

/** Requests of the flows in the worst window, with limiters at work. */
export function loadIn(flows: readonly Flow[], question: Question): number {
  const shared = sharedLimiters(flows, question.reading);
  if (shared.size === 0) return windowLoad(flows, question);
  const outer = (limiters: readonly LimiterUse[]): LimiterUse | undefined =>
    limiters.find(({ id }) => shared.has(id));
  const { selects } = question.reading;
  const waits = question.exact ? undefined : waitsFor(flows, shared, question);
  const only = (id: string | undefined): Question => ({
    ...question,
    onlyExceeds: false,
    reading: {
      ...question.reading,
      waits,
      selects: (request, limiters) => outer(limiters)?.id === id && selects(request, limiters),
    },
  });
  let sum = windowLoad(flows, only(undefined));
  if (sum === Infinity && waits) sum = afterLimiters(flows, shared, only(undefined), waits);
  for (const limiter of shared.values()) {
    if (sum > (question.enough ?? Infinity)) break;
    sum += limitedLoad(flows, limiter, only(limiter.id));
  }
  return sum;
}

function limitedLoad(flows: readonly Flow[], limiter: LimiterUse, question: Question): number {
  const through = flows.filter((flow) => usesOf(flow.term).some(({ id }) => id === limiter.id));
  const { w, reading } = question;
  if (through.every((flow) => runProfile(flow, reading).count.high === 0)) return 0;
  if (question.windows === 'sure') {
    const rate = serviceRate(
      limiter.shape,
      reading.environment,
      countOf({ kind: 'symbol', name: 'latency' }, reading.environment).high,
    );
    const offered: Question = { ...question, reading: { ...reading, without: limiter.id } };
    return Math.floor(Math.min(windowLoad(through, offered), rate * w));
  }
  const bound = throughLimiter(through, limiter, question);
  const suffices = question.enough !== undefined && bound <= question.enough;
  if (!question.exact || suffices || isOnlyBounded(limiter.shape, question)) return bound;
  const runs = through.map((flow) => runProfile(flow, { ...reading, selects: () => true }).duration.high);
  const longestRun = Math.max(0, ...runs.filter(Number.isFinite));
  const horizon = Math.min(maxHorizonMs, horizonOf(through, reading, w) + longestRun);
  const aligned =
    question.windows === 'aligned' && through.every(({ trigger }) => trigger.kind === 'calendar');
  const { enough, effort } = question;
  const goal = enough === undefined || aligned ? undefined : { w, enough };
  const run = simulate(through, reading, horizon, { goal, effort });
  if (run === undefined) return bound;
  return run.copies * (aligned ? mostAligned(run.times, w) : mostIn(run.times, w));
}

/** Which of several answers is asked for isn't told; and what is kept when is a matter of milliseconds, good for what is expected. */
const isOnlyBounded = (shape: LimiterShape, { windows }: Question): boolean =>
  shape.kind === 'cache' && (constantValue(shape.keys) !== 1 || windows !== 'aligned');

function horizonOf(flows: readonly Flow[], { environment }: Reading, w: number): number {
  const periods = flows.map(({ trigger }) =>
    trigger.kind === 'periodic'
      ? countOf(trigger.everyMs, environment).high
      : trigger.kind === 'calendar'
        ? roundOf(trigger.calendar)
        : 0,
  );
  const finite = periods.filter(Number.isFinite);
  return Math.max(3 * w, ...finite.map((period) => 6 * period), 60_000);
}

/** A sixth of the time after which a calendar has shown all that it does: of a day, where it rests for long. */
function roundOf(calendar: Calendar): number {
  const times = timesOfDay(calendar);
  const gaps = times.map((time, i) => (times[i + 1] ?? (times[0] ?? 0) + dayMs) - time);
  const longest = Math.max(0, ...gaps);
  return longest <= dayMs / 24 ? longest : dayMs / 6;
}

/** Most of the sorted times in any half-open window of `w` ms. */
function mostIn(times: readonly number[], w: number): number {
  let [most, from] = [0, 0];
  for (const [to, time] of times.entries()) {
    while (time - (times[from] ?? time) >= w - 1e-6) from++;
    most = Math.max(most, to - from + 1);
  }
  return most;
}

function mostAligned(times: readonly number[], w: number): number {
  let [most, count, window] = [0, 0, -1];
  for (const time of times) {
    const at = Math.floor((time + 1e-6) / w);
    if (at !== window) [window, count] = [at, 0];
    most = Math.max(most, ++count);
  }
  return most;
}

/**
 * Limiters that the loops around them don't describe by themselves. A concurrency limiter that one flow uses, whose
 * runs never meet, is nothing but the lanes of its loops.
 */
function sharedLimiters(flows: readonly Flow[], reading: Reading): Map<string, LimiterUse> {
  const found = new Map<string, { use: LimiterUse; flows: Flow[]; inLoops: boolean }>();
  for (const flow of flows) {
    for (const { use, inLoop } of placesIn(flow, flow.term, { inLoop: false, aside: false })) {
      const known = found.get(use.id) ?? { use, flows: [], inLoops: true };
      if (!known.flows.includes(flow)) known.flows.push(flow);
      known.inLoops &&= inLoop;
      found.set(use.id, known);
    }
  }
  const shared = new Map<string, LimiterUse>();
  for (const [id, { use, flows: users, inLoops }] of found) {
    const [only, ...others] = users;
    const isLanes = use.shape.kind === 'concurrency' && inLoops;
    const alone =
      use.instance === 'run' || (only !== undefined && others.length === 0 && neverMeets(only, reading));
    if (!isLanes || !alone || use.isMany) shared.set(id, use);
  }
  return shared;
}

interface Around {
  readonly inLoop: boolean;
  readonly aside: boolean;
}

/** What passes a limiter aside is more than its loops where a run waits for it to have nothing left to do. */
function placesIn(flow: Flow, term: Term, { inLoop, aside }: Around): { use: LimiterUse; inLoop: boolean }[] {
  const inner = {
    inLoop: term.kind === 'parallel-loop' || term.kind === 'sequential-loop',
    aside: aside || term.kind === 'background',
  };
  const inside = partsOf(term).flatMap((part) => placesIn(flow, part, inner));
  if (term.kind === 'idle') return [{ use: term.limiter, inLoop: true }];
  if (term.kind !== 'limited') return inside;
  const isLoop = inLoop && !(aside && waitsForIdle(flow, term.limiter.id));
  return [{ use: term.limiter, inLoop: isLoop }, ...inside];
}

/** Whether a run is over before the next one starts. */
function neverMeets(flow: Flow, reading: Reading): boolean {
  const { trigger } = flow;
  if (trigger.kind === 'once' || trigger.kind === 'after-completion') return true;
  if (trigger.kind === 'event') return false;
  if (trigger.guard !== 'overlap') return true;
  const all: Reading = { ...reading, selects: () => true };
  const { duration } = runProfile(flow, all);
  return duration.high <= shortestPeriod(flow, reading.environment);
}
