import type { FindingDefinition } from './finding-definition.js';
import { observed } from './observed.js';

/** A request comes near a limit, and nothing waits when the server refuses it. */
export const unhandled429: FindingDefinition = {
  id: 'unhandled-429',
  description: 'A request comes near a limit, and nothing waits when the server refuses it.',
  severity: 'warn',
  scope: 'project',
  messages: {
    unhandled:
      'Up to {load} requests are sent in {window} for {what}, where {limit} allows {quota}, and none waits when the server answers 429: wait as long as Retry-After says, or longer after each attempt.',
  },
  check: (facts) => observed(facts, 'unhandled-429'),
};
