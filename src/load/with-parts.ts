import { isNothing } from './extract/run.js';
import { nothing, type Term } from './term.js';

/** A term with its parts changed; what has nothing in it is nothing. */
export function withParts(term: Term, change: (part: Term) => Term): Term {
  switch (term.kind) {
    case 'call':
    case 'delay':
    case 'idle':
    case 'unknown':
      return term;
    case 'sequence':
      return { ...term, steps: term.steps.map(change) };
    case 'parallel':
    case 'race':
      return { ...term, branches: term.branches.map(change) };
    case 'alternative':
      return { ...term, options: term.options.map(change) };
    default: {
      const body = change(term.body);
      return isNothing(body) ? nothing : { ...term, body };
    }
  }
}
