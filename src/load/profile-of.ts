import type { Profile } from './profile.js';
import { eitherOf, emptyProfile, oneRequest, parallelOf, pause, sequenceOf, spanning } from './profile.js';
import { burstOf, lanesOf, loopOf } from './repeat.js';
import type { Environment, Interval, Quantity } from './quantity.js';
import { countOf, symbol } from './quantity.js';
import type { LimiterShape, LimiterUse, Term } from './term.js';

/** How a term is read: which values its symbols have, and which of its calls count. */
export interface Reading {
  readonly environment: Environment;
  /** With failing servers every retry is used; with healthy ones none is. */
  readonly failing: boolean;
  /** Whether a limit counts this request, which passes these limiters (outermost first). */
  readonly selects: (request: number, limiters: readonly LimiterUse[]) => boolean;
  /** A limiter that is looked at from outside: what comes to it, as if it let all through. */
  readonly without?: string;
}

/** The duration of a request where its term names no other. */
export const latency: Quantity = symbol('latency');

/** When the selected requests of one run can be issued. */
export function profileOf(term: Term, reading: Reading, limiters: readonly LimiterUse[] = []): Profile {
  const of = (part: Term): Profile => profileOf(part, reading, limiters);
  const value = (quantity: Quantity): Interval => countOf(quantity, reading.environment);
  switch (term.kind) {
    case 'call': {
      const duration = value(term.latency ?? latency);
      return reading.selects(term.request, limiters) ? oneRequest(duration) : pause(duration);
    }
    case 'delay':
      return pause(value(term.ms));
    case 'sequence':
      return sequenceOf(term.steps.map(of));
    case 'parallel':
      return parallelOf(term.branches.map(of));
    case 'alternative':
      return eitherOf(term.options.map(of));
    case 'sequential-loop':
      return loopOf(of(term.body), whole(value(term.count)));
    case 'parallel-loop': {
      const lanes = lanesIn(term.body, reading.without);
      const count = whole(value(term.count));
      return lanes === undefined
        ? burstOf(of(term.body), count)
        : lanesOf(of(term.body), count, whole(value(lanes)));
    }
    case 'lanes':
      return lanesOf(of(term.body), whole(value(term.count)), whole(value(term.lanes)));
    case 'chunk':
      return chunked(term, of(term.body), value);
    case 'retry':
      return reading.failing
        ? retried(of(term.body), value(term.attempts).high, term.waitsMs.map(value))
        : of(term.body);
    case 'limited':
      return profileOf(term.body, reading, [...limiters, term.limiter]);
    case 'unknown':
      return emptyProfile;
  }
}

/** Counts are whole: a share of a run is a run. */
const whole = ({ low, high }: Interval): Interval => ({
  low: Math.ceil(low - 1e-9),
  high: Math.ceil(high - 1e-9),
});

/** A loop whose body stands wholly inside a concurrency limiter has that many lanes. */
function lanesIn(body: Term, without: string | undefined): Quantity | undefined {
  if (body.kind !== 'limited' || body.limiter.id === without) return undefined;
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
  body: Profile,
  value: (quantity: Quantity) => Interval,
): Profile {
  const count = whole(value(term.count));
  const size = whole(value(term.size));
  const gap = pause(value(term.gapMs));
  const groups = (n: number, each: number): Profile => {
    if (n <= 0) return emptyProfile;
    if (each >= n) return sequenceOf(term.trailingGap ? [burst(n), gap] : [burst(n)]);
    const full = n === Infinity ? Infinity : Math.floor(n / each);
    const left = n === Infinity ? 0 : n % each;
    const group = sequenceOf([burst(each), gap]);
    if (left > 0)
      return sequenceOf([loopOf(group, exactly(full)), burst(left), ...(term.trailingGap ? [gap] : [])]);
    return term.trailingGap
      ? loopOf(group, exactly(full))
      : sequenceOf([loopOf(group, exactly(full - 1)), burst(each)]);
  };
  const burst = (n: number): Profile => burstOf(body, exactly(n));
  const most = groups(count.high, Math.max(1, size.high));
  if (count.low === count.high && size.low === size.high) return most;
  const least = groups(count.low, Math.max(1, size.low));
  const longest = groups(count.high, Math.max(1, size.low));
  const shortest = groups(count.low, Math.max(1, size.high)).duration.low;
  return {
    ...spanning(least, most),
    latest: longest.latest,
    duration: { low: shortest, high: longest.duration.high },
    span: Math.max(most.span, longest.span),
  };
}

const exactly = (n: number): Interval => ({ low: n, high: n });

/** Any number of attempts up to all of them. */
function retried(body: Profile, attempts: number, waits: readonly Interval[]): Profile {
  if (attempts <= 1) return body;
  const last = waits.at(-1) ?? { low: 0, high: 0 };
  if (attempts === Infinity)
    return spanning(body, loopOf(sequenceOf([body, pause(last)]), exactly(Infinity)));
  const steps: Profile[] = [body];
  for (let attempt = 1; attempt < attempts; attempt++) steps.push(pause(waits[attempt - 1] ?? last), body);
  return spanning(body, sequenceOf(steps));
}
