import type { Call, Expr, ModuleSummary, TestId, Under } from '../../model/module-summary.js';
import { baseBinding } from '../../values/evaluate.js';
import type { FunctionValue } from '../../values/value.js';
import { constant, constantValue, quotient, sum, type Quantity } from '../quantity.js';
import type { CallHere } from './calls.js';
import { originsOf } from './member-changes.js';
import { isVariable, waitsBetween } from './module-variables.js';
import { numberOf } from './numbers.js';
import { clears } from './set-off.js';
import { slotOf } from './slots.js';
import type { Walker } from './walker.js';
import { wordsOf } from './words.js';

/** How often a timer goes off that code clears: after so many times, or after a while. */
export function ticksOf(
  w: Walker,
  here: CallHere,
  fn: FunctionValue,
  everyMs: Quantity,
): Quantity | undefined {
  const { call, activation } = here;
  const { module } = activation;
  if (call.frames.some(({ kind }) => kind === 'loop')) return undefined;
  for (const [index, one] of module.calls.entries()) {
    if (!clears.test(wordsOf(one.callee, module)) || !isOf(here, one.args[0]?.value)) continue;
    const ticks =
      one.within === fn.fn && fn.activation.module === module
        ? untilCounted(w, here, fn, one)
        : untilCleared(w, here, index, everyMs);
    if (ticks) return ticks;
  }
  return undefined;
}

/** Whether an expression holds the timer. */
function isOf({ index, activation }: CallHere, expr: Expr | undefined): boolean {
  if (expr === undefined) return false;
  const values = slotOf(activation, expr)?.values.map(({ value }) => value) ?? [];
  const timers = [expr, ...values].flatMap((one) =>
    originsOf(activation.module, one, () => false).flatMap((of) => (of.kind === 'call' ? [of.call] : [])),
  );
  // Where another timer is kept there later, that one is cleared.
  return timers.length > 0 && timers.every((call) => call === index);
}

/** `setTimeout(() => clearInterval(timer), ms)`, beside the timer. */
function untilCleared(
  w: Walker,
  { call, activation }: CallHere,
  clear: number,
  everyMs: Quantity,
): Quantity | undefined {
  const { module } = activation;
  const { within, guards, frames } = module.calls[clear] ?? {};
  if (frames?.length !== 0 || Object.keys(guards ?? {}).length > 0) return undefined;
  const timeout = module.calls.find(
    ({ callee, args: [given] }) =>
      given?.value.kind === 'function' &&
      given.value.fn === within &&
      wordsOf(callee, module) === 'setTimeout',
  );
  const ms = timeout?.args[1]?.value;
  const isBeside = timeout?.within === call.within && timeout.at[0] > call.at[1];
  if (ms === undefined || !isBeside || timeout.frames.length > call.frames.length) return undefined;
  if (waitsBetween(module, call.within, call.at[1], timeout.at[0])) return undefined;
  const whole = numberOf(w, ms, activation);
  const [until, each] = [whole && constantValue(whole), constantValue(everyMs)];
  if (until !== undefined && each) return constant(Math.floor(until / each));
  return whole && quotient(whole, everyMs);
}

/** `if (++n >= 10) clearInterval(timer)`, of a counter that nothing else counts. */
function untilCounted(w: Walker, here: CallHere, { fn }: FunctionValue, clear: Call): Quantity | undefined {
  const { module } = here.activation;
  const [[test, branch] = [], ...others] = Object.entries(clear.guards);
  const summary = test === undefined ? undefined : module.tests[test];
  if (test === undefined || others.length > 0 || summary?.kind !== 'condition') return undefined;
  const { condition } = summary;
  if (condition.kind !== 'operator' || clear.frames.some(({ kind }) => kind !== 'branch')) return undefined;
  const [left, limit] = condition.operands;
  const operator = branch === 'then' ? condition.operator : negated[condition.operator];
  const other = branch === 'then' ? 'else' : 'then';
  const counter =
    left && counterOf(module, { owner: here.call.within, fn, test, other }, left, condition.at[0]);
  if (!counter || !limit || !operator) return undefined;
  if (hasWaited(module, fn, Math.max(counter.at, clear.at[0]))) return undefined;
  const end = numberOf(w, limit, here.activation);
  const last = end && roundsTo(counter, operator, end);
  if (last === undefined) return undefined;
  const isLeft = module.calls.every(
    (call) => call === clear || call.within !== fn || call.guards[test] === other,
  );
  return isLeft ? sum(last, constant(-1)) : last;
}

