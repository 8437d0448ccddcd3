import type { LimiterModel } from './model.js';

/** Concurrency only. `limit.map(items, fn)` passes each item through. */
export const pLimit: LimiterModel = {
  id: 'p-limit',
  library: 'p-limit',
  version: '7.3.3',
  exported: 'default',
  made: 'call',
  passages: [{ kind: 'callback', argument: 0 }],
  changes: { properties: ['concurrency'] },
  shape: (options) => {
    const lanes = options.number(0) ?? options.number(0, 'concurrency');
    return lanes && { kind: 'concurrency', lanes };
  },
};
