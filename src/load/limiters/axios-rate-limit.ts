import { constant } from '../quantity.js';
import type { LimiterModel } from './model.js';

/** Windows start with a request. Holds for responses that take at least some milliseconds; faster ones overrun its counter. */
export const axiosRateLimit: LimiterModel = {
  id: 'axios-rate-limit',
  library: 'axios-rate-limit',
  version: '1.9.0',
  exported: 'default',
  made: 'call',
  passages: [{ kind: 'client' }],
  shape: (options) => {
    const perSecond = options.number(1, 'maxRPS');
    const cap = perSecond ?? options.number(1, 'maxRequests');
    const intervalMs = perSecond ? constant(1000) : options.number(1, 'perMilliseconds');
    return cap && intervalMs && { kind: 'window', cap, intervalMs, overshoot: 1 };
  },
};
