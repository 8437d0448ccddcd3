import type { Expr, FunctionIndex, ModuleSummary } from '../../model/module-summary.js';
import { functionKey } from '../../values/machine.js';
import type { FunctionValue } from '../../values/value.js';
import type { Quantity } from '../quantity.js';
import { constant, constantValue } from '../quantity.js';
import type { LimiterUse } from '../term.js';
import type { CallHere } from './calls.js';
import { idOf, keptIn } from './kept.js';
import { testOffset, waitsBetween } from './module-variables.js';
import { emptyBranch } from './single-flight.js';
import { laterIn, type Put, type Slot } from './slots.js';
import type { Walker } from './walker.js';
import { wordsOf } from './words.js';

/**
 * `timer ??= setTimeout(flush, 50)`, `if (!isDue) { isDue = true; setTimeout(flush, 50); }`: while a timer is due no other
 * is set, where only what it runs empties the place again. Undefined for other timers.
 */
export function oneTimer(
  w: Walker,
  here: CallHere,
  ms: Quantity,
  functions: readonly FunctionValue[],
): LimiterUse | undefined {
  const [fn, ...others] = functions;
  if (fn === undefined || others.length > 0 || constantValue(ms) === 0) return undefined;
  const slot = slotAsked(w, here, fn);
  if (slot === undefined) return undefined;
  const shape = { kind: 'cache', ttlMs: ms, keys: constant(1) } as const;
  return { id: `${idOf(here.activation, slot)} timer`, shape, instance: 'process' };
}

/** The place that is found to be empty before the timer is set, and is filled with it. */
function slotAsked(w: Walker, { call, index, activation }: CallHere, run: FunctionValue): Slot | undefined {
  const { module, fn } = activation;
  for (const [test, branch] of Object.entries(call.guards)) {
    const summary = module.tests[test];
    const asked = testOffset(test);
    if (summary?.kind !== 'condition' || asked === undefined) continue;
    const { condition } = summary;
    const slot = keptIn(activation, condition.kind === 'operator' ? condition.operands[0] : condition);
    const later = slot && laterIn(w, activation, slot);
    if (slot === undefined || later === undefined) continue;
    const is = (expr: Expr): boolean => keptIn(activation, expr)?.name === slot.name;
    if (emptyBranch(condition, is) !== branch) continue;
    const filled = later.filter(({ value }) => isFull(value, index));
    const isHere = ({ within, at, under }: Put): boolean =>
      within === fn &&
      at !== undefined &&
      !waitsBetween(module, fn, asked, Math.max(at, call.at[1])) &&
      Object.entries(under?.guards ?? {}).every(
        ([other, way]) => call.guards[other] === way || other === test,
      );
    const isEmptied = ({ within }: Put): boolean => runsOnlyIn(w, run, within, index);
    const rest = later.filter((put) => !filled.includes(put));
    if (filled.length === 1 && filled.every(isHere) && rest.every(isEmptied)) return slot;
  }
  return undefined;
}

const isFull = (value: Expr, index: number): boolean =>
  (value.kind === 'call' && value.call === index) || (value.kind === 'literal' && value.value === true);

/** Whether a function is what a timer runs, or is called by nothing else than that. */
function runsOnlyIn(
  w: Walker,
  { activation: { module }, fn }: FunctionValue,
  within: FunctionIndex,
  timer: number,
): boolean {
  const callers = w.graph.callers.get(functionKey(module, within)) ?? [];
  const given = timesGiven(module, within);
  return within === fn
    ? given <= 1 && callers.every((site) => site.module === module && site.index === timer)
    : given === 0 &&
        callers.length > 0 &&
        callers.every((site) => site.module === module && module.calls[site.index]?.within === fn);
}

/** How often a module gives a function to somebody, who may run it too. */
function timesGiven(module: ModuleSummary, fn: FunctionIndex): number {
  const name = module.functions[fn]?.name ?? '';
  const isIt = (expr: Expr): boolean => {
    const value = expr.kind === 'reference' ? module.bindings[expr.binding]?.value : expr;
    return value?.kind === 'function' && value.fn === fn;
  };
  // A name may be any text: it is looked for, not made a pattern of.
  const isNamed = (expr: Expr): boolean => {
    const words = name === '' ? '' : wordsOf(expr, module);
    return (
      words.endsWith(`.${name}`) ||
      ['bind', 'call', 'apply'].some((how) => words.includes(`.${name}.${how}(`))
    );
  };
  const inCalls = module.calls.flatMap(({ args }) =>
    args.filter(({ value }) => isIt(value) || isNamed(value)),
  );
  const exported = module.exports.filter((one) => one.kind === 'value' && isIt(one.value));
  const stored = module.stores.filter(({ value }) => isIt(value) || isNamed(value));
  return inCalls.length + exported.length + stored.length;
}
