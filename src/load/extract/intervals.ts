import { pathOf } from '../../values/path-of.js';
import type { Activation } from '../../values/value.js';
import type { Quantity } from '../quantity.js';
import { constantValue } from '../quantity.js';
import type { LoopFrame } from './loop-count.js';
import { durationIn, unknownNumber } from './numbers.js';
import { valuesOf } from './reader.js';
import type { Run } from './run.js';
import { closed, emptyRun } from './run.js';
import { emitFlow } from './triggers.js';
import type { Walker } from './walker.js';

/** The gap of `for await (const _ of setInterval(ms))` of `timers/promises`; undefined for other loops. */
export function intervalOf(
  w: Walker,
  { bound, loop, leaves }: LoopFrame,
  activation: Activation,
): Quantity | undefined {
  if (loop !== 'for-await' || leaves === true || bound?.kind !== 'each') return undefined;
  for (const value of valuesOf(w, bound.of, activation)) {
    const made = value.kind === 'external' ? value.steps.at(-1) : undefined;
    if (value.kind !== 'external' || made?.kind !== 'call') continue;
    if (!/^(?:node:)?timers\/promises$/.test(value.module)) continue;
    if (!/^(?:default\.)?setInterval\(\)$/.test(pathOf(value.steps))) continue;
    const [ms] = made.args;
    return (
      (ms && durationIn(w, ms.value)) ?? unknownNumber(w, bound.of, activation, 'interval', 'milliseconds')
    );
  }
  return undefined;
}

/** A round for each time that the interval is over; those that come too late follow one another. */
export function intervalLoop(w: Walker, run: Run, everyMs: Quantity): Run {
  const ms = constantValue(everyMs);
  emitFlow(w, {
    trigger: { kind: 'periodic', everyMs, immediate: false, guard: 'queue', reach: 'process' },
    term: closed(run),
    how: `interval${ms === undefined ? '' : ` of ${ms} ms`}`,
  });
  return emptyRun;
}
