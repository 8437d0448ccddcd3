import { constant, within } from '../quantity.js';
import { afterRetries, exponential } from './backoff.js';
import type { RetryModel } from './model.js';

/** What a program's own `retryDelay` gives back is between nothing and this: most cap their pauses far below. */
const longestOwnDelayMs = 60_000;

/** Without `retryDelay` all retries follow at once; `Retry-After` is waited for. */
export const axiosRetry: RetryModel = {
  id: 'axios-retry',
  library: 'axios-retry',
  version: '4.5.0',
  exported: 'default',
  covers: { kind: 'client', argument: 0 },
  policy: (options) => {
    const attempts = afterRetries(options.number(1, 'retries') ?? constant(3));
    const delay = options.text(1, 'retryDelay');
    const exponentialDelay = delay?.endsWith('exponentialDelay') === true;
    const isOwn = options.has(1, 'retryDelay') && delay?.endsWith('noDelay') !== true;
    return {
      attempts,
      // 2^n * 100 ms, up to a fifth more.
      waitsMs: exponentialDelay
        ? exponential(constant(200), 2, Infinity, attempts)
        : [isOwn ? within(0, longestOwnDelayMs) : constant(0)],
      methods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'],
      statuses: [429, 500, 501, 502, 503, 504],
      retryAfter: 'honoured',
    };
  },
};
