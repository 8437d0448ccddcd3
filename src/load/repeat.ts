import type { Curve } from './curve.js';
import { repeated, scaled, summed } from './curve.js';
import type { Density } from './density.js';
import { acrossRuns, excessOver, remembered, underLine } from './density.js';
import { pacesOfLoop } from './pace.js';
import type { Profile } from './profile.js';
import { emptyProfile, isUniform, underPace } from './profile.js';
import type { Interval } from './quantity.js';
import { multiply } from './quantity.js';

/** `count` runs one after the other. */
export const loopOf = (body: Profile, count: Interval): Profile => lanesOf(body, count, { low: 1, high: 1 });

/** `count` runs that start together. */
export function burstOf(body: Profile, count: Interval): Profile {
  const { low, high } = count;
  return {
    count: scaledInterval(body.count, count),
    duration: { low: low === 0 ? 0 : body.duration.low, high: high === 0 ? 0 : body.duration.high },
    early: scaled(body.early, high),
    late: scaled(body.late, low),
    latest: scaled(body.latest, high),
    tail: scaled(body.tail, high),
    span: high === 0 ? -Infinity : body.span,
    density: remembered((w) => multiply(high, body.density(w))),
    paces: pacesOfLoop(body.paces, low, high, Infinity),
  };
}

/** `count` runs in order, at most `lanes` of them at once. */
export function lanesOf(body: Profile, count: Interval, lanes: Interval): Profile {
  if (count.high === 0) return emptyProfile;
  if (lanes.low >= count.high) return burstOf(body, count);
  const wide = Math.min(lanes.high, count.high);
  const narrow = Math.max(1, Math.min(lanes.low, count.high));
  const rounds = {
    low: Math.max(count.low > 0 ? 1 : 0, Math.ceil(count.low / wide)),
    high: Math.ceil(count.high / narrow),
  };
  const shortest = body.duration.low;
  return {
    count: scaledInterval(body.count, count),
    duration: scaledInterval(body.duration, rounds),
    early: paced(body, grouped(body.early, count.high, wide, shortest, 'up'), body.early, count.high, wide),
    late: grouped(body.late, count.low, narrow, body.duration.high, 'down'),
    latest: grouped(body.latest, count.high, narrow, body.duration.high, 'down'),
    tail: paced(body, grouped(body.tail, count.high, wide, shortest, 'up'), body.tail, count.high, wide),
    span: body.span === -Infinity ? -Infinity : multiply(rounds.high - 1, body.duration.high) + body.span,
    density: remembered(lanesDensity(body, count.high, wide)),
    paces: pacesOfLoop(body.paces, count.low, count.high, wide),
  };
}

/** Groups of `wide` copies, a group each `period`, and what remains in a last group. */
export function grouped(
  curve: Curve,
  count: number,
  wide: number,
  period: number,
  round: 'up' | 'down',
): Curve {
  if (wide >= count) return scaled(curve, count);
  const groups = Math.floor(count / wide);
  const left = count === Infinity ? 0 : count % wide;
  return summed([
    { by: 0, of: repeated(scaled(curve, wide), groups, period, round) },
    { by: multiply(groups, period), of: scaled(curve, left) },
  ]);
}

/** Where runs differ in length, the shortest run is not the one with the most requests: the pace bounds them together. */
function paced(body: Profile, curve: Curve, one: Curve, count: number, wide: number): Curve {
  const { rate } = body.paces;
  if (isUniform(body) || rate === Infinity) return curve;
  return underPace(
    curve,
    rate * wide,
    multiply(wide, excessOver(one, rate)),
    multiply(count, body.count.high),
  );
}

function lanesDensity(body: Profile, count: number, wide: number): Density {
  const total = multiply(count, body.count.high);
  const { rate } = body.paces;
  const mixed = !isUniform(body) && rate !== Infinity && rate > 0;
  const burst = mixed ? excessOver(body.early, rate) + excessOver(body.tail, rate) : 0;
  return (w) => {
    const inside = body.density(w);
    let lane = Math.max(
      inside,
      acrossRuns(body.tail, body.early, body.count.high, body.duration.low, count, w),
    );
    if (mixed) lane = Math.min(lane, Math.max(inside, underLine(burst, rate, w)));
    return Math.min(total, multiply(wide, lane));
  };
}

const scaledInterval = (a: Interval, by: Interval): Interval => ({
  low: multiply(a.low, by.low),
  high: multiply(a.high, by.high),
});
