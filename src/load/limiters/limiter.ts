import type { OptionReader } from '../options.js';
import type { Quantity } from '../quantity.js';
import { constant } from '../quantity.js';
import type { LimiterModel } from './model.js';

const intervals: Readonly<Record<string, number>> = {
  second: 1000,
  sec: 1000,
  minute: 60_000,
  min: 60_000,
  hour: 3_600_000,
  hr: 3_600_000,
  day: 86_400_000,
};

/** `interval` is a number of milliseconds or a word. */
function intervalOf(options: OptionReader): Quantity | undefined {
  const word = options.text(0, 'interval');
  const known = word === undefined ? undefined : intervals[word];
  return known === undefined ? options.number(0, 'interval') : constant(known);
}

/** A bucket that starts full and fills drop by drop. */
export const rateLimiter: LimiterModel = {
  id: 'limiter#RateLimiter',
  library: 'limiter',
  version: '4.1.0',
  exported: 'RateLimiter',
  made: 'new',
  passages: [{ kind: 'gate', member: 'removeTokens' }],
  shape: (options) => {
    const amount = options.number(0, 'tokensPerInterval');
    const intervalMs = intervalOf(options);
    return amount && intervalMs && { kind: 'bucket', size: amount, amount, intervalMs, steps: false };
  },
};

export const tokenBucket: LimiterModel = {
  ...rateLimiter,
  id: 'limiter#TokenBucket',
  exported: 'TokenBucket',
  shape: (options) => {
    const size = options.number(0, 'bucketSize');
    const amount = options.number(0, 'tokensPerInterval');
    const intervalMs = intervalOf(options);
    return size && amount && intervalMs && { kind: 'bucket', size, amount, intervalMs, steps: false };
  },
};
