import type { Expr } from '../../model/module-summary.js';
import type { FunctionValue } from '../../values/value.js';
import type { Quantity } from '../quantity.js';
import type { CallHere } from './calls.js';
import { lengthOf } from './lengths.js';
import { mappedIn } from './mapped.js';
import type { Walker } from './walker.js';

/** `users.map((user) => () => send(user))`: functions to be run later, one for each element. */
export function thunksOf(
  w: Walker,
  { activation }: CallHere,
  expr: Expr | undefined,
): { readonly fn: FunctionValue; readonly count: Quantity } | undefined {
  const mapped = expr && mappedIn(w, expr, activation);
  const fn = mapped?.given.find((value) => value.kind === 'function');
  return mapped && fn && { fn, count: lengthOf(w, mapped.list, activation) };
}
