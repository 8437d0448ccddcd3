import type { Flow } from './flow.js';
import { profileOf } from './profile-of.js';
import { symbolsOf } from './quantity.js';
import type { LimiterShape, Term } from './term.js';
import { partsOf, sendsOneOf, usesOf } from './term.js';

type Selects = (request: number) => boolean;

/** The flows that issue a selected request. */
export const flowsOf = (flows: readonly Flow[], selects: Selects): Flow[] =>
  flows.filter(({ term }) => sendsOneOf(term, selects));

/** The flows that decide the load of the selected requests: those that send them, and what shares a limiter with them. */
export function decisiveFlows(flows: readonly Flow[], selects: Selects): Flow[] {
  const own = flowsOf(flows, selects);
  const limiters = new Set(own.flatMap(({ term }) => usesOf(term).map(({ id }) => id)));
  if (limiters.size === 0) return own;
  return flows.filter((flow) => own.includes(flow) || usesOf(flow.term).some(({ id }) => limiters.has(id)));
}

/** Symbols that the load of the selected requests depends on, sorted. */
export function dependenciesOf(flows: readonly Flow[], selects: Selects): string[] {
  const names = new Set<string>();
  for (const flow of flowsOf(flows, selects)) {
    ofTrigger(flow, names);
    const timed = isTimed(flow, selects);
    ofTerm(flow.term, selects, timed, names);
    if (timed) names.add('latency');
  }
  return [...names].sort();
}

function ofTrigger({ trigger }: Flow, names: Set<string>): void {
  if (trigger.kind === 'periodic') symbolsOf(trigger.everyMs, names);
  if (trigger.kind === 'after-completion') symbolsOf(trigger.gapMs, names);
  if (trigger.kind === 'event') symbolsOf(trigger.perMinute, names);
  else if (trigger.reach === 'process') names.add('replicas');
}

/** Whether the answer times of requests decide when the selected ones are issued, or which runs are left out. */
function isTimed({ trigger, term }: Flow, selects: Selects): boolean {
  if (trigger.kind === 'after-completion') return true;
  if ((trigger.kind === 'periodic' || trigger.kind === 'calendar') && trigger.guard !== 'overlap')
    return true;
  const slow = profileOf(term, {
    environment: (name) => (name === 'latency' ? { low: 0, high: 1e12 } : { low: 0, high: 10 }),
    failing: false,
    selects,
  });
  return slow.span > 1e11;
}

/** Symbols on the way to selected requests; where times matter, those of the whole term. */
function ofTerm(term: Term, selects: Selects, timed: boolean, names: Set<string>): void {
  const relevant = timed || sendsOneOf(term, selects);
  if (!relevant) return;
  switch (term.kind) {
    case 'call':
      if (timed && term.latency !== undefined) symbolsOf(term.latency, names);
      break;
    case 'delay':
      if (timed) symbolsOf(term.ms, names);
      break;
    case 'sequential-loop':
    case 'parallel-loop':
    case 'lanes':
    case 'chunk':
      symbolsOf(term.count, names);
      if (term.kind === 'lanes') symbolsOf(term.lanes, names);
      if (term.kind === 'chunk') symbolsOf(term.size, names);
      if (term.kind === 'chunk') symbolsOf(term.gapMs, names);
      break;
    case 'limited':
      ofShape(term.limiter.shape, names);
      break;
    default:
      break;
  }
  for (const part of partsOf(term)) ofTerm(part, selects, timed, names);
}

function ofShape(shape: LimiterShape, names: Set<string>): void {
  switch (shape.kind) {
    case 'concurrency':
      symbolsOf(shape.lanes, names);
      break;
    case 'window':
      symbolsOf(shape.cap, names);
      symbolsOf(shape.intervalMs, names);
      break;
    case 'bucket':
      symbolsOf(shape.size, names);
      symbolsOf(shape.amount, names);
      symbolsOf(shape.intervalMs, names);
      break;
    case 'spacing':
      symbolsOf(shape.gapMs, names);
      break;
    case 'cache':
      symbolsOf(shape.ttlMs, names);
      symbolsOf(shape.keys, names);
      break;
    case 'all':
      for (const part of shape.of) ofShape(part, names);
      break;
  }
}
