import { constant } from '../quantity.js';
import type { LimiterShape } from '../term.js';
import type { LimiterModel } from './model.js';

/** A refreshed reservoir lets twice its amount pass around a refresh; `minTime` never does. */
export const bottleneck: LimiterModel = {
  id: 'bottleneck',
  library: 'bottleneck',
  version: '2.19.5',
  exported: 'default',
  made: 'new',
  passages: [
    { kind: 'callback', member: 'schedule', argument: 0 },
    { kind: 'callback', member: 'schedule', argument: 1 },
    { kind: 'wrapper', member: 'wrap' },
  ],
  changes: { methods: /^(?:updateSettings|incrementReservoir)$/ },
  shape: (options) => {
    const of: LimiterShape[] = [];
    const gapMs = options.number(0, 'minTime');
    if (gapMs) of.push({ kind: 'spacing', gapMs });
    const lanes = options.number(0, 'maxConcurrent');
    if (lanes) of.push({ kind: 'concurrency', lanes });
    const cap = options.number(0, 'reservoirRefreshAmount');
    const refreshMs = options.number(0, 'reservoirRefreshInterval');
    if (cap && refreshMs) of.push({ kind: 'window', cap, intervalMs: refreshMs, overshoot: 1 });
    const amount = options.number(0, 'reservoirIncreaseAmount');
    const increaseMs = options.number(0, 'reservoirIncreaseInterval');
    const size = options.number(0, 'reservoirIncreaseMaximum') ?? constant(Infinity);
    if (amount && increaseMs) of.push({ kind: 'bucket', size, amount, intervalMs: increaseMs, steps: true });
    const [only, ...rest] = of;
    return rest.length === 0 ? only : { kind: 'all', of };
  },
};
