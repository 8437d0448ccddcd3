import type { FindingDefinition } from './finding-definition.js';
import { observed } from './observed.js';

/** Schedules are due at the same instants and exceed a limit together, which they would keep apart. */
export const schedulesAligned: FindingDefinition = {
  id: 'schedules-aligned',
  description:
    'Schedules that are due at the same instants exceed a limit together, and would keep it apart.',
  severity: 'warn',
  scope: 'project',
  messages: {
    aligned:
      '{count} schedules are due at the same instants and send {expected} requests in {window} for {what}, where {limit} allows {quota}. It would be {spread} with {moves}.',
  },
  check: (facts) => observed(facts, 'schedules-aligned'),
};
