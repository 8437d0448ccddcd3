import { dayMs, gapsOfDay } from './calendar/calendar.js';
import { throughCache } from './cache.js';
import { firstOf } from './curve.js';
import type { Question } from './evaluate.js';
import { runProfile, windowLoad } from './evaluate.js';
import type { Flow } from './flow.js';
import type { Profile } from './profile.js';
import { eitherOf } from './profile.js';
import { loopOf } from './repeat.js';
import type { Reading } from './profile-of.js';
import { profileOf } from './profile-of.js';
import type { Environment } from './quantity.js';
import { countOf, multiply, symbol } from './quantity.js';
import { isGreedy, longestPause, mostReleased, serviceRate } from './release.js';
import type { LimiterShape, LimiterUse, Term } from './term.js';
import { partsOf, usesOf } from './term.js';
import type { Through } from './whole-runs.js';
import { inWholeRuns } from './whole-runs.js';

/**
 * Most requests that leave a limiter in any window, of those that the question selects (all of them pass it).
 * A limiter that never has to wait changes nothing; one that surely catches up delays by a bounded time; else only
 * its own bound holds.
 */
export function throughLimiter(flows: readonly Flow[], limiter: LimiterUse, asked: Question): number {
  const question: Question = { ...asked, reading: { ...asked.reading, without: limiter.id } };
  const through = flows.filter((flow) => usesOf(flow.term).some(({ id }) => id === limiter.id));
  const all: Question = { ...question, reading: passing(question.reading, limiter), enough: undefined };
  const { environment } = question.reading;
  const bodies = through.flatMap((flow) => bodiesIn(flow.term, limiter.id));
  const body = eitherOf(bodies.map((term) => profileOf(term, { ...question.reading, selects: () => true })));
  const shape = binding(limiter.shape, environment, body.duration.high);
  const offered = (w: number): number => windowLoad(through, { ...question, w });
  const perProcess = {
    ...all,
    reading: limiter.instance === 'process' ? inOneProcess(all.reading) : all.reading,
  };
  if (
    shape === undefined ||
    neverWaits(shape, (w) => windowLoad(through, { ...perProcess, w }), environment, body)
  ) {
    return offered(question.w);
  }
  if (shape.kind === 'cache') {
    // An answer that fails is not kept.
    const isLost = shape.asksMeanwhile && question.reading.failing;
    if (isLost || bodies.some((term) => !isTimed(term))) return offered(question.w);
    const ofOne = limiter.instance === 'global' ? question.reading : inOneProcess(question.reading);
    const asks = (w: number): number =>
      windowLoad(through, { ...question, reading: ofOne, w, enough: undefined });
    const selected = eitherOf(
      bodies.map((term) => profileOf({ kind: 'limited', limiter, body: term }, question.reading)),
    );
    const replicas = limiter.instance === 'global' ? 1 : countOf(symbol('replicas'), environment).high;
    const passed = throughCache(shape, body, selected, asks, question.w, environment);
    return Math.min(offered(question.w), multiply(replicas, passed));
  }
  const lane = loopOf(body, { low: Infinity, high: Infinity });
  const released =
    instancesOf(limiter, through, question.reading, shape, body) *
    mostReleased(shape, question.w, environment, lane.density);
  const runs = through.map((flow) => throughOf(flow, all.reading, question.reading));
  const processes = countOf(symbol('replicas'), environment).high;
  const whole = inWholeRuns(runs, shape, body, lane.density, question.w, environment);
  const bounds = [released, multiply(processes, whole)];
  if (through.every(({ trigger }) => trigger.kind === 'once'))
    bounds.push(totalOf(through, question.reading));
  const isAllAtOnce = through.every(
    ({ trigger, term }) => trigger.kind !== 'after-completion' && startsTogether(term, limiter.id),
  );
  if (isAllAtOnce || isOpen(through, all.reading)) {
    const sameRequests = windowLoad(through, { ...all, w: question.w }) === offered(question.w);
    if (isGreedy(shape) && sameRequests) bounds.push(offered(question.w));
    const delay = longestDelay(shape, through, perProcess.reading, body);
    if (Number.isFinite(delay)) bounds.push(offered(question.w + delay));
  }
  return Math.min(...bounds);
}

/** Whether it is known how long a term takes: not what other limiters hold back. */
const isTimed = (term: Term): boolean =>
  term.kind !== 'unknown' && term.kind !== 'limited' && partsOf(term).every(isTimed);

function bodiesIn(term: Term, id: string): Term[] {
  if (term.kind === 'limited' && term.limiter.id === id) return [term.body];
  return partsOf(term).flatMap((part) => bodiesIn(part, id));
}

const passing = (reading: Reading, limiter: LimiterUse): Reading => ({
  ...reading,
  selects: (_, limiters) => limiters.some(({ id }) => id === limiter.id),
});

const one = { low: 1, high: 1 };
const inOneProcess = (reading: Reading): Reading => ({
  ...reading,
  environment: (name) => (name === 'replicas' ? one : reading.environment(name)),
});

/** The parts of a shape that can ever make a request wait. */
function binding(shape: LimiterShape, environment: Environment, busyMs: number): LimiterShape | undefined {
  if (shape.kind === 'cache') return shape;
  if (shape.kind !== 'all') return shape;
  const gaps = shape.of.flatMap((part) =>
    part.kind === 'spacing' ? [countOf(part.gapMs, environment).low] : [],
  );
  const gap = Math.max(0, ...gaps);
  const of = shape.of.filter(
    (part) => part.kind !== 'concurrency' || busyMs > countOf(part.lanes, environment).low * gap,
  );
  const [only, ...rest] = of;
  return rest.length === 0 ? only : { kind: 'all', of };
}