/** Whether a function has waited for something when it comes to a place: the timer may have gone off again. */
const hasWaited = ({ waits, calls }: ModuleSummary, fn: number, place: number): boolean =>
  [...waits, ...calls.filter(({ awaited }) => awaited === 'await' || awaited === 'yield')].some(
    ({ at, within }) => within === fn && at[1] <= place,
  );

const negated: Readonly<Record<string, string>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '!==': '===',
  '!=': '==',
};

interface Counter {
  /** What is compared when the timer goes off first. */
  readonly first: number;
  readonly step: number;
  /** Where it is counted. */
  readonly at: number;
}

interface Place {
  /** The function in which the timer is set. */
  readonly owner: number;
  /** The function that the timer runs. */
  readonly fn: number;
  readonly test: TestId;
  /** The branch on which the timer goes on. */
  readonly other: string;
}

/** A variable beside the timer that its function counts, once each time. */
function counterOf(
  module: ModuleSummary,
  { owner, fn, test, other }: Place,
  compared: Expr,
  testedAt: number,
): Counter | undefined {
  const [variable, more] =
    compared.kind === 'plus' && compared.right.kind === 'literal'
      ? [compared.left, compared.right.value]
      : [compared, 0];
  if (variable.kind !== 'reference' || typeof more !== 'number') return undefined;
  const base = baseBinding(variable.binding);
  const [start, put, ...others] = Object.entries(module.bindings).flatMap(([id, binding]) =>
    baseBinding(id) === base && binding.value.kind !== 'choice' ? [binding] : [],
  );
  if (others.length > 0 || start?.within !== owner || put?.within !== fn) return undefined;
  const { value, assignedAt: at, under } = put;
  const isCounted = value.kind === 'plus' && isVariable(value.left, base) && value.right.kind === 'literal';
  const step = isCounted && value.right.kind === 'literal' ? value.right.value : undefined;
  if (start.value.kind !== 'literal' || typeof start.value.value !== 'number') return undefined;
  const isEachTime = (around: Under | undefined): boolean =>
    around === undefined ||
    (around.frames.every(({ kind }) => kind === 'branch') &&
      Object.entries(around.guards).every(([one, way]) => one === test && way === other));
  if (typeof step !== 'number' || step === 0 || at === undefined || !isEachTime(under)) return undefined;
  return { first: start.value.value + more + (at < testedAt ? step : 0), step, at };
}

/** In which round a comparison holds for the first time. */
function roundsTo({ first, step }: Counter, operator: string, end: Quantity): Quantity | undefined {
  const known = constantValue(end);
  if (known === undefined) {
    const over = /^(?:>=|={2,3})$/.test(operator) ? 1 : operator === '>' ? 2 : undefined;
    return step === 1 && over !== undefined ? sum(end, constant(over - first)) : undefined;
  }
  const rounds = (known - first) / step;
  const isStrict = operator === '>' || operator === '<';
  const isUp = /^>=?$/.test(operator);
  if (/^={2,3}$/.test(operator))
    return rounds >= 0 && Number.isInteger(rounds) ? constant(rounds + 1) : undefined;
  if (!/^[<>]=?$/.test(operator) || isUp !== step > 0) return undefined;
  return constant(Math.max(1, (isStrict ? Math.floor(rounds) + 1 : Math.ceil(rounds)) + 1));
}
