import { rootActivation } from '../../values/machine.js';
import type { Activation, ExternalValue, Step, Value } from '../../values/value.js';
import type { LimiterModel } from '../limiters/model.js';
import { codeOptions } from './options-in-code.js';
import { changesOf } from './member-changes.js';
import { valuesOf } from './reader.js';
import type { Walker } from './walker.js';

type Made = Extract<Step, { kind: 'call' | 'new' }>;

/** Whether code sets later how much a limiter lets through: what it was made with then bounds nothing. */
export function isChangedLater(w: Walker, { library, changes }: LimiterModel, made: Made): boolean {
  if (changes === undefined) return false;
  const { methods, properties = [] } = changes;
  return (
    (methods !== undefined && isAsked(w, library, made, methods)) ||
    (properties.length > 0 &&
      changesOf(w.m.program, properties).some(({ module, within, target, names }) => {
        if (names === 'any') return false;
        const values = valuesOf(w, target, rootActivation(w.m, module, within));
        return values.some((value) => isMadeBy(value, made));
      }))
  );
}

/** Whether code stops a limiter, or begins it stopped: what comes to it then waits for others to set it going. */
export function isStopped(w: Walker, model: LimiterModel, made: Made, activation: Activation): boolean {
  const { library, stops, startsStopped } = model;
  const options = codeOptions(w, made.args, made.call?.activation ?? activation);
  return startsStopped?.(options) === true || (stops !== undefined && isAsked(w, library, made, stops));
}

const isAsked = (w: Walker, library: string, made: Made, methods: RegExp): boolean =>
  w.graph.external.some(
    ({ callee }) => callee.module === library && isMadeBy(callee, made) && isLast(callee, methods),
  );

function isLast({ steps }: ExternalValue, methods: RegExp): boolean {
  const last = steps.at(-1);
  return last?.kind === 'member' && methods.test(last.name);
}

const isMadeBy = (value: Value, { at }: Made): boolean =>
  value.kind === 'external' &&
  value.steps.some(
    (step) =>
      (step.kind === 'call' || step.kind === 'new') && step.at.file === at.file && step.at.start === at.start,
  );
