import { constant, ratio } from '../quantity.js';
import type { LimiterModel } from './model.js';

/** Concurrency only. */
export const sema: LimiterModel = {
  id: 'async-sema#Sema',
  library: 'async-sema',
  version: '3.1.1',
  exported: 'Sema',
  made: 'new',
  passages: [{ kind: 'gate', member: 'acquire', release: 'release' }],
  shape: (options) => {
    const lanes = options.number(0);
    return lanes && { kind: 'concurrency', lanes };
  },
};

/** Every token comes back one time unit after it was taken, so no sliding window exceeds the number. */
export const semaRateLimit: LimiterModel = {
  id: 'async-sema#RateLimit',
  library: 'async-sema',
  version: '3.1.1',
  exported: 'RateLimit',
  made: 'call',
  passages: [{ kind: 'gate' }],
  shape: (options) => {
    const cap = options.number(0);
    const intervalMs = options.number(1, 'timeUnit') ?? constant(1000);
    if (cap === undefined) return undefined;
    if (options.flag(1, 'uniformDistribution') === true)
      return { kind: 'spacing', gapMs: ratio(intervalMs, cap) };
    return { kind: 'window', cap, intervalMs, overshoot: 0 };
  },
};
