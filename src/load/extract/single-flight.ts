import type { Call, CallIndex, Expr, FunctionIndex, ModuleSummary } from '../../model/module-summary.js';
import type { Activation } from '../../values/value.js';
import { constant } from '../quantity.js';
import type { LimiterUse } from '../term.js';
import type { CallHere } from './calls.js';
import { idOf, keptIn } from './kept.js';
import { mayThrowAfterAnswer } from './late-throws.js';
import { testOffset, waitsBetween } from './module-variables.js';
import { enteredBy } from './presence.js';
import { holdersOf } from './promises.js';
import { siteKey } from './sinks.js';
import { laterIn, type Put, type Slot } from './slots.js';
import type { Walker } from './walker.js';

/** A call whose promise is kept, and what empties the place again: whatever comes of it, or its failure. */
interface Kept {
  readonly slot: Slot;
  readonly emptiedBy: 'end' | 'failure' | 'nothing';
}

/**
 * `pending ??= load().finally(() => { pending = undefined })`: a call whose promise is kept where all runs look for it, so
 * that nobody makes it again until it is done, or at all.
 */
export function singleFlight(w: Walker, { call, index, activation }: CallHere): LimiterUse | undefined {
  const kept = keptCall(w, index, activation);
  if (kept === undefined) return undefined;
  const { slot, emptiedBy } = kept;
  const isForGood =
    emptiedBy === 'nothing' || (emptiedBy === 'failure' && !mayThrowAfterAnswer(w, activation, call.at));
  const isLost = emptiedBy === 'failure' && ({ isLostByFailure: true } as const);
  const shape = {
    kind: 'cache',
    ttlMs: constant(isForGood ? Infinity : 0),
    keys: constant(1),
    ...isLost,
  } as const;
  return { id: idOf(activation, slot), shape, instance: 'process' };
}

/** Whether the promise of a call is kept, so that the call is made once at a time. */
export const isFlight = (w: Walker, index: CallIndex, activation: Activation): boolean =>
  keptCall(w, index, activation) !== undefined;

/** Where the promise of a call is kept, if it is made only while nothing is there, and only its end empties the place. */
function keptCall(w: Walker, index: CallIndex, activation: Activation): Kept | undefined {
  const { module } = activation;
  const call = module.calls[index];
  if (call === undefined || call.awaited !== 'no' || call.within === 0) return undefined;
  const method = methodOf(activation);
  for (const holder of holdersOf(module, index)) {
    const slot = keptIn(method, asExpression(holder));
    const later = slot && laterIn(w, method, slot);
    const put = later?.find(({ value }) => value.kind === 'call' && value.call === index);
    if (slot === undefined || later === undefined || put === undefined) continue;
    const is = (expr: Expr): boolean => keptIn(method, expr)?.name === slot.name;
    const tested = testedAt(module, is, call.guards);
    if (tested === undefined || waitsBetween(module, put.within, tested, call.at[1])) continue;
    const runs = enteredBy(w, { expr: { kind: 'call', call: index, at: call.at }, activation });
    const ends = later
      .filter((other) => other !== put)
      .map((other) => endOf(module, is, other, call.at) ?? ownEnd(w, runs, other));
    if (ends.includes(undefined)) continue;
    const isFailed = ends.every((end) => end === 'catch');
    return { slot, emptiedBy: ends.length === 0 ? 'nothing' : isFailed ? 'failure' : 'end' };
  }
  return undefined;
}

/** The method in which a function stands that has its `this`. */
function methodOf(activation: Activation): Activation {
  let method = activation;
  while (method.summary.kind === 'arrow' && method.parent) method = method.parent;
  return method;
}

function asExpression(holder: string): Expr {
  const at = [0, 0] as const;
  if (!holder.startsWith('this.')) return { kind: 'reference', binding: holder, at };
  const key: Expr = { kind: 'literal', value: holder.slice('this.'.length) };
  return { kind: 'member', object: { kind: 'this', at }, key, at };
}

/** Where it was found that nothing is there. */
function testedAt(
  module: ModuleSummary,
  is: (expr: Expr) => boolean,
  guards: Readonly<Record<string, string>>,
): number | undefined {
  for (const [test, branch] of Object.entries(guards)) {
    const summary = module.tests[test];
    const offset = testOffset(test);
    if (
      summary?.kind === 'condition' &&
      offset !== undefined &&
      emptyBranch(summary.condition, is) === branch
    )
      return offset;
  }
  return undefined;
}

/** The branch on which a variable is empty. */
export function emptyBranch(condition: Expr, is: (expr: Expr) => boolean): 'then' | 'else' | undefined {
  if (is(condition)) return 'else';
  if (condition.kind !== 'operator') return undefined;
  const [left, right] = condition.operands;
  if (left === undefined || !is(left)) return undefined;
  if (condition.operator === '!') return 'then';
  const isNone = right?.kind === 'undefined' || (right?.kind === 'literal' && right.value === null);
  if (!isNone) return undefined;
  return /^={2,3}$/.test(condition.operator)
    ? 'then'
    : /^!={1,2}$/.test(condition.operator)
      ? 'else'
      : undefined;
}

/** Whether what is assigned is so by a function that runs when the promise is settled: by `then`, `catch` or `finally`. */
function endOf(
  module: ModuleSummary,
  is: (expr: Expr) => boolean,
  { within }: Put,
  [start, end]: readonly [number, number],
): string | undefined {
  const settled = settling(module, within);
  if (settled?.callee.kind !== 'member' || settled.callee.key.kind !== 'literal') return undefined;
  const { callee, at } = settled;
  const isOfIt = is(callee.object) || (at[0] === start && at[1] <= end);
  return isOfIt ? String(settled.callee.key.value) : undefined;
}

/** What the function that is called does when it is done, or in its `catch`. */
function ownEnd(
  w: Walker,
  runs: readonly Activation[],
  { within, at, under }: Put,
): 'catch' | 'finally' | undefined {
  const [run, ...others] = runs;
  if (run?.fn !== within || others.length > 0 || at === undefined) return undefined;
  const { module } = run;
  const goesOn = module.calls.some(
    (call, index) =>
      call.within === within && call.at[0] >= at && w.interest.sites.has(siteKey(module.file, index)),
  );
  if (goesOn || waitsBetween(module, within, at, Infinity)) return undefined;
  const isCaught = under?.frames.some((frame) => frame.kind === 'try' && frame.part === 'catch');
  return isCaught === true ? 'catch' : 'finally';
}

/** The call of `then`, `catch` or `finally` that is given a function. */
export const settling = (module: ModuleSummary, fn: FunctionIndex): Call | undefined =>
  module.calls.find(
    (call) => isSettling(call) && call.args.some(({ value }) => value.kind === 'function' && value.fn === fn),
  );

/** `promise.then(f)` and its like. */
export const isSettling = ({ callee }: Call): boolean =>
  callee.kind === 'member' &&
  callee.key.kind === 'literal' &&
  /^(?:then|catch|finally)$/.test(String(callee.key.value));
