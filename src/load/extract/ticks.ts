import type { Call, Expr, ModuleSummary } from '../../model/module-summary.js';
import type { FunctionValue } from '../../values/value.js';
import { constant, constantValue, quotient, type Quantity } from '../quantity.js';
import type { CallHere } from './calls.js';
import { originsOf } from './member-changes.js';
import { counterOf, endingOf, runsOfSeries } from './counters.js';
import { ownerAt, waitsBetween } from './module-variables.js';
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
  if (test === undefined || others.length > 0 || clear.frames.some(({ kind }) => kind !== 'branch'))
    return undefined;
  const ending = endingOf(module, test, branch === 'then' ? 'else' : 'then');
  const counter = ending && counterOf(w, here.activation, fn, ending);
  if (!counter || ownerAt(module, counter.base) !== here.call.within) return undefined;
  if (hasWaited(module, fn, Math.max(counter.at, clear.at[0]))) return undefined;
  return runsOfSeries(w, here.activation, fn, ending, counter);
}

/** Whether a function has waited for something when it comes to a place: the timer may have gone off again. */
const hasWaited = ({ waits, calls }: ModuleSummary, fn: number, place: number): boolean =>
  [...waits, ...calls.filter(({ awaited }) => awaited === 'await' || awaited === 'yield')].some(
    ({ at, within }) => within === fn && at[1] <= place,
  );
