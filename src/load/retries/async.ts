import { constant } from '../quantity.js';
import type { RetryModel } from './model.js';

/** `async.retry(options, task)`: `times` counts the first attempt too; no wait unless `interval` says one. */
export const asyncLibraryRetry: RetryModel = {
  id: 'async#retry',
  library: 'async',
  version: '3.2.6',
  exported: 'retry',
  covers: { kind: 'callback', argument: 1 },
  policy: (options) => ({
    attempts: options.number(0, 'times') ?? options.number(0) ?? constant(5),
    waitsMs: [options.number(0, 'interval') ?? constant(0)],
    methods: 'all',
    statuses: 'all',
    retryAfter: 'ignored',
  }),
};
