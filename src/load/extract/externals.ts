import { functionsAt } from '../../values/builtins/callbacks.js';
import { packageCallbacks } from '../../values/builtins/package-callbacks.js';
import { givesBack } from '../../values/builtins/packages.js';
import { pathOf } from '../../values/path-of.js';
import type { ExternalValue, FunctionValue, MethodValue } from '../../values/value.js';
import type { Quantity } from '../quantity.js';
import type { Term } from '../term.js';
import { delay, inAnyOrder, nothing } from '../term.js';
import { addsBeforeRequests } from './before-requests.js';
import { byHandRun } from './by-hand.js';
import type { CallHere } from './calls.js';
import { functionTerm } from './calls.js';
import { methodTerm } from './methods.js';
import { waitsForEvent } from './interest.js';
import { durationIn, unknownNumber } from './numbers.js';
import { isLimiterItself, throughLimiter } from './passages.js';
import { placeIn } from './reader.js';
import { throughRetry } from './retries-in-code.js';
import type { Run } from './run.js';
import { atAnyTime, inOrder, isNothing, start, together, waited } from './run.js';
import { isGate } from './gates.js';
import { functionRun } from './promise-body.js';
import { handlerFlows, messageRun, scheduleFlows } from './triggers.js';
import { timerRun } from './timers.js';
import { growingPause } from './stagger.js';
import type { Walker } from './walker.js';
import { wordsOf } from './words.js';
import { lengthOf } from './lengths.js';
import { inBurst } from './loops.js';
import { stepRun } from './steps.js';
import { streamRun } from './streams.js';

const pauses: Readonly<Record<string, RegExp>> = {
  'timers/promises': /^(?:default\.)?(?:setTimeout|scheduler\.wait)$/,
  'node:timers/promises': /^(?:default\.)?(?:setTimeout|scheduler\.wait)$/,
  delay: /^(?:default)?$/,
  'p-sleep': /^(?:default)?$/,
  'sleep-promise': /^(?:default)?$/,
  util: /^promisify\(\)$/,
  'node:util': /^promisify\(\)$/,
  global: /^(?:Bun\.sleep|scheduler\.wait)$/,
};

/** Functions that run what they are given, once and at once. */
export const runsOnce =
  /(?:^|\.)(?:\$?transaction|withTransaction|runInContext|run|runWithContext|startActiveSpan|startSpan|withSpan|trace|measure|timed?|wrap|nextTick|queueMicrotask|setImmediate|listen|connect|ready|unstable_cache|cache|memoi[sz]e|useCallback|useMemo|act|step\.run|defer)$/;

/** `_.map(users, fn)`: the second argument runs for each element of the first. */
const eachModules =
  /^(?:lodash(?:-es)?(?:\/.*)?|underscore|ramda|bluebird|async|p-each-series|p-map-series|es-toolkit.*)$/;
const eachNames = /(?:^|\.)(?:map|each|forEach|flatMap|filter|mapSeries|eachSeries|times|mapValues)$|^$/;

/** What a call of a package or a global does. */
export function externalRun(w: Walker, here: CallHere, callee: ExternalValue): Run {
  const path = pathOf(callee.steps);
  const pause = pauses[callee.module];
  if (pause?.test(path)) return waited(pauseTerm(w, here, 0));
  if (waitsForEvent(callee))
    return waited(delay(unknownNumber(w, here.call.callee, here.activation, 'pause', 'milliseconds')));
  if (callee.module === 'global') {
    if (/^Promise\.(?:all|allSettled|race|any|resolve|reject)$/.test(path)) return waited(nothing);
    if (path === 'Promise') return executorRun(w, here);
    if (path === 'Array.from') return waited(arrayFrom(w, here));
    const timer = timerRun(w, here, path);
    if (timer) return timer;
  }
  if (addsBeforeRequests(callee)) return waited(nothing);
  const step = stepRun(w, here, callee);
  if (step) return step;
  const stream = streamRun(w, here, callee);
  if (stream) return stream;
  const collection = asCollection(callee);
  if (collection) return waited(methodTerm(w, here, collection));
  const limited = throughLimiter(w, here, callee);
  if (limited) return limited;
  const retried = throughRetry(w, here, callee);
  if (retried) return waited(retried);
  const byHand = byHandRun(w, here, callee);
  if (byHand) return byHand;
  const message = messageRun(w, here, callee);
  if (message) return message;
  if (scheduleFlows(w, here, callee) || handlerFlows(w, here, callee)) return waited(nothing);
  return callbacksRun(w, here, callee, path);
}

