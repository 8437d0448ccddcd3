import type { FindingDefinition } from './finding-definition.js';
import { observed } from './observed.js';

/** A limiter that is set to the quota lets more than the quota pass in some window. */
export const limiterTooLoose: FindingDefinition = {
  id: 'limiter-too-loose',
  description: 'A limiter that is set to the quota lets more than the quota pass in some window.',
  severity: 'warn',
  scope: 'file',
  messages: {
    loose:
      'A limiter of {cap} in {interval} ms can let {passes} requests pass in {window}, and {limit} allows {quota}. {fits} in {interval} ms always fits.',
  },
  check: (facts) => observed(facts, 'limiter-too-loose'),
};
