import { constant } from '../quantity.js';
import { afterRetries, exponential } from './backoff.js';
import type { RetryModel } from './model.js';

/** 0.3 s, 0.6 s. */
export const ky: RetryModel = {
  id: 'ky',
  library: 'ky',
  version: '1.14.3',
  exported: 'default',
  covers: { kind: 'client' },
  policy: (options) => {
    const limit = options.number(0, 'retry', 'limit') ?? options.number(0, 'retry') ?? constant(2);
    const attempts = afterRetries(limit);
    return {
      attempts,
      waitsMs: exponential(constant(300), 2, Infinity, attempts),
      methods: ['GET', 'PUT', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'],
      statuses: [408, 413, 429, 500, 502, 503, 504],
      retryAfter: 'honoured',
    };
  },
};
