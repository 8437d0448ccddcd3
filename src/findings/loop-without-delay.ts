import type { FindingDefinition } from './finding-definition.js';
import { observed } from './observed.js';

/** An endless loop sends requests without a pause. */
export const loopWithoutDelay: FindingDefinition = {
  id: 'loop-without-delay',
  description: 'An endless loop sends requests without a pause.',
  severity: 'warn',
  scope: 'file',
  messages: {
    noDelay:
      'This request is sent again as soon as it is answered ({how}): only the answer time bounds how often.',
  },
  check: (facts) => observed(facts, 'loop-without-delay'),
};
