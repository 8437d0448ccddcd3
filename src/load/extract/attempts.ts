import type { At, Call, Expr, ModuleSummary } from '../../model/module-summary.js';
import type { Activation } from '../../values/value.js';
import type { Quantity } from '../quantity.js';
import { constant, sum } from '../quantity.js';
import type { Term } from '../term.js';
import { partsOf, requestsOf } from '../term.js';
import type { CallHere } from './calls.js';
import { numberOf } from './numbers.js';
import { isAfterFailure } from './presence.js';
import { functionName, placeIn, type Reader } from './reader.js';
import { inOrder } from './run.js';
import { settling } from './single-flight.js';
import { blockBefore, mayThrowWhenWell } from './throwing.js';
import type { Walker } from './walker.js';

export const attemptWords = /attempt|retr(?:y|ies)|tries|remaining|\bleft\b/i;

/** A body that runs again while it fails: what stands behind its requests and sends none is the pause before the next attempt. */
export function retried(attempts: Quantity, term: Term, endless = false): Term {
  const steps = term.kind === 'sequence' ? term.steps : [term];
  const first = steps.findIndex((step) => requestsOf(step).size > 0);
  const isPause = (step: Term, i: number): boolean =>
    first >= 0 && i > first && step.kind !== 'background' && requestsOf(step).size === 0;
  const body = inOrder(...steps.filter((step, i) => !isPause(step, i)));
  const pauses = steps.filter(isPause).flatMap(delaysIn);
  const [only, ...more] = pauses;
  const wait = only === undefined ? constant(0) : more.length === 0 ? only : sum(...pauses);
  return { kind: 'retry', attempts, waitsMs: [wait], body, ...(endless && { endless }) };
}

function delaysIn(term: Term): readonly Quantity[] {
  return term.kind === 'delay' ? [term.ms] : partsOf(term).flatMap(delaysIn);
}

/** How often a function runs in all that runs itself again after a failure. */
export interface Attempts {
  readonly count: Quantity;
  /** Nothing in the code ends it but an answer that is no failure. */
  readonly endless: boolean;
  /** What an answer says decides whether it runs again. */
  readonly isPolled?: true;
}

/**
 * Of a function that calls itself: `retry(fn, retries - 1)` in a `catch`, after a look at the status, or with a
 * parameter that is named for it. Undefined for any other recursion.
 */
export function attemptsOf(w: Walker, own: Activation, { call, activation }: CallHere): Attempts | undefined {
  const caught = caughtBy(call, activation);
  const isFailed =
    isAfterFailure(w, call.guards, activation) ||
    (caught !== undefined && !mayThrowWhenWell(w, activation, caught));
  const isPolled = isFailed ? {} : ({ isPolled: true } as const);
  for (const [i, { value }] of call.args.entries()) {
    const name = own.summary.parameters[i]?.name ?? '';
    const change = countedBy(value, own, i, activation);
    if (change === undefined || (!isFailed && !caught && !attemptWords.test(name))) continue;
    const parameter = own.summary.parameters[i];
    const initial =
      parameter && numberOf(w, { kind: 'reference', binding: parameter.binding, at: parameter.at }, own);
    const known = change === 'down' && initial ? sum(initial, constant(1)) : limitOf(w, own, i);
    return { count: known ?? unknownAttempts(w, own), endless: false, ...isPolled };
  }
  if (!isFailed && !caught) return undefined;
  return { count: unknownAttempts(w, own), endless: call.args.every(isKept), ...isPolled };

  // What changes from call to call may end it.
  function isKept({ value }: Call['args'][number], i: number): boolean {
    return (
      value.kind === 'literal' || value.kind === 'function' || isParameter(value, own, i, activation.module)
    );
  }
}

/** What threw where a call stands in a `catch`, or in what is passed to one. */
function caughtBy({ frames }: Call, activation: Activation): At | undefined {
  const handler = frames.findLast((frame) => frame.kind === 'try' && frame.part === 'catch');
  if (handler) return blockBefore(activation, handler.at);
  const given = settling(activation.module, activation.fn);
  const { callee } = given ?? {};
  return callee?.kind === 'member' && callee.key.kind === 'literal' && callee.key.value === 'catch'
    ? given?.at
    : undefined;
}

/** Whether an argument is the parameter of the same place, one less or one more. */
function countedBy(
  expr: Expr,
  own: Activation,
  index: number,
  activation: Activation,
): 'down' | 'up' | undefined {
  const [left, right, change] =
    expr.kind === 'plus'
      ? [expr.left, expr.right, 'up' as const]
      : expr.kind === 'operator' && (expr.operator === '-' || expr.operator === '+')
        ? [expr.operands[0], expr.operands[1], expr.operator === '-' ? ('down' as const) : ('up' as const)]
        : [];
  if (left === undefined || right?.kind !== 'literal' || !(Number(right.value) >= 1)) return undefined;
  return isParameter(left, own, index, activation.module) ? change : undefined;
}

export function isParameter(
  expr: Expr,
  own: Activation,
  index: number,
  module: ModuleSummary,
  depth = 0,
): boolean {
  if (depth > 4) return false;
  if (expr.kind === 'parameter') return expr.fn === own.fn && expr.index === index;
  if (expr.kind === 'default') return isParameter(expr.left, own, index, module, depth + 1);
  if (expr.kind === 'choice')
    return expr.options.some(({ value }) => isParameter(value, own, index, module, depth + 1));
  const value = expr.kind === 'reference' ? module.bindings[expr.binding]?.value : undefined;
  return value !== undefined && isParameter(value, own, index, module, depth + 1);
}

/** `if (attempt >= 3) throw`: the runs from 0 up to the limit, and the one that finds it reached. */
export function limitOf(reader: Reader, own: Activation, index: number): Quantity | undefined {
  for (const test of Object.values(own.module.tests)) {
    if (test.kind !== 'condition' || test.condition.kind !== 'operator') continue;
    const { operator, operands, at } = test.condition;
    const [left, right] = operands;
    if (!/^[<>]=?$/.test(operator) || left === undefined || right === undefined) continue;
    if (at[0] < own.summary.at[0] || at[1] > own.summary.at[1]) continue;
    if (!isParameter(left, own, index, own.module)) continue;
    const limit = numberOf(reader, right, own);
    if (limit) return sum(limit, constant(operator === '>' || operator === '<=' ? 2 : 1));
  }
  return undefined;
}

function unknownAttempts(reader: Reader, { module, summary, fn }: Activation): Quantity {
  return reader.book.use({
    name: `${functionName({ module }, fn)}.attempts`,
    unit: 'count',
    least: 1,
    file: module.file,
    at: summary.at[0],
    place: placeIn(module, summary.at),
  });
}
