import { constant } from '../quantity.js';
import { afterRetries } from './backoff.js';
import type { RetryModel } from './model.js';

/**
 * Copy this file to `<library>.ts`, say what the library does when requests fail, add it to the index, and add
 * a probe to `test/load/retries.test.ts` that runs the real library.
 */
export const template: RetryModel = {
  id: 'library',
  library: 'library',
  version: '1.0.0',
  exported: 'default',
  covers: { kind: 'client' },
  policy: (options) => ({
    attempts: afterRetries(options.number(0, 'retries') ?? constant(2)),
    waitsMs: [constant(0)],
    methods: ['GET'],
    statuses: [503],
    retryAfter: 'ignored',
  }),
};
