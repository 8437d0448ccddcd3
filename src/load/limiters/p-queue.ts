import type { LimiterShape } from '../term.js';
import type { LimiterModel } from './model.js';

/**
 * By default the count can start anew twice within one interval, once by the interval's timer and once by the one that
 * resumes an idle queue, so up to three times the cap passes in a sliding window of one interval, five times in one of
 * two (measured). `strict` keeps every sliding window within the cap.
 */
export const pQueue: LimiterModel = {
  id: 'p-queue',
  library: 'p-queue',
  version: '9.3.5',
  exported: 'default',
  made: 'new',
  // Behind the function stand options; what it is given is `{ signal }`.
  passages: [
    { kind: 'callback', member: 'add', argument: 0, givesOwn: true },
    { kind: 'callback', member: 'addAll', argument: 0, givesOwn: true },
    { kind: 'idle', members: /^onIdle$/ },
    { kind: 'idle', members: /^on(?:Empty|SizeLessThan|PendingZero)$/, atMost: true },
  ],
  changes: { properties: ['concurrency', 'intervalCap', 'interval'] },
  stops: /^pause$/,
  startsStopped: (options) => options.flag(0, 'autoStart') === false,
  shape: (options) => {
    const of: LimiterShape[] = [];
    const lanes = options.number(0, 'concurrency');
    if (lanes) of.push({ kind: 'concurrency', lanes });
    const cap = options.number(0, 'intervalCap');
    const intervalMs = options.number(0, 'interval');
    const strict = options.flag(0, 'strict') === true;
    if (cap && intervalMs) {
      of.push({ kind: 'window', cap, intervalMs, overshoot: strict ? 0 : 1, resets: strict ? 1 : 2 });
    }
    const [only, ...rest] = of;
    return rest.length === 0 ? only : { kind: 'all', of };
  },
};
