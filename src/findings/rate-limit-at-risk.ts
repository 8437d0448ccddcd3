import type { FindingDefinition } from './finding-definition.js';
import { observed } from './observed.js';

/** A limit of the API can be exceeded within the stated ranges. */
export const rateLimitAtRisk: FindingDefinition = {
  id: 'rate-limit-at-risk',
  description: 'A limit of the API can be exceeded within the stated ranges.',
  severity: 'warn',
  scope: 'project',
  messages: {
    atRisk: 'Up to {high} requests are possible in {window} for {what}, and {limit} allows {quota}: {how}.',
  },
  check: (facts) => observed(facts, 'rate-limit-at-risk'),
};
