import { constant, constantValue } from '../quantity.js';
import { exponential } from './backoff.js';
import type { RetryModel } from './model.js';

/** `numOfAttempts` counts the first one too. Full jitter can make every wait nothing. */
export const exponentialBackoff: RetryModel = {
  id: 'exponential-backoff',
  library: 'exponential-backoff',
  version: '3.1.3',
  exported: 'backOff',
  covers: { kind: 'callback', argument: 0 },
  policy: (options) => {
    const attempts = options.number(1, 'numOfAttempts') ?? constant(10);
    const factor = constantValue(options.number(1, 'timeMultiple') ?? constant(2)) ?? 1;
    const most = constantValue(options.number(1, 'maxDelay') ?? constant(Infinity)) ?? Infinity;
    const first = options.number(1, 'startingDelay') ?? constant(100);
    return {
      attempts,
      waitsMs:
        options.text(1, 'jitter') === 'full' ? [constant(0)] : exponential(first, factor, most, attempts),
      methods: 'all',
      statuses: 'all',
      retryAfter: 'ignored',
    };
  },
};
