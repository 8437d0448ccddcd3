import { pathOf } from '../../values/path-of.js';
import type { ExternalValue } from '../../values/value.js';
import { schedules } from '../schedules/index.js';
import type { CallHere } from './calls.js';
import { functionTerm } from './calls.js';
import type { Run } from './run.js';
import { together, waited } from './run.js';
import { readSchedule } from './triggers.js';
import type { Walker } from './walker.js';

/** The call that scheduled what a member of its result runs now: `scheduleJob(…)` of `scheduleJob(…).invoke()`. */
function scheduledBefore({ module, steps }: ExternalValue): ExternalValue | undefined {
  const last = steps.at(-1);
  const made = steps.at(-2);
  if (last?.kind !== 'member' || (made?.kind !== 'call' && made?.kind !== 'new')) return undefined;
  const before: ExternalValue = { kind: 'external', module, steps: steps.slice(0, -2) };
  const path = pathOf(before.steps);
  const model = schedules.find((one) => one.packages.test(module) && one.paths.test(path));
  return model?.byHand?.test(last.name) ? before : undefined;
}

export const isByHand = (callee: ExternalValue): boolean => scheduledBefore(callee) !== undefined;

/** `job.trigger()`: what a scheduler runs when it is due runs now, too. */
export function byHandRun(w: Walker, here: CallHere, callee: ExternalValue): Run | undefined {
  const before = scheduledBefore(callee);
  const made = callee.steps.at(-2);
  if (before === undefined || (made?.kind !== 'call' && made?.kind !== 'new')) return undefined;
  const activation = made.call?.activation ?? here.activation;
  const scheduled = readSchedule(w, { ...here, args: made.args, activation }, before);
  const functions = scheduled?.functions ?? [];
  return waited(together(...functions.map((fn, i) => functionTerm(w, here, fn, undefined, `by hand ${i}`))));
}
