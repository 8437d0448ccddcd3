import { enterFunction } from '../../values/call.js';
import { functionKey } from '../../values/machine.js';
import type { Argument, FunctionValue } from '../../values/value.js';
import type { CallHere } from './calls.js';
import type { Run } from './run.js';
import { emptyRun, whole } from './run.js';
import { itemsOf } from './structure.js';
import { blockRun } from './walk.js';
import type { Walker } from './walker.js';

/** What one run of a function starts and waits for, told apart. */
export function functionRun(
  w: Walker,
  { call, index, activation }: CallHere,
  fn: FunctionValue,
  args: readonly Argument[] | undefined = [],
): Run {
  const inner = enterFunction(w.m, fn, args, undefined, { call, index, activation }, 'executor');
  const key = functionKey(inner.module, inner.fn);
  if (!w.interest.functions.has(key) || w.stack.some(({ activation: a }) => a === inner)) return emptyRun;
  w.visited.add(key);
  w.stack.push({ activation: inner, recursion: 'none' });
  const run = blockRun(w, itemsOf(inner.module, inner.fn), inner, {});
  w.stack.pop();
  return whole(run);
}
