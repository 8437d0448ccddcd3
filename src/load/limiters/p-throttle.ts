import type { LimiterModel } from './model.js';

/** The window starts with the first call, so two windows can meet in one sliding window; `strict` forbids it. */
export const pThrottle: LimiterModel = {
  id: 'p-throttle',
  library: 'p-throttle',
  version: '8.1.1',
  exported: 'default',
  made: 'call',
  passages: [{ kind: 'wrapper' }],
  shape: (options) => {
    const cap = options.number(0, 'limit');
    const intervalMs = options.number(0, 'interval');
    const overshoot = options.flag(0, 'strict') === true ? 0 : 1;
    return cap && intervalMs && { kind: 'window', cap, intervalMs, overshoot };
  },
};