/** `(await load()).map(fn)`: what a call gives back is a collection where it is used as one. */
function asCollection(callee: ExternalValue): MethodValue | undefined {
  const last = callee.steps.at(-1);
  const isResult = callee.steps.some(({ kind }) => kind === 'call');
  if (
    last?.kind !== 'member' ||
    !isResult ||
    !/^(?:map|forEach|flatMap|filter|some|every|find|reduce)$/.test(last.name)
  )
    return undefined;
  const receiver: ExternalValue = { ...callee, steps: callee.steps.slice(0, -1) };
  return isLimiterItself(receiver) ? undefined : { kind: 'method', receiver, name: last.name };
}

/** `Array.from({ length: n }, fn)`. */
function arrayFrom(w: Walker, here: CallHere): Term {
  const terms = functionsAt({ m: w.m, args: here.args, site: here }, 1).map((fn) =>
    functionTerm(w, here, fn, undefined, 'from'),
  );
  const count = lengthOf(w, { kind: 'call', call: here.index, at: here.call.at }, here.activation);
  return terms.every(isNothing) ? nothing : inBurst(count, together(...terms));
}

function pauseTerm(w: Walker, here: CallHere, argument: number): Term {
  return delay(pauseAt(w, here, argument));
}

/** A pause, which may be longer in each round of what stands around it: that says more than how long it can be. */
export function pauseAt(w: Walker, here: CallHere, argument: number): Quantity {
  const expr = here.call.args[argument]?.value;
  return (expr && growingPause(w, expr, here.activation)) ?? durationAt(w, here, argument);
}

export function durationAt(w: Walker, { args, call, activation }: CallHere, argument: number): Quantity {
  const given = args[argument];
  if (given === undefined) return { kind: 'constant', value: 0 };
  const expr = call.args[argument]?.value;
  const known = durationIn(w, given.value);
  if (known) return known;
  const words = expr ? wordsOf(expr, activation.module) : '';
  return unknownNumber(w, expr ?? call.callee, activation, words === '' ? 'pause' : words, 'milliseconds');
}

/** `new Promise((resolve) => …)` is done when its function says so: what it starts is what is waited for. */
function executorRun(w: Walker, here: CallHere): Run {
  const runs = functionsAt({ m: w.m, args: here.args, site: here }, 0).map((fn) => functionRun(w, here, fn));
  const ends = runs.flatMap((run) => [...run.started.map(({ term }) => term), run.term]);
  return waited(together(...ends, ...(isGate(here.activation.module, here.call) ? [atAnyTime] : [])));
}

function callbacksRun(w: Walker, here: CallHere, callee: ExternalValue, path: string): Run {
  // What runs the function is a call of what is given back.
  if (givesBack(callee.module, path)) return waited(nothing);
  const known = packageCallbacks(callee, { m: w.m, args: here.args, site: here });
  if (known.length > 0)
    return waited(together(...known.map(({ fn, args, tag }) => functionTerm(w, here, fn, args, tag))));
  const given = here.args.flatMap((_, i) =>
    functionsAt({ m: w.m, args: here.args, site: here }, i).map((fn) => ({ fn, i })),
  );
  const terms = given
    .map(({ fn, i }) => ({ fn, i, term: functionTerm(w, here, fn, undefined, `argument${i}`) }))
    .filter(({ term }) => !isNothing(term));
  if (terms.length === 0) return waited(nothing);
  const all = together(...terms.map(({ term }) => term));
  const [first] = terms;
  const collection = here.call.args[0]?.value;
  if (eachModules.test(callee.module) && eachNames.test(path) && first?.i === 1 && collection)
    return waited(inBurst(lengthOf(w, collection, here.activation), all));
  if (runsOnce.test(path)) return here.call.awaited === 'no' ? start(all) : waited(all);
  return unknownCallbacks(w, here, all, first?.fn);
}

/** Somebody else's function runs it as often as it likes: while it is waited for, or from now on. */
export function unknownCallbacks(w: Walker, here: CallHere, term: Term, fn: FunctionValue | undefined): Run {
  const { call, activation } = here;
  const { module } = activation;
  const words = wordsOf(call.callee, module).replace(/\(.*\)/, '()');
  const label = words === '' ? (fn?.activation.module.functions[fn.fn]?.name ?? 'callback') : words;
  const use = (name: string, unit: 'count' | 'per-minute'): Quantity =>
    w.book.use({ name, unit, least: 0, file: module.file, at: call.at[0], place: placeIn(module, call.at) });
  if (call.awaited !== 'no') return waited(inAnyOrder(use(`${label}.calls`, 'count'), term));
  w.flows.push({
    trigger: { kind: 'event', perMinute: use(`rate(${label})`, 'per-minute') },
    term: inOrder(term),
    how: `passed to ${label}`,
  });
  return waited(nothing);
}