function neverWaits(
  shape: LimiterShape,
  offered: (w: number) => number,
  environment: Environment,
  body: Profile,
): boolean {
  switch (shape.kind) {
    case 'all':
      return shape.of.every((part) => neverWaits(part, offered, environment, body));
    case 'concurrency':
      return offered(Math.max(1, body.duration.high)) <= countOf(shape.lanes, environment).low;
    case 'window':
      return offered(countOf(shape.intervalMs, environment).high) <= countOf(shape.cap, environment).low;
    case 'bucket': {
      const most = Math.min(countOf(shape.size, environment).low, countOf(shape.amount, environment).low);
      return offered(countOf(shape.intervalMs, environment).high) <= most;
    }
    case 'spacing':
      return offered(countOf(shape.gapMs, environment).high) <= 1;
    case 'cache':
      return false;
  }
}

/** How many limiters of this kind can be at work at once. */
function instancesOf(
  limiter: LimiterUse,
  flows: readonly Flow[],
  reading: Reading,
  shape: LimiterShape,
  body: Profile,
): number {
  const { environment } = reading;
  if (limiter.instance === 'global') return 1;
  const replicas = countOf(symbol('replicas'), environment).high;
  if (limiter.instance === 'process') return replicas;
  let overlapping = 0;
  for (const flow of flows) {
    const run = runProfile(flow, inOneProcess(reading));
    const rate = serviceRate(shape, environment, body.duration.high);
    const lasts = run.duration.high + run.count.high / rate;
    const apart = shortestPeriod(flow, environment);
    overlapping += apart === Infinity ? 1 : Math.ceil(lasts / apart) + 1;
  }
  return replicas * overlapping;
}

/** The least time between two runs of a flow in one process. */
export function shortestPeriod({ trigger }: Flow, environment: Environment): number {
  switch (trigger.kind) {
    case 'periodic':
      return countOf(trigger.everyMs, environment).low;
    case 'calendar':
      return Math.min(dayMs, ...gapsOfDay(trigger.calendar));
    case 'event': {
      const rate = countOf(trigger.perMinute, environment).high;
      return rate === 0 ? Infinity : 60_000 / rate;
    }
    case 'once':
    case 'after-completion':
      return Infinity;
  }
}

/** What one process runs of a flow through a limiter. */
function throughOf(flow: Flow, passing: Reading, counted: Reading): Through {
  const { trigger } = flow;
  const isRunAnytime = trigger.kind === 'calendar' && trigger.immediate;
  const jitter = 'jitterMs' in trigger ? (trigger.jitterMs ?? 0) : 0;
  const apart = isRunAnytime ? 0 : shortestPeriod(flow, counted.environment) - jitter;
  const all = runProfile(flow, inOneProcess({ ...counted, selects: () => true }));
  return {
    flow,
    apart,
    all,
    passing: runProfile(flow, inOneProcess(passing)),
    counted: runProfile(flow, inOneProcess(counted)),
  };
}

/** The requests of a run don't wait for one another: what the limiter delays changes nothing of what is offered. */
function isOpen(flows: readonly Flow[], reading: Reading): boolean {
  const slow: Reading = {
    ...reading,
    environment: (name) => (name === 'latency' ? { low: 1e12, high: 1e12 } : reading.environment(name)),
  };
  return flows.every(({ trigger, term }) => {
    if (trigger.kind === 'after-completion') return false;
    const profile = profileOf(term, slow);
    return profile.span - firstOf(profile.early) < 1e11;
  });
}

/** What passes a limiter begins together in a run: how long it takes then is up to itself. */
function startsTogether(term: Term, id: string): boolean {
  switch (term.kind) {
    case 'limited':
      return term.limiter.id === id;
    case 'sequence': {
      const passing = term.steps.filter((step) => usesOf(step).some((use) => use.id === id));
      return passing.length === 1 && passing.every((step) => startsTogether(step, id));
    }
    case 'parallel':
    case 'alternative':
    case 'background':
    case 'parallel-loop':
      return partsOf(term).every((part) => startsTogether(part, id));
    default:
      return false;
  }
}

const totalOf = (flows: readonly Flow[], reading: Reading): number =>
  flows.reduce((sum, flow) => sum + runProfile(flow, reading).count.high, 0);

/**
 * The longest time that a request waits: what may be queued at once, over the rate at which it is let through.
 * Infinite when more comes than goes.
 */
function longestDelay(shape: LimiterShape, flows: readonly Flow[], reading: Reading, body: Profile): number {
  const { environment } = reading;
  const rate = serviceRate(shape, environment, body.duration.high);
  let [queued, comes] = [0, 0];
  for (const flow of flows) {
    const run = runProfile(flow, reading);
    const apart = shortestPeriod(flow, environment);
    const bodies = run.count.high / Math.max(1, body.count.low);
    queued += bodies * (apart === Infinity ? 1 : 1 + Math.ceil(Math.max(0, run.span) / apart));
    comes += apart === Infinity ? 0 : bodies / apart;
  }
  return comes > rate ? Infinity : queued / rate + longestPause(shape, environment, body.duration.high);
}
