import type {
  BindingSummary,
  Expr,
  FunctionIndex,
  ModuleSummary,
  TestId,
} from '../../model/module-summary.js';
import { baseBinding } from '../../values/evaluate.js';

/** An assignment to a variable. */
export type Assigned = BindingSummary;

const made = new WeakMap<ModuleSummary, ReadonlyMap<string, readonly Assigned[]>>();

/**
 * What functions, and an owner that waits, assign to a variable of the module itself, which all of its runs share, or
 * of a function; undefined for variables of others, and where a member of it is set by itself.
 */
export function assignedLater(
  module: ModuleSummary,
  base: string,
  owner: FunctionIndex = 0,
): readonly Assigned[] | undefined {
  if (!/@\d/.test(base) || ownerAt(module, base) !== owner) return undefined;
  const declared = module.bindings[base];
  const goesOn = waitsBetween(module, owner, 0, Infinity);
  const later = (assignmentsIn(module).get(base) ?? []).filter(
    (assigned) => assigned.within !== owner || (goesOn && assigned !== declared),
  );
  const hasSetMember =
    module.stores.some(({ target }) => isVariable(target, base)) ||
    later.some(({ value }) => value.kind === 'assigned');
  return hasSetMember ? undefined : later;
}

/** The function whose variable it is. */
export function ownerAt(module: ModuleSummary, base: string): FunctionIndex {
  const offset = Number(/@(\d+)/.exec(base)?.[1] ?? NaN);
  const around = module.functions.findLastIndex(({ at }, fn) => fn > 0 && at[0] <= offset && offset < at[1]);
  return Math.max(0, around);
}

function assignmentsIn(module: ModuleSummary): ReadonlyMap<string, readonly Assigned[]> {
  const known = made.get(module);
  if (known) return known;
  const all = new Map<string, Assigned[]>();
  for (const [id, binding] of Object.entries(module.bindings)) {
    const base = baseBinding(id);
    if (isSame(binding.value, base)) continue;
    const list = all.get(base) ?? [];
    list.push(binding);
    all.set(base, list);
  }
  made.set(module, all);
  return all;
}

/** Where ways meet, the variable is what it was on one of them. */
const isSame = (value: Expr, base: string): boolean =>
  isVariable(value, base) ||
  (value.kind === 'choice' && value.options.every((option) => isSame(option.value, base)));

export const isVariable = (expr: Expr, base: string): boolean =>
  expr.kind === 'reference' && baseBinding(expr.binding) === base;

/** Where a test stands in the text; undefined for one that stands nowhere. */
export function testOffset(test: TestId): number | undefined {
  const offset = /^at:(\d+)$/.exec(test)?.[1];
  return offset === undefined ? undefined : Number(offset);
}

/** Whether a function waits for something in a part of its text, other than to leave; for the whole of it, it waits afterwards. */
export const waitsBetween = (module: ModuleSummary, fn: number, from: number, to: number): boolean =>
  [
    ...module.waits.filter(({ kind }) => kind !== 'return'),
    ...module.calls.filter(({ awaited }) => awaited === 'await' || awaited === 'yield'),
  ].some(
    ({ at, within }) => within === fn && at[0] >= from && at[0] < to && !(at[0] === from && at[1] >= to),
  );
