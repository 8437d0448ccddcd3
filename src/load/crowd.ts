import type { Question } from './evaluate.js';
import { runProfile } from './evaluate.js';
import type { Flow } from './flow.js';
import { dayMs, gapsOfDay } from './calendar/calendar.js';
import type { Profile } from './profile.js';
import { eitherOf } from './profile.js';
import type { Reading } from './profile-of.js';
import { profileOf } from './profile-of.js';
import type { Environment } from './quantity.js';
import { countOf } from './quantity.js';
import type { LimiterShape, LimiterUse, Term } from './term.js';
import { partsOf, usesOf } from './term.js';
import type { Through } from './whole-runs.js';

/** What comes to a limiter, as if it let all through. */
export interface Crowd {
  readonly question: Question;
  /** The flows that pass it, or wait for it. */
  readonly through: readonly Flow[];
  /** The same question of all requests that pass it, and of those of one instance. */
  readonly all: Question;
  readonly perProcess: Question;
  /** What stands inside of it, and any one of that. */
  readonly bodies: readonly Term[];
  readonly body: Profile;
  /** The parts of its shape that can make a request wait; undefined where none can. */
  readonly shape: LimiterShape | undefined;
}

export function crowdAt(flows: readonly Flow[], limiter: LimiterUse, asked: Question): Crowd {
  const question: Question = { ...asked, reading: { ...asked.reading, without: limiter.id } };
  const through = flows.filter((flow) => usesOf(flow.term).some(({ id }) => id === limiter.id));
  const all: Question = { ...question, reading: passing(question.reading, limiter), enough: undefined };
  const bodies = through.flatMap((flow) => bodiesIn(flow.term, limiter.id));
  const body = eitherOf(bodies.map((term) => profileOf(term, { ...question.reading, selects: () => true })));
  return {
    question,
    through,
    all,
    perProcess: {
      ...all,
      reading: limiter.instance === 'process' ? inOneProcess(all.reading) : all.reading,
    },
    bodies,
    body,
    shape: binding(limiter.shape, question.reading.environment, body.duration.high),
  };
}

function bodiesIn(term: Term, id: string): Term[] {
  if (term.kind === 'limited' && term.limiter.id === id) return [term.body];
  return partsOf(term).flatMap((part) => bodiesIn(part, id));
}

const passing = (reading: Reading, limiter: LimiterUse): Reading => ({
  ...reading,
  selects: (_, limiters) => limiters.some(({ id }) => id === limiter.id),
});

const one = { low: 1, high: 1 };
export const inOneProcess = (reading: Reading): Reading => ({
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
export function throughOf(flow: Flow, passing: Reading, counted: Reading): Through {
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
