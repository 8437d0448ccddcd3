import type { Call } from '../../model/module-summary.js';
import { functionsAt } from '../../values/builtins/callbacks.js';
import { functionKey } from '../../values/machine.js';
import type { Activation, FunctionValue } from '../../values/value.js';
import { entryOf } from '../../values/value.js';
import type { Quantity } from '../quantity.js';
import { constant, constantValue } from '../quantity.js';
import { delay, nothing, sequentialLoop } from '../term.js';
import type { CallHere } from './calls.js';
import { functionTerm } from './calls.js';
import { runsInAll } from './counted-series.js';
import { durationAt, pauseAt } from './externals.js';
import { guarded } from './guard.js';
import { emitFlow } from './triggers.js';
import { isRefreshed } from './refreshed.js';
import { again } from './set-off.js';
import { joined } from './joined.js';
import type { Run } from './run.js';
import { oneTimer } from './one-timer.js';
import { aside, inOrder, isNothing, keptRun, start, waited } from './run.js';
import { ticksOf } from './ticks.js';
import type { Visit, Walker } from './walker.js';

/** Timers of the language: pauses, later runs, and functions that run again and again. Undefined for anything else. */
export function timerRun(w: Walker, here: CallHere, path: string): Run | undefined {
  const functions = functionsAt({ m: w.m, args: here.args, site: here }, 0);
  // Between two runs of a timer that is set going again lies its pause, whoever does that.
  if (path === 'setInterval' || (path === 'setTimeout' && isRefreshed(here)))
    return intervalRun(w, here, functions, path === 'setTimeout' ? 'refreshed setTimeout' : path);
  if (path !== 'setTimeout' && path !== 'setImmediate') return undefined;
  const ms: Quantity = path === 'setTimeout' ? pauseAt(w, here, 1) : constant(0);
  for (const fn of functions) {
    const visit = visitOf(w, fn);
    if (visit === undefined) continue;
    const gapMs = path === 'setTimeout' ? durationAt(w, here, 1) : ms;
    const isOwn = isIn(here, visit);
    const runs = isOwn ? runsInAll(w, here, visit, nextCall(here, fn)) : undefined;
    visit.rearmed = { gapMs, afterwards: !isOwn || isAfterwards(here), runs };
    return waited(nothing);
  }
  const gapMs = (target: Activation): Quantity =>
    path === 'setTimeout' ? durationAt(w, inTarget(here, target), 1) : constant(0);
  const armed = new Set(w.stack.filter(({ rearmed }) => rearmed));
  w.stack.push({ activation: here.activation, recursion: 'none', timer: gapMs });
  const terms = functions.map((fn) =>
    functionTerm(w, here, fn, here.args.slice(path === 'setTimeout' ? 2 : 1), 'timer'),
  );
  w.stack.pop();
  // The function sets the timer again: the pause stands between its runs, and the run is what the timer does.
  if (w.stack.some((visit) => visit.rearmed && !armed.has(visit))) return waited(inOrder(...terms));
  // A timer that sets off nothing of interest settles a promise: it is a pause.
  const run = start(inOrder(delay(ms), ...terms));
  const limiter = oneTimer(w, here, ms, functions);
  return limiter ? keptRun(run, { limiter, from: 'question' }) : run;
}

function intervalRun(w: Walker, here: CallHere, functions: readonly FunctionValue[], name: string): Run {
  const everyMs = durationAt(w, here, 1);
  const counted: Run[] = [];
  for (const fn of functions) {
    const each = again(w, here.activation, () => functionTerm(w, here, fn, here.args.slice(2), 'interval'));
    if (isNothing(each)) continue;
    const ticks = ticksOf(w, here, fn, everyMs);
    if (ticks) {
      counted.push(start(sequentialLoop(ticks, inOrder(delay(everyMs), aside(each)))));
      continue;
    }
    const { guard, term } = guarded(w, fn, each);
    const ms = constantValue(everyMs);
    emitFlow(w, {
      trigger: { kind: 'periodic', everyMs, immediate: false, guard, reach: 'process' },
      term,
      how: `${name}${ms === undefined ? '' : ` ${ms} ms`}`,
    });
  }
  return joined(counted);
}

/** The run of a function that is going on, or of the function whose part this one is. */
function visitOf(w: Walker, fn: FunctionValue): Visit | undefined {
  const own = w.stack.find(({ activation }) => isFunction(activation, fn));
  if (own) return own;
  // `setTimeout(() => poll(), ms)`: what the function calls is looked at as it is walked.
  const { module } = fn.activation;
  const calls = module.calls.filter((call) => call.within === fn.fn);
  const [only] = calls;
  if (only === undefined || calls.length !== 1) return undefined;
  return w.stack.find(({ activation: a }) => {
    const callers = w.graph.callers.get(functionKey(a.module, a.fn)) ?? [];
    return callers.some((site) => site.module === module && module.calls[site.index] === only);
  });
}

/** The call with which the timer runs the function: what stands in its own function, or what the timer itself gives it. */
function nextCall({ call }: CallHere, { activation: { module }, fn }: FunctionValue): Call {
  const [only, ...others] = module.calls.filter(({ within }) => within === fn);
  const isWrapped = only && others.length === 0 && only.args.length > 0;
  return isWrapped ? only : { ...call, args: call.args.slice(2) };
}

const isFunction = (activation: Activation, fn: FunctionValue): boolean =>
  activation.module === fn.activation.module && activation.fn === fn.fn;

/** A timer's function calls the function that set the timer: it runs again and again. */
export function rearm(w: Walker, here: CallHere, own: Visit, target: Activation): boolean {
  const timer = w.stack.slice(w.stack.indexOf(own) + 1).find((visit) => visit.timer)?.timer;
  if (timer === undefined) return false;
  own.rearmed = { gapMs: timer(target), inTimer: true, afterwards: isAfterwards(here) || isThen(here) };
  return true;
}

/** A timer as a later run of the same function sets it: its pause may be a parameter. */
const inTarget = (here: CallHere, target: Activation): CallHere =>
  here.activation.module === target.module && here.activation.fn === target.fn
    ? { ...here, activation: target, args: here.call.args.map((arg) => entryOf(arg, target)) }
    : here;

/** Whether the work of the function is waited for before the timer is set. */
function isAfterwards({ call, activation }: CallHere): boolean {
  const { module } = activation;
  const before = (at: readonly [number, number]): boolean => at[1] <= call.at[0];
  return (
    module.calls.some((c) => c.within === activation.fn && c.awaited === 'await' && before(c.at)) ||
    module.waits.some((wait) => wait.within === activation.fn && before(wait.at))
  );
}

const isIn = ({ activation }: CallHere, visit: Visit): boolean =>
  activation.fn === visit.activation.fn && activation.module === visit.activation.module;

/** Inside `.finally(() => again())` the work is done. */
const isThen = ({ activation: { module, fn } }: CallHere): boolean =>
  module.calls.some(
    ({ callee, args }) =>
      callee.kind === 'member' &&
      callee.key.kind === 'literal' &&
      ['then', 'finally', 'catch'].includes(String(callee.key.value)) &&
      args.some(({ value }) => value.kind === 'function' && value.fn === fn),
  );
