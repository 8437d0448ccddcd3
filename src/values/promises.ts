import type { Expr } from '../model/module-summary.js';
import { flatMap } from './alternatives.js';
import { enterFunction, receiverOf } from './call.js';
import { arrivals } from './decide.js';
import { callOf, isRecursive, type Machine } from './machine.js';
import { calleeOf } from './callee.js';
import { pathOf } from './path-of.js';
import { entryOf, sure, type Activation, type Alternatives } from './value.js';

/** The methods of a promise that give another one. */
export const promiseMethods: ReadonlySet<string> = new Set(['then', 'catch', 'finally']);

/** Variables and calls through which a promise is looked for. */
const mostSteps = 8;

/**
 * Whether an expression gives a promise itself, not what stands behind it, by the ways that its functions return:
 * values are those behind promises, so that a promise for `false` would be taken for `false`.
 */
export function givesPromise(
  m: Machine,
  expr: Expr,
  activation: Activation,
  steps = 0,
): Alternatives<boolean> {
  if (steps > mostSteps) return sure(false);
  switch (expr.kind) {
    case 'reference': {
      // A variable that other runs set, or a function around, may hold something else when it is asked.
      const held = activation.module.bindings[expr.binding];
      return held?.within === activation.fn && !expr.binding.endsWith('#any')
        ? givesPromise(m, held.value, activation, steps + 1)
        : sure(false);
    }
    case 'type-cast':
      return givesPromise(m, expr.value, activation, steps);
    case 'call':
      return callGivesPromise(m, expr.call, activation, steps);
    default:
      return sure(false);
  }
}

function callGivesPromise(
  m: Machine,
  index: number,
  activation: Activation,
  steps: number,
): Alternatives<boolean> {
  const call = callOf(activation.module, index);
  if (call.kind !== 'call') return sure(false);
  const from = { call, index, activation };
  return flatMap(calleeOf(m, call.callee, activation), ({ value, receiver }) => {
    if (value.kind === 'method') return sure(promiseMethods.has(value.name));
    if (value.kind === 'external')
      return sure(value.module === 'global' && /^(?:fetch|Promise\.\w+)$/.test(pathOf(value.steps)));
    if (value.kind !== 'function' || isRecursive(value.activation.module, value.fn, from)) return sure(false);
    const args = call.args.map((a) => entryOf(a, activation));
    const run = enterFunction(m, value, args, value.self ?? receiverOf(receiver), from, '');
    const { isAsync, isGenerator, returns } = run.summary;
    if (isGenerator || isAsync) return sure(isAsync === true && !isGenerator);
    return returns.length === 0
      ? sure(false)
      : returns.flatMap((r) =>
          flatMap(arrivals(m, r.guards, run), () => givesPromise(m, r.value, run, steps + 1)),
        );
  });
}
