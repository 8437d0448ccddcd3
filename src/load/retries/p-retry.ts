import { constant, constantValue } from '../quantity.js';
import { afterRetries, exponential } from './backoff.js';
import type { RetryModel } from './model.js';

/** Whatever the function throws is tried again, a 400 too. */
export const pRetry: RetryModel = {
  id: 'p-retry',
  library: 'p-retry',
  version: '7.1.1',
  exported: 'default',
  covers: { kind: 'callback', argument: 0 },
  policy: (options) => {
    const attempts = afterRetries(options.number(1, 'retries') ?? constant(10));
    const factor = constantValue(options.number(1, 'factor') ?? constant(2)) ?? 1;
    const most = constantValue(options.number(1, 'maxTimeout') ?? constant(Infinity)) ?? Infinity;
    return {
      attempts,
      waitsMs: exponential(options.number(1, 'minTimeout') ?? constant(1000), factor, most, attempts),
      methods: 'all',
      statuses: 'all',
      retryAfter: 'ignored',
    };
  },
};
