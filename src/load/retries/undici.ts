import { constant } from '../quantity.js';
import { afterRetries, exponential } from './backoff.js';
import type { RetryModel } from './model.js';

/** `new RetryAgent(agent, options)`: 0.5 s, 1 s, 2 s, ..., 30 s; a longer `Retry-After` is cut to the longest wait. */
export const undiciRetryAgent: RetryModel = {
  id: 'undici#RetryAgent',
  library: 'undici',
  version: '7.30.2',
  exported: 'RetryAgent',
  covers: { kind: 'dispatcher' },
  policy: (options) => {
    const attempts = afterRetries(options.number(1, 'maxRetries') ?? constant(5));
    return {
      attempts,
      waitsMs: exponential(options.number(1, 'minTimeout') ?? constant(500), 2, 30_000, attempts),
      methods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE'],
      statuses: [429, 500, 502, 503, 504],
      retryAfter: { cappedMs: 30_000 },
    };
  },
};
