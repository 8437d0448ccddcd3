import { constant, constantValue } from '../quantity.js';
import { afterRetries, exponential } from './backoff.js';
import type { RetryModel } from './model.js';

/** Waits are stretched at random, up to twice; the stated ones are the shortest. */
export const asyncRetry: RetryModel = {
  id: 'async-retry',
  library: 'async-retry',
  version: '1.3.3',
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
