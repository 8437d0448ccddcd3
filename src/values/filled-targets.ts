import type { Call } from '../model/module-summary.js';
import { enterFunction } from './call.js';
import { evaluate, force } from './evaluate.js';
import type { Machine } from './machine.js';
import { calleeOf } from './callee.js';
import type { ObjectChange } from './object-changes.js';
import { entryOf, lazyValue, type Activation, type Argument, type Lazy, type Value } from './value.js';

/** An object of which nothing is set yet: what a function then sets is what it gives to any object. */
const empty: Value = { kind: 'object', props: new Map(), open: undefined, home: undefined };

/**
 * `mixin(Client.prototype, methods)` with a function of the project that sets members of its first parameter: what
 * these are from then on.
 */
export function filledTargets(
  m: Machine,
  call: Call,
  index: number,
  targets: readonly Value[],
  activation: Activation,
): readonly ObjectChange[] {
  const [, ...others] = call.args.map((a) => entryOf(a, activation));
  return calleeOf(m, call.callee, activation).flatMap(({ value: { value: fn } }): ObjectChange[] => {
    if (fn.kind !== 'function') return [];
    const filled = fn.activation.module.functions[fn.fn]?.parameters[0]?.last;
    if (filled === undefined) return [];
    const args: Argument[] = [{ spread: false, value: lazyValue(empty) }, ...others];
    const run = enterFunction(m, fn, args, undefined, { call, index, activation }, 'filled');
    const props = evaluate(m, { kind: 'reference', binding: filled, at: [0, 0] }, run).flatMap(({ value }) =>
      value.kind === 'object' ? [...value.props] : [],
    );
    return props.flatMap(([name, lazy]) =>
      targets.map((target) => ({ target, entry: { path: [name], value: asMember(m, lazy) } })),
    );
  });
}

/** A function is a member as if it were written there. */
function asMember(m: Machine, lazy: Lazy): Lazy {
  const [only, ...others] = lazy.kind === 'getter' ? [] : force(m, lazy);
  if (others.length > 0 || only?.value.kind !== 'function' || only.value.self || only.value.bound.length > 0)
    return lazy;
  const { fn, activation } = only.value;
  return { kind: 'expr', expr: { kind: 'function', fn, at: [0, 0] }, activation };
}
