import type { LimiterModel } from './model.js';

/**
 * Copy this file to `<library>.ts`, say what the library lets through, add it to the index, and add a probe to
 * `test/load/limiters.test.ts` that runs the real library.
 */
export const template: LimiterModel = {
  id: 'library',
  library: 'library',
  version: '1.0.0',
  exported: 'default',
  made: 'call',
  passages: [{ kind: 'callback', argument: 0 }],
  shape: (options) => {
    const lanes = options.number(0);
    return lanes && { kind: 'concurrency', lanes };
  },
};
