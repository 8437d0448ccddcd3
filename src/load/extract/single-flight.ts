import type { Call, CallIndex, Expr, FunctionIndex, ModuleSummary } from '../../model/module-summary.js';
import { baseBinding } from '../../values/evaluate.js';
import { constant } from '../quantity.js';
import type { LimiterUse } from '../term.js';
import type { CallHere } from './calls.js';
import { mayThrowAfterAnswer } from './late-throws.js';
import { assignedLater, isVariable, testOffset, waitsBetween, type Assigned } from './module-variables.js';
import type { Walker } from './walker.js';

const made = new WeakMap<ModuleSummary, ReadonlyMap<CallIndex, Kept>>();

/** A call whose promise a variable keeps, and what empties the variable again: whatever comes of it, or its failure. */
interface Kept {
  readonly base: string;
  readonly emptiedBy: 'end' | 'failure' | 'nothing';
}

/**
 * `pending ??= load().finally(() => { pending = undefined })`: a call whose promise a variable of the module keeps, so
 * that nobody makes it again until it is done, or at all.
 */
export function singleFlight(w: Walker, { call, index, activation }: CallHere): LimiterUse | undefined {
  const { module } = activation;
  const kept = keptIn(module).get(index);
  if (kept === undefined) return undefined;
  const { base, emptiedBy } = kept;
  const isForGood =
    emptiedBy === 'nothing' || (emptiedBy === 'failure' && !mayThrowAfterAnswer(w, activation, call.at));
  const isLost = emptiedBy === 'failure' && ({ isLostByFailure: true } as const);
  const shape = {
    kind: 'cache',
    ttlMs: constant(isForGood ? Infinity : 0),
    keys: constant(1),
    ...isLost,
  } as const;
  return { id: `${module.file}#${base}`, shape, instance: 'process' };
}

/** Whether the promise of a call is kept in a variable, so that the call is made once at a time. */
export const isFlight = (module: ModuleSummary, index: CallIndex): boolean => keptIn(module).has(index);

/** The variables that keep what calls give, by call. */
function keptIn(module: ModuleSummary): ReadonlyMap<CallIndex, Kept> {
  const known = made.get(module);
  if (known) return known;
  const kept = new Map<CallIndex, Kept>();
  for (const [id, assigned] of Object.entries(module.bindings)) {
    const base = baseBinding(id);
    const found = assigned.within === 0 ? undefined : keptCall(module, base, assigned);
    if (found) kept.set(found.call, { base, emptiedBy: found.emptiedBy });
  }
  made.set(module, kept);
  return kept;
}

/** The call that a variable keeps, where it is made only while the variable is empty, and emptied only by its end. */
function keptCall(
  module: ModuleSummary,
  base: string,
  assigned: Assigned,
): { readonly call: CallIndex; readonly emptiedBy: Kept['emptiedBy'] } | undefined {
  const { value, within } = assigned;
  const isDefault = value.kind === 'default' && value.operator !== '=' && isVariable(value.left, base);
  const of = isDefault ? value.right : value;
  const call = of.kind === 'call' ? module.calls[of.call] : undefined;
  if (of.kind !== 'call' || call === undefined || call.awaited !== 'no') return undefined;
  const tested = isDefault ? call.at[0] : testedAt(module, base, call.guards);
  if (tested === undefined || waitsBetween(module, within, tested, call.at[1])) return undefined;
  const others = assignedLater(module, base)?.filter((other) => other !== assigned);
  const ends = others?.map((other) => endOf(module, base, other, call.at));
  if (ends === undefined || ends.includes(undefined)) return undefined;
  const isFailed = ends.every((end) => end === 'catch');
  return { call: of.call, emptiedBy: ends.length === 0 ? 'nothing' : isFailed ? 'failure' : 'end' };
}

/** Where it was found that the variable is empty. */
function testedAt(
  module: ModuleSummary,
  base: string,
  guards: Readonly<Record<string, string>>,
): number | undefined {
  for (const [test, branch] of Object.entries(guards)) {
    const summary = module.tests[test];
    const offset = testOffset(test);
    if (
      summary?.kind === 'condition' &&
      offset !== undefined &&
      emptyBranch(summary.condition, (expr) => isVariable(expr, base)) === branch
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
  base: string,
  { within }: Assigned,
  [start, end]: readonly [number, number],
): string | undefined {
  const settled = settling(module, within);
  if (settled?.callee.kind !== 'member' || settled.callee.key.kind !== 'literal') return undefined;
  const { callee, at } = settled;
  const isOfIt = isVariable(callee.object, base) || (at[0] === start && at[1] <= end);
  return isOfIt ? String(settled.callee.key.value) : undefined;
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
