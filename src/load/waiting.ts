import { windowLoad } from './evaluate.js';
import type { Question } from './evaluate.js';
import { runProfile } from './evaluate.js';
import { crowdAt, shortestPeriod, throughOf } from './crowd.js';
import { firstOf } from './curve.js';
import type { Flow } from './flow.js';
import type { Profile } from './profile.js';
import type { Reading } from './profile-of.js';
import { profileOf } from './profile-of.js';
import type { Environment } from './quantity.js';
import { countOf, symbol } from './quantity.js';
import { inOneLane, longestPause, serviceRate } from './release.js';
import type { LimiterShape, LimiterUse, Term } from './term.js';
import { partsOf, usesOf } from './term.js';
import { longestWaits, waitsForIdle } from './whole-runs.js';

type What = 'passing' | 'idle';

/** How long a run of any flow waits for each of these limiters, at most: Infinity where more comes than goes. */
export function waitsFor(
  flows: readonly Flow[],
  limiters: ReadonlyMap<string, LimiterUse>,
  question: Question,
): (limiter: LimiterUse, what: What) => number {
  const known = new Map<string, number>();
  return (limiter, what) => {
    if (!limiters.has(limiter.id) || limiter.shape.kind === 'cache') return 0;
    const key = `${what} ${limiter.id}`;
    const wait = known.get(key) ?? longestWait(flows, limiter, question, what);
    known.set(key, wait);
    return wait;
  };
}

function longestWait(flows: readonly Flow[], limiter: LimiterUse, asked: Question, what: What): number {
  const reading: Reading = { ...asked.reading, selects: () => true, waits: undefined };
  const crowd = crowdAt(flows, limiter, { ...asked, reading, enough: undefined });
  const { through, shape, perProcess, all, body } = crowd;
  const { environment } = reading;
  if (shape === undefined) return what === 'idle' ? body.duration.high : 0;
  const offered = (w: number): number => windowLoad(through, { ...perProcess, w });
  if (what === 'passing' && neverWaits(shape, offered, environment, body)) return 0;
  const busyMs = body.duration.high;
  const slowest =
    what === 'idle' || through.some((flow) => waitsForIdle(flow, limiter.id)) ? inOneLane(shape) : shape;
  const rate = serviceRate(slowest, environment, busyMs);
  const pause = longestPause(shape, environment, busyMs);
  const runs = through.map((flow) => throughOf(flow, all.reading, crowd.question.reading));
  if (limiter.instance === 'run')
    return Math.max(0, ...runs.map(({ passing }) => passing.count.high / rate + pause));
  const isOne = limiter.instance === 'process' || countOf(symbol('replicas'), environment).high === 1;
  const waits = isOne ? longestWaits(runs, { rate, pause }) : undefined;
  if (waits) return Math.max(0, ...waits);
  if (!settles(through, limiter.id, all.reading)) return Infinity;
  return longestDelay(slowest, through, perProcess.reading, body, what);
}

/** What the limiter delays changes nothing of what comes to it. */
export function settles(flows: readonly Flow[], id: string, reading: Reading): boolean {
  const isAllAtOnce = flows.every(
    ({ trigger, term }) => trigger.kind !== 'after-completion' && startsTogether(term, id),
  );
  return isAllAtOnce || (!flows.some((flow) => waitsForIdle(flow, id)) && isOpen(flows, reading));
}

export function neverWaits(
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
    case 'idle':
      return term.limiter.id === id;
    case 'sequence': {
      const using = term.steps.filter((step) => usesOf(step).some((use) => use.id === id));
      const [first, ...rest] = using;
      return first !== undefined && startsTogether(first, id) && rest.every(({ kind }) => kind === 'idle');
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

/**
 * The longest time that a request waits: what may be queued at once, over the rate at which it is let through.
 * Infinite when more comes than goes.
 */
export function longestDelay(
  shape: LimiterShape,
  flows: readonly Flow[],
  reading: Reading,
  body: Profile,
  what: What = 'passing',
): number {
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
  if (comes > rate) return Infinity;
  const delay = queued / rate + longestPause(shape, environment, body.duration.high);
  // While what was queued is worked off, more comes.
  return what === 'passing' ? delay : delay / Math.max(0, 1 - comes / rate);
}
