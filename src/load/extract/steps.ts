import { packageCallbacks } from '../../values/builtins/package-callbacks.js';
import { pathOf } from '../../values/path-of.js';
import type { ExternalValue } from '../../values/value.js';
import type { Quantity } from '../quantity.js';
import { between, constant } from '../quantity.js';
import type { Term } from '../term.js';
import { delay } from '../term.js';
import type { CallHere } from './calls.js';
import { functionTerm } from './calls.js';
import { durationAt } from './externals.js';
import { isStep } from './interest.js';
import { unknownNumber } from './numbers.js';
import { codeOptions } from './options-in-code.js';
import type { Run } from './run.js';
import { start, together, waited } from './run.js';
import type { Walker } from './walker.js';

/** `step.run('name', fn)` and what else is a step of a function that its service begins anew after it. */
export function stepRun(w: Walker, here: CallHere, callee: ExternalValue): Run | undefined {
  if (!isStep(callee)) return undefined;
  const step = stepTerm(w, here, callee);
  return here.call.awaited === 'no' ? start(step) : waited(step);
}

function stepTerm(w: Walker, here: CallHere, callee: ExternalValue): Term {
  const name = pathOf(callee.steps).slice('step.'.length);
  if (!/^(?:run|ai\.wrap|sendEvent|realtime\.publish)$/.test(name))
    return { kind: 'step', doneBy: 'service', body: delay(waitOf(w, here, name)) };
  const handed = packageCallbacks(callee, { m: w.m, args: here.args, site: here });
  const body = together(...handed.map(({ fn, args, tag }) => functionTerm(w, here, fn, args, tag)));
  return { kind: 'step', doneBy: 'program', body };
}

/** How long the service takes: a time that is stated, up to a time-out, or what nobody says. */
function waitOf(w: Walker, here: CallHere, name: string): Quantity {
  if (name === 'sleep') return durationAt(w, here, 1);
  const timeout = codeOptions(w, here.args, here.activation).duration(1, 'timeout');
  if (timeout) return between(constant(0), timeout);
  return unknownNumber(w, here.call.callee, here.activation, name, 'milliseconds');
}
