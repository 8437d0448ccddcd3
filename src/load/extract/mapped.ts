import type { Expr } from '../../model/module-summary.js';
import { enterFunction, returnsOf } from '../../values/call.js';
import type { Activation, Value } from '../../values/value.js';
import { valuesOf, type Reader } from './reader.js';

/** What a callback gives for each element of a list. */
export interface Mapped {
  readonly list: Expr;
  readonly given: readonly Value[];
}

/** `users.map((user) => …)`, where it stands or in a constant. */
export function mappedIn(reader: Reader, expr: Expr, activation: Activation, depth = 0): Mapped | undefined {
  const { module } = activation;
  if (expr.kind === 'reference' && depth < 4) {
    const value = module.bindings[expr.binding]?.value;
    return value && mappedIn(reader, value, activation, depth + 1);
  }
  const call = expr.kind === 'call' ? module.calls[expr.call] : undefined;
  if (expr.kind !== 'call' || call === undefined) return undefined;
  const { callee, args } = call;
  const [each] = args;
  if (callee.kind !== 'member' || callee.key.kind !== 'literal' || callee.key.value !== 'map' || !each)
    return undefined;
  const given = valuesOf(reader, each.value, activation).flatMap((maker) => {
    if (maker.kind !== 'function') return [];
    const site = { call, index: expr.call, activation };
    return returnsOf(reader.m, enterFunction(reader.m, maker, [], undefined, site, 'mapped'));
  });
  return { list: callee.object, given: given.map(({ value }) => value) };
}
