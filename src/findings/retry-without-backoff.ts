import type { FindingDefinition } from './finding-definition.js';
import { observed } from './observed.js';

/** Failed requests are tried again at once. */
export const retryWithoutBackoff: FindingDefinition = {
  id: 'retry-without-backoff',
  description: 'Failed requests are tried again at once.',
  severity: 'warn',
  scope: 'file',
  messages: {
    noBackoff:
      'A failing request is sent up to {attempts} times without a pause in between ({by}): the first pause should be a second or more, and grow.',
    endless:
      'A failing request is sent again at once, for as long as it fails: nothing in the code ends that. The first pause should be a second or more, and grow, and some attempt should be the last.',
  },
  check: (facts) => observed(facts, 'retry-without-backoff'),
};
