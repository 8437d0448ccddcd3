import type { Flow } from './flow.js';
import { constant, constantValue, intervalOf, symbolsOf, type Quantity } from './quantity.js';
import { delay, partsOf, type Term } from './term.js';
import { withParts } from './with-parts.js';

/**
 * What runs once and waits until others let it go on is expected to be let: nobody knows when, but how many requests
 * there are then is the same at any time.
 */
export const letGoOn = (flow: Flow): Flow =>
  flow.trigger.kind === 'once' && waits(flow.term) ? { ...flow, term: inTime(flow.term) } : flow;

const isEndless = (ms: Quantity): boolean =>
  symbolsOf(ms).size === 0 &&
  constantValue(ms) === undefined &&
  intervalOf(ms, () => ({ low: 0, high: 0 })).high === Infinity;

const waits = (term: Term): boolean =>
  term.kind === 'delay' ? isEndless(term.ms) : partsOf(term).some(waits);

/** What takes part in a race may never end. */
function inTime(term: Term): Term {
  if (term.kind === 'race') return term;
  if (term.kind === 'delay') return isEndless(term.ms) ? delay(constant(0)) : term;
  return withParts(term, inTime);
}
