import type { Expr } from '../../model/module-summary.js';
import { enterFunction } from '../../values/call.js';
import type { FunctionValue } from '../../values/value.js';
import type { Quantity } from '../quantity.js';
import type { CallHere } from './calls.js';
import { lengthOf } from './lengths.js';
import { valuesOf } from './reader.js';
import type { Walker } from './walker.js';

/** `users.map((user) => () => send(user))`: functions to be run later, one for each element. */
export function thunksOf(
  w: Walker,
  here: CallHere,
  expr: Expr | undefined,
  depth = 0,
): { readonly fn: FunctionValue; readonly count: Quantity } | undefined {
  const { activation } = here;
  const { module } = activation;
  if (expr?.kind === 'reference' && depth < 4)
    return thunksOf(w, here, module.bindings[expr.binding]?.value, depth + 1);
  const call = expr?.kind === 'call' ? module.calls[expr.call] : undefined;
  if (expr?.kind !== 'call' || call === undefined) return undefined;
  const { callee, args } = call;
  const [each] = args;
  if (callee.kind !== 'member' || callee.key.kind !== 'literal' || callee.key.value !== 'map' || !each)
    return undefined;
  for (const maker of valuesOf(w, each.value, activation)) {
    if (maker.kind !== 'function') continue;
    const inner = enterFunction(w.m, maker, [], undefined, { call, index: expr.call, activation }, 'thunk');
    const [made] = inner.summary.returns;
    const value = made && valuesOf(w, made.value, inner)[0];
    if (value?.kind === 'function') return { fn: value, count: lengthOf(w, callee.object, activation) };
  }
  return undefined;
}
