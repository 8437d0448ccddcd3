import type { Call, CallIndex, Expr, FunctionIndex, ModuleSummary } from '../../model/module-summary.js';
import { baseBinding } from '../../values/evaluate.js';
import { constant } from '../quantity.js';
import type { LimiterUse } from '../term.js';
import type { CallHere } from './calls.js';
import { assignedLater, isVariable, testOffset, waitsBetween, type Assigned } from './module-variables.js';

const made = new WeakMap<ModuleSummary, ReadonlyMap<CallIndex, string>>();

/**
 * `pending ??= load().finally(() => { pending = undefined })`: a call whose promise a variable of the module keeps, so
 * that nobody makes it again until it is done.
 */
export function singleFlight({ index, activation: { module } }: CallHere): LimiterUse | undefined {
  const base = keptIn(module).get(index);
  if (base === undefined) return undefined;
  const shape = { kind: 'cache', ttlMs: constant(0), keys: constant(1) } as const;
  return { id: `${module.file}#${base}`, shape, instance: 'process' };
}

/** The variables that keep what calls give, by call. */
function keptIn(module: ModuleSummary): ReadonlyMap<CallIndex, string> {
  const known = made.get(module);
  if (known) return known;
  const kept = new Map<CallIndex, string>();
  for (const [id, assigned] of Object.entries(module.bindings)) {
    const base = baseBinding(id);
    const index = assigned.within === 0 ? undefined : keptCall(module, base, assigned);
    if (index !== undefined) kept.set(index, base);
  }
  made.set(module, kept);
  return kept;
}

/** The call that a variable keeps, where it is made only while the variable is empty, and emptied only by its end. */
function keptCall(module: ModuleSummary, base: string, assigned: Assigned): CallIndex | undefined {
  const { value, within } = assigned;
  const isDefault = value.kind === 'default' && value.operator !== '=' && isVariable(value.left, base);
  const of = isDefault ? value.right : value;
  const call = of.kind === 'call' ? module.calls[of.call] : undefined;
  if (of.kind !== 'call' || call === undefined || call.awaited !== 'no') return undefined;
  const tested = isDefault ? call.at[0] : testedAt(module, base, call.guards);
  if (tested === undefined || waitsBetween(module, within, tested, call.at[1])) return undefined;
  const later = assignedLater(module, base);
  const isEmptiedAtEnd = later?.every((other) => other === assigned || isAtEnd(module, base, other, call.at));
  return isEmptiedAtEnd ? of.call : undefined;
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

/** Assigned by a function that runs when the promise is settled. */
function isAtEnd(
  module: ModuleSummary,
  base: string,
  { within }: Assigned,
  [start, end]: readonly [number, number],
): boolean {
  const settled = settling(module, within);
  if (settled?.callee.kind !== 'member') return false;
  const { callee, at } = settled;
  return isVariable(callee.object, base) || (at[0] === start && at[1] <= end);
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
