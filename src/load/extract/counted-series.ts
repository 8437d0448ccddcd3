import type { Call } from '../../model/module-summary.js';
import { baseBinding } from '../../values/evaluate.js';
import type { Activation } from '../../values/value.js';
import { sum, constant, type Quantity } from '../quantity.js';
import type { Term } from '../term.js';
import { delay, sequentialLoop } from '../term.js';
import { isParameter } from './attempts.js';
import type { CallHere } from './calls.js';
import { counterOf, endingOf, runsOfSeries, steppedFrom, type Counter, type Ending } from './counters.js';
import { ownerAt } from './module-variables.js';
import { numberOf } from './numbers.js';
import { aside, inOrder } from './run.js';
import type { Rearmed, Visit, Walker } from './walker.js';

/**
 * How often a function runs in all that sets a timer for its next run, where a count ends that: `if (n < 8) setTimeout(step, 500)`,
 * `setTimeout(() => poll(left - 1), 500)`. `again` is the call with which it runs next.
 */
export function runsInAll(
  w: Walker,
  { call }: CallHere,
  { activation }: Visit,
  again?: Call,
): Quantity | undefined {
  const { module, fn } = activation;
  if (call.within !== fn || call.frames.some(({ kind }) => kind !== 'branch' && kind !== 'try'))
    return undefined;
  for (const [test, branch] of Object.entries(call.guards)) {
    const ending = endingOf(module, test, branch);
    const counter = ending && (beside(w, activation, ending) ?? handedOn(w, activation, ending, again));
    const runs = counter && runsOfSeries(w, activation, fn, ending, counter);
    if (runs) return runs;
  }
  return undefined;
}

/** A variable around the function: where several runs share it, it ends each of their series all the sooner. */
function beside(w: Walker, activation: Activation, ending: Ending): Counter | undefined {
  const counter = counterOf(w, activation, activation.fn, ending);
  if (counter === undefined) return undefined;
  const isOwn = ownerAt(activation.module, counter.base) !== 0 || !/^={2,3}$/.test(ending.operator);
  const isAtOnce = counter.at < ending.at || !hasWaits(activation, ending.at, counter.at);
  return isOwn && isAtOnce ? counter : undefined;
}

const hasWaits = ({ module, fn }: Activation, from: number, to: number): boolean =>
  [...module.waits, ...module.calls.filter(({ awaited }) => awaited === 'await')].some(
    ({ within, at }) => within === fn && at[0] >= from && at[1] <= to,
  );

/** A parameter that the next run gets one higher, or lower. */
function handedOn(
  w: Walker,
  activation: Activation,
  { compared, at }: Ending,
  again: Call | undefined,
): Counter | undefined {
  const { module, summary } = activation;
  const [of, more] = steppedFrom(compared) ?? [compared, 0];
  const index = summary.parameters.findIndex((_, i) => isParameter(of, activation, i, module));
  const parameter = summary.parameters[index];
  const given = again?.args[index];
  const [from, step] = (given && !given.spread && steppedFrom(given.value)) || [];
  if (!parameter || !from || !step || !isParameter(from, activation, index, module)) return undefined;
  const base = baseBinding(parameter.binding);
  if (Object.keys(module.bindings).some((id) => id !== base && baseBinding(id) === base)) return undefined;
  const first = numberOf(w, { kind: 'reference', binding: parameter.binding, at: parameter.at }, activation);
  return first && { first: sum(first, constant(more)), step, at, base };
}

/** What a series does: its first run here and now, and the others after their pauses. */
export function seriesOf({ gapMs, inTimer, afterwards }: Rearmed, runs: Quantity, run: Term): Term {
  const next = inOrder(delay(gapMs), afterwards ? run : aside(run));
  if (inTimer) return aside(sequentialLoop(runs, next));
  return inOrder(run, aside(sequentialLoop(sum(runs, constant(-1)), next)));
}
