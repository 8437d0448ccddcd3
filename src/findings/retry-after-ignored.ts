import type { FindingDefinition } from './finding-definition.js';
import { observed } from './observed.js';

/** A retry does not look at Retry-After. */
export const retryAfterIgnored: FindingDefinition = {
  id: 'retry-after-ignored',
  description: 'A retry does not look at Retry-After.',
  severity: 'warn',
  scope: 'file',
  messages: {
    ignored: '{by} does not wait for what Retry-After says: after a 429 it asks again too early.',
  },
  check: (facts) => observed(facts, 'retry-after-ignored'),
};
