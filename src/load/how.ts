import type { Flow } from './flow.js';
import { textOf } from './inequality.js';
import type { LimiterShape, Term } from './term.js';
import { partsOf, sendsOneOf } from './term.js';

/** How selected requests of a flow come about, for people: `cron *\/5 * * * * -> each of users.length at once`. */
export function howOf({ how, term }: Flow, selects: (request: number) => boolean): string {
  return [how, ...steps(term, selects)].filter((part) => part !== '').join(' -> ');
}

function steps(term: Term, selects: (request: number) => boolean): string[] {
  const own = label(term);
  const inner = partsOf(term).find((part) => sendsOneOf(part, selects));
  return [...(own === undefined ? [] : [own]), ...(inner ? steps(inner, selects) : [])];
}

function label(term: Term): string | undefined {
  switch (term.kind) {
    case 'sequential-loop':
      return `${textOf(term.count)} in turn`;
    case 'parallel-loop':
      return `${textOf(term.count)} at once`;
    case 'lanes':
      return `${textOf(term.count)}, ${textOf(term.lanes)} at a time`;
    case 'chunk':
      return `${textOf(term.count)} in groups of ${textOf(term.size)}`;
    case 'retry':
      return term.endless === true ? 'retried without end' : `retried up to ${textOf(term.attempts)} times`;
    case 'limited':
      return shapeText(term.limiter.shape);
    case 'background':
      return 'not waited for';
    default:
      return undefined;
  }
}

function shapeText(shape: LimiterShape): string {
  switch (shape.kind) {
    case 'concurrency':
      return `${textOf(shape.lanes)} at a time`;
    case 'window':
      return `limited to ${textOf(shape.cap)} in ${textOf(shape.intervalMs)} ms`;
    case 'bucket':
      return `limited to ${textOf(shape.amount)} in ${textOf(shape.intervalMs)} ms`;
    case 'spacing':
      return `one in ${textOf(shape.gapMs)} ms`;
    case 'cache':
      return `cached for ${textOf(shape.ttlMs)} ms`;
    case 'all':
      return shape.of.map(shapeText).join(', ');
  }
}
