import { firstOf } from './curve.js';
import type { Density } from './density.js';
import type { Profile } from './profile.js';
import type { Reading } from './profile-of.js';
import type { Interval } from './quantity.js';
import { countOf, multiply } from './quantity.js';
import type { LimiterShape } from './term.js';

/**
 * Most requests that one cache lets through in a window: each answer is kept for a while, and until there is one, others
 * may ask as well. The interval is how long one that asks waits, `selected` the part of what it does that is counted: what
 * nobody waits for may go on when others ask again.
 */
export function throughCache(
  { ttlMs, keys, asksMeanwhile }: Extract<LimiterShape, { kind: 'cache' }>,
  { low, high }: Interval,
  selected: Profile,
  offered: Density,
  w: number,
  { environment, usual }: Reading,
): number {
  const spread = Math.max(0, selected.span - firstOf(selected.early));
  const kept = countOf(ttlMs, environment).low;
  const several = countOf(keys, environment);
  const each = selected.count.high;
  const together = asksMeanwhile ? offered(high + spread + 1) : each;
  // Where nobody asks meanwhile, it is as if nobody could.
  const isAlone = together <= each;
  const reach = spread + (isAlone ? 0 : high);
  const apart = asksMeanwhile ? kept : Math.max(kept, low);
  const rounds = apart > 0 ? Math.max(1, Math.ceil((w + reach) / apart - 1e-9)) : Infinity;
  return Math.min(
    offered(w),
    multiply(usual ? several.low : several.high, multiply(rounds, Math.max(each, together))),
  );
}
