import type { Reading } from './profile-of.js';
import type { Quantity } from './quantity.js';
import type { LimiterUse, Term } from './term.js';

/** How many selected requests a term sends where every count is one number. */
export function weightOf(
  term: Term,
  read: { readonly reading: Reading; readonly value: (quantity: Quantity) => number },
  limiters: readonly LimiterUse[],
): number {
  const of = (part: Term): number => weightOf(part, read, limiters);
  switch (term.kind) {
    case 'call':
      return read.reading.selects(term.request, limiters) ? 1 : 0;
    case 'delay':
    case 'idle':
    case 'on-failure':
    case 'unexpected':
    case 'unknown':
      return 0;
    case 'sequence':
      return term.steps.reduce((sum, step) => sum + of(step), 0);
    case 'parallel':
    case 'race':
      return term.branches.reduce((sum, branch) => sum + of(branch), 0);
    case 'alternative':
      return Math.max(0, ...term.options.map(of));
    case 'limited':
      return weightOf(term.body, read, [...limiters, term.limiter]);
    case 'retry':
    case 'step':
    case 'background':
      return of(term.body);
    default:
      return read.value(term.count) * of(term.body);
  }
}
