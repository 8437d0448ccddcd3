import type { FindingDefinition } from './finding-definition.js';
import { observed } from './observed.js';

/** At expected values, a limit of the API is exceeded. */
export const rateLimitExceeded: FindingDefinition = {
  id: 'rate-limit-exceeded',
  description: 'At expected values, a limit of the API is exceeded.',
  severity: 'error',
  scope: 'project',
  messages: {
    exceeded: '{expected} requests are expected in {window} for {what}, and {limit} allows {quota}: {how}.',
  },
  check: (facts) => observed(facts, 'rate-limit-exceeded'),
};
