import type { FindingDefinition } from './finding-definition.js';
import { observed } from './observed.js';

/** A schedule with six fields fires every second where five were meant. */
export const cronFieldSlip: FindingDefinition = {
  id: 'cron-field-slip',
  description: 'A schedule with six fields fires every second where five were meant.',
  severity: 'warn',
  scope: 'file',
  messages: {
    slip: '"{text}" fires {runs} times in each minute that it names: its first field is the second. Was "{meant}" meant?',
  },
  check: (facts) => observed(facts, 'cron-field-slip'),
};
