import type { FindingDefinition } from './finding-definition.js';
import { observed } from './observed.js';

/** A request was found, and nothing that sends it. */
export const unattributedLoad: FindingDefinition = {
  id: 'unattributed-load',
  description: 'A request was found, and nothing that sends it.',
  severity: 'warn',
  scope: 'file',
  messages: {
    unattributed:
      'How often this request is sent could not be told ({reason}): no limit that it reaches counts as kept. leastscope-calls or leastscope-once says it.',
  },
  check: (facts) => observed(facts, 'unattributed-load'),
};
