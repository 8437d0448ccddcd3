import { constant } from '../quantity.js';
import type { LimiterModel } from './model.js';

/** Without `concurrency` all functions of the list start at once. */
export const pAll: LimiterModel = {
  id: 'p-all',
  library: 'p-all',
  version: '5.0.1',
  exported: 'default',
  made: 'call',
  passages: [{ kind: 'tasks', list: 0 }],
  shape: (options) => {
    const lanes = options.number(1, 'concurrency');
    return lanes && { kind: 'concurrency', lanes };
  },
};

/** One after the other. */
export const pSeries: LimiterModel = {
  ...pAll,
  id: 'p-series',
  library: 'p-series',
  version: '3.0.0',
  shape: () => ({ kind: 'concurrency', lanes: constant(1) }),
};
