import { constant } from '../quantity.js';
import { afterRetries, exponential } from './backoff.js';
import type { RetryModel } from './model.js';

/** 1 s, 2 s, with up to 100 ms more. */
export const got: RetryModel = {
  id: 'got',
  library: 'got',
  version: '14.6.6',
  exported: 'default',
  covers: { kind: 'client' },
  policy: (options) => {
    const limit = options.number(0, 'retry', 'limit') ?? options.number(0, 'retry') ?? constant(2);
    const attempts = afterRetries(limit);
    return {
      attempts,
      waitsMs: exponential(constant(1000), 2, Infinity, attempts),
      methods: ['GET', 'PUT', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'],
      statuses: [408, 413, 429, 500, 502, 503, 504, 521, 522, 524],
      retryAfter: 'honoured',
    };
  },
};
