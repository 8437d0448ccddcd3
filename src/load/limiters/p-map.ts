import type { LimiterModel } from './model.js';

/** Without `concurrency` all items start at once. */
export const pMap: LimiterModel = {
  id: 'p-map',
  library: 'p-map',
  version: '7.1.1',
  exported: 'default',
  made: 'call',
  passages: [{ kind: 'each', items: 0, callback: 1 }],
  shape: (options) => {
    const lanes = options.number(2, 'concurrency');
    return lanes && { kind: 'concurrency', lanes };
  },
};

/** `pTimes(count, fn, options)`: the same for numbers. */
export const pTimes: LimiterModel = {
  ...pMap,
  id: 'p-times',
  library: 'p-times',
  version: '4.0.0',
  passages: [{ kind: 'each', items: 0, callback: 1, isCount: true }],
};
