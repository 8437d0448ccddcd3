import type { FindingDefinition } from './finding-definition.js';
import { observed } from './observed.js';

/** A rate limiter is made anew for each run, so it bounds no two runs together. */
export const limiterPerCall: FindingDefinition = {
  id: 'limiter-per-call',
  description: 'A rate limiter is made anew for each run, so it bounds no two runs together.',
  severity: 'warn',
  scope: 'file',
  messages: {
    perCall:
      'The limiter of this request is made in the function that runs again and again ({how}): each run has its own. Make it once, outside.',
  },
  check: (facts) => observed(facts, 'limiter-per-call'),
};
