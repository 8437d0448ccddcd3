import type { ExternalValue, Step } from '../../values/value.js';
import type { CallHere } from './calls.js';
import { functionTerm } from './calls.js';
import type { Run } from './run.js';
import { together, waited } from './run.js';
import { modelOf, readSchedule } from './triggers.js';
import type { Walker } from './walker.js';

interface ScheduledBefore {
  readonly callee: ExternalValue;
  readonly made: Extract<Step, { kind: 'call' | 'new' }>;
}

/** The call that scheduled what a member of its result runs now: `scheduleJob(…)` of `scheduleJob(…).invoke()`. */
function scheduledBefore({ module, steps }: ExternalValue): ScheduledBefore | undefined {
  const [made, last] = steps.slice(-2);
  if (last?.kind !== 'member' || (made?.kind !== 'call' && made?.kind !== 'new')) return undefined;
  const callee: ExternalValue = { kind: 'external', module, steps: steps.slice(0, -2) };
  return modelOf(callee)?.byHand?.test(last.name) ? { callee, made } : undefined;
}

export const isByHand = (callee: ExternalValue): boolean => scheduledBefore(callee) !== undefined;

/** `job.trigger()`: what a scheduler runs when it is due runs now, too. */
export function byHandRun(w: Walker, here: CallHere, callee: ExternalValue): Run | undefined {
  const before = scheduledBefore(callee);
  if (!before) return undefined;
  const { args, call } = before.made;
  const there = { ...here, args, activation: call?.activation ?? here.activation };
  const functions = readSchedule(w, there, before.callee)?.functions ?? [];
  return waited(together(...functions.map((fn, i) => functionTerm(w, here, fn, undefined, `by hand ${i}`))));
}
