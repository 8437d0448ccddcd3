import type { FindingDefinition } from './finding-definition.js';
import { observed } from './observed.js';

/** Requests start at once for each element of a collection that nothing bounds. */
export const unboundedFanOut: FindingDefinition = {
  id: 'unbounded-fan-out',
  description: 'Requests start at once for each element of a collection that nothing bounds.',
  severity: 'warn',
  scope: 'file',
  messages: {
    unbounded:
      'This request is sent {count} times at once, and nothing bounds how many that is: a limiter, a loop that waits, or leastscope-bound would.',
  },
  check: (facts) => observed(facts, 'unbounded-fan-out'),
};
