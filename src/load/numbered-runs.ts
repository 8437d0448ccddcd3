import { gapsOfDay } from './calendar/calendar.js';
import type { Flow } from './flow.js';
import { constantValue, within, type Quantity } from './quantity.js';
import { background, delay, sequence, sequentialLoop, type Term } from './term.js';
import type { Trigger } from './trigger.js';

/** A schedule that ends after so many runs: what they do, one after the other, from its beginning. */
export function upTo(
  most: Quantity | undefined,
  trigger: Trigger,
  term: Term,
): Pick<Flow, 'trigger' | 'term'> {
  const gap = most && gapOf(trigger);
  if (most === undefined || gap === undefined || !('reach' in trigger)) return { trigger, term };
  const once: Trigger = { kind: 'once', reach: trigger.reach };
  if (constantValue(most) === 1) return { trigger: once, term };
  return { trigger: once, term: sequentialLoop(most, sequence(background(term), delay(gap))) };
}

/** The time between two runs; undefined where runs may be put off. */
function gapOf(trigger: Trigger): Quantity | undefined {
  if (!('guard' in trigger) || !/^(?:overlap|skip)$/.test(trigger.guard)) return undefined;
  if (trigger.kind === 'periodic') return trigger.everyMs;
  const gaps = gapsOfDay(trigger.calendar);
  return gaps.length === 0 ? undefined : within(Math.min(...gaps), Math.max(...gaps));
}
