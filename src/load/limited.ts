import { throughCache } from './cache.js';
import { crowdAt, inOneProcess, shortestPeriod, throughOf } from './crowd.js';
import { firstOf } from './curve.js';
import type { Question } from './evaluate.js';
import { runProfile, windowLoad } from './evaluate.js';
import type { Flow } from './flow.js';
import type { Profile } from './profile.js';
import { eitherOf } from './profile.js';
import { loopOf } from './repeat.js';
import type { Reading } from './profile-of.js';
import { lanesOfShape, profileOf, waitedFor } from './profile-of.js';
import type { Environment } from './quantity.js';
import { countOf, multiply, symbol } from './quantity.js';
import { isGreedy, mostReleased, serviceRate } from './release.js';
import type { LimiterShape, LimiterUse, Term } from './term.js';
import { partsOf } from './term.js';
import { longestDelay, neverWaits, settles } from './waiting.js';
import { inWholeRuns } from './whole-runs.js';

/**
 * Most requests that leave a limiter in any window, of those that the question selects (all of them pass it).
 * A limiter that never has to wait changes nothing; one that surely catches up delays by a bounded time; else only
 * its own bound holds.
 */
export function throughLimiter(flows: readonly Flow[], limiter: LimiterUse, asked: Question): number {
  const { question, through, all, perProcess, bodies, body, shape } = crowdAt(flows, limiter, asked);
  const { environment } = question.reading;
  const offered = (w: number): number => windowLoad(through, { ...question, w });
  if (
    shape === undefined ||
    neverWaits(shape, (w) => windowLoad(through, { ...perProcess, w }), environment, body)
  ) {
    return offered(question.w);
  }
  const counted = eitherOf(
    bodies.map((term) => profileOf({ kind: 'limited', limiter, body: term }, question.reading)),
  );
  if (shape.kind === 'cache') {
    // What may refuse an answer isn't expected to.
    const { failing, usual } = question.reading;
    const isLost =
      limiter.instance === 'run' || (shape.isLostByFailure && failing) || (shape.isUnsure && !usual);
    if (isLost || bodies.some((term) => !isTimed(term))) return offered(question.w);
    const inOne = limiter.instance === 'global' ? question.reading : inOneProcess(question.reading);
    const asks = (w: number): number =>
      windowLoad(through, { ...question, reading: inOne, w, enough: undefined });
    const replicas = limiter.instance === 'global' ? 1 : countOf(symbol('replicas'), environment).high;
    const waits = bodies.map((term) => waitedFor(term, question.reading));
    const asking = {
      low: Math.min(...waits.map(({ low }) => low)),
      high: Math.max(...waits.map(({ high }) => high)),
    };
    const passed = throughCache(shape, asking, counted, asks, question.w, question.reading);
    return Math.min(offered(question.w), multiply(replicas, passed));
  }
  if (limiter.isMany && question.reading.usual) return offered(question.w);
  const lane = loopOf(body, { low: Infinity, high: Infinity });
  const ofOne = (): number[] => {
    const released = multiply(
      instancesOf(limiter, through, question.reading, shape, body),
      mostSent(shape, counted, question.w, environment),
    );
    const runs = through.map((flow) => throughOf(flow, all.reading, question.reading));
    const processes = countOf(symbol('replicas'), environment).high;
    const whole = inWholeRuns(runs, limiter.id, shape, body, lane.density, question.w, environment);
    return [released, multiply(processes, whole)];
  };
  // Several let more through than one, and keep nobody longer.
  const bounds = limiter.isMany ? [Infinity] : ofOne();
  if (through.every(({ trigger }) => trigger.kind === 'once'))
    bounds.push(totalOf(through, question.reading));
  if (settles(through, limiter.id, all.reading)) {
    const sameRequests = windowLoad(through, { ...all, w: question.w }) === offered(question.w);
    if (isGreedy(shape) && sameRequests && !limiter.isMany) bounds.push(offered(question.w));
    const delay = longestDelay(shape, through, perProcess.reading, body);
    if (Number.isFinite(delay)) bounds.push(offered(question.w + delay));
  }
  return Math.min(...bounds);
}

/** Most counted requests of what one limiter lets pass, each of which may send several, and after a while. */
function mostSent(shape: LimiterShape, each: Profile, w: number, environment: Environment): number {
  const lanes = lanesOfShape(shape);
  const inside = lanes === undefined ? Infinity : countOf(lanes, environment).high;
  const ahead = Math.max(0, each.span - firstOf(each.early));
  const of = (part: LimiterShape): number => {
    if (part.kind === 'all') return Math.min(...part.of.map(of));
    const passing = (ms: number): number => mostReleased(part, ms, environment, () => Infinity);
    if (part.kind === 'concurrency') {
      const lane = loopOf(each, { low: Infinity, high: Infinity });
      return mostReleased(part, w, environment, lane.density);
    }
    // What has passed before the window is inside, or long through.
    return multiply(each.count.high, Math.min(passing(w + ahead), passing(w) + inside));
  };
  return of(shape);
}

/** Whether it is known how long a term takes: not what other limiters hold back. */
const isTimed = (term: Term): boolean =>
  term.kind !== 'unknown' && term.kind !== 'limited' && partsOf(term).every(isTimed);

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

const totalOf = (flows: readonly Flow[], reading: Reading): number =>
  flows.reduce((sum, flow) => sum + runProfile(flow, reading).count.high, 0);
