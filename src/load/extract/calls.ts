import type { Call, ModuleSummary } from '../../model/module-summary.js';
import { spanKey } from '../../model/span-key.js';
import { callbacksOf } from '../../values/builtins/callbacks.js';
import { outcomeOf } from '../../values/outcome.js';
import { enterFunction } from '../../values/call.js';
import { calleeOf } from '../../values/callee.js';
import type { Activation, Argument, FunctionValue, MethodValue, Value } from '../../values/value.js';
import { entryOf, spanIn } from '../../values/value.js';
import type { Quantity } from '../quantity.js';
import { constant } from '../quantity.js';
import type { Term } from '../term.js';
import { alternative, nothing } from '../term.js';
import { attemptsOf } from './attempts.js';
import { countsOn, turnsFlag } from './bounded-recursion.js';
import { emitterRun } from './emitters.js';
import { throughOne } from './idle.js';
import { externalRun } from './externals.js';
import { heldAt } from './gates.js';
import { isGrown } from './growth.js';
import { lengthOf } from './lengths.js';
import { inBurst, inTurn, setOffByEach, setOffSoFar } from './loops.js';
import { holdersOf, isRace, variablesIn } from './promises.js';
import { startReading } from './reader.js';
import type { Run } from './run.js';
import { after, closed, inOrder, isEmpty, isNothing, sharedRun, start, together, waited } from './run.js';
import { raced, raceIn, racersOf } from './races.js';
import { requestTerm } from './request-term.js';
import { rearm } from './timers.js';
import { inTail } from './tails.js';
import { throttledRun } from './throttled.js';
import { singleFlight } from './single-flight.js';
import { siteKey } from './sinks.js';
import type { Item } from './structure.js';
import { unknownMethod } from './unknown-methods.js';
import { blockRun, termOf } from './walk.js';
import { sameFunction, type Walker } from './walker.js';

/** A call where it is made, in one context. */
export interface CallHere {
  readonly call: Call;
  readonly index: number;
  readonly activation: Activation;
  readonly args: readonly Argument[];
}

type CallItem = Extract<Item, { kind: 'call' }>;

const noKeys: ReadonlySet<string> = new Set();

/** What a call does, with what its receiver and its arguments do before it. */
export function callRun(
  w: Walker,
  { call, index, inside }: CallItem,
  activation: Activation,
  guards: Readonly<Record<string, string>>,
): Run {
  const { module } = activation;
  const isReceiver = (item: Item): boolean => startOf(item) === call.at[0];
  const receiver = blockRun(w, inside.filter(isReceiver), activation, guards);
  const args = blockRun(
    w,
    inside.filter((item) => !isReceiver(item)),
    activation,
    guards,
  );
  const waits = call.awaited !== 'no';
  const races = isRace(call, module);
  const held = waits && !races ? variablesIn({ kind: 'call', call: index, at: call.at }, module) : noKeys;
  const here = { call, index, activation, args: call.args.map((arg) => entryOf(arg, activation)) };
  const own = w.interest.sites.has(siteKey(module.file, index))
    ? after(heldAt(w, call, activation), throttledRun(w, here, ownRun(w, here)))
    : waited(nothing);
  const joins = waits ? new Set([...held, ...own.joins]) : noKeys;
  const loosely = races && waits ? racersOf(call, module) : [];
  if (isEmpty(own) && isEmpty(receiver) && isEmpty(args) && own.gate === undefined)
    return { ...waited(nothing, joins), loosely };
  const given = args.started.map(({ term }) => term);
  const done = [...own.started.map(({ term }) => term), own.term];
  const expr = { kind: 'call', call: index, at: call.at } as const;
  const all = inOrder(
    together(...receiver.started.map(({ term }) => term)),
    races
      ? raced(call, given)
      : (raceIn(w, { expr, activation }, given, together(...done)) ?? together(...given, ...done)),
  );
  const before = inOrder(receiver.term, args.term);
  const unit = inTail(w, { call, index, activation, args: [] }, all);
  if (own.gate) return { ...waited(inOrder(before, unit), joins), gate: own.gate };
  const isAside = unit.kind === 'background';
  if (waits && !isAside) return { ...waited(inOrder(before, unit), joins), loosely };
  const passing = throughOne(unit);
  const keys = new Set([
    ...(passing ? [passing.key] : []),
    ...holdersOf(module, index),
    ...receiver.started.flatMap((s) => [...s.keys]),
    ...args.started.flatMap((s) => [...s.keys]),
  ]);
  return {
    ...sharedRun(start(passing?.term ?? unit, keys), singleFlight(w, { call, index, activation, args: [] })),
    term: before,
    joins,
  };
}

function startOf(item: Item): number {
  if (item.kind === 'call') return item.call.at[0];
  if (item.kind === 'loop') return item.frame.at[0];
  if (item.kind === 'wait') return item.wait.at[0];
  return -1;
}

function ownRun(w: Walker, here: CallHere): Run {
  const { call, index, activation } = here;
  const { module } = activation;
  const key = spanKey(spanIn(module, call.at));
  const isNew = !w.path.has(key);
  w.path.add(key);
  w.left -= 1;
  const stated = w.rates.get(siteKey(module.file, index));
  const run = stated ? statedRun(w, here, stated) : calleeRun(w, here);
  if (isNew) w.path.delete(key);
  return run;
}

/** A rate that a comment states replaces what encloses the call. */
function statedRun(w: Walker, here: CallHere, stated: { kind: 'calls' | 'once'; perMinute?: number }): Run {
  const run = calleeRun(w, here);
  const term = closed(run);
  if (isNothing(term)) return run;
  w.flows.push(
    stated.kind === 'once'
      ? { trigger: { kind: 'once', reach: 'cluster' }, term, how: 'once, as annotated' }
      : {
          trigger: { kind: 'event', perMinute: constant(stated.perMinute ?? 0) },
          term,
          how: `${stated.perMinute ?? 0}/min, as annotated`,
        },
  );
  return waited(nothing);
}

function calleeRun(w: Walker, here: CallHere): Run {
  const { call, index, activation } = here;
  const { module } = activation;
  startReading(w.m);
  if (w.sinks.has(module.file, index)) return waited(requestTerm(w, here));
  const callees = calleeOf(w.m, call.callee, activation).map(({ value }) => value.value);
  const event = emitterRun(w, here, callees);
  if (event) return event;
  const external = callees.find((value) => value.kind === 'external');
  if (external?.kind === 'external') return externalRun(w, here, external);
  const methods = callees.filter((value) => value.kind === 'method');
  const [method] = methods;
  if (method && !['call', 'apply'].includes(method.name)) return waited(methodsTerm(w, here, methods));
  if (
    callees.some((value) => value.kind === 'function' || value.kind === 'class') ||
    call.callee.kind === 'super' ||
    method
  )
    return waited(enteredTerm(w, here, callees));
  return unknownMethod(w, here, callees);
}

/** The functions of the project that a call runs: which one of several is not known. */
function enteredTerm(w: Walker, here: CallHere, callees: readonly Value[]): Term {
  const { call, index, activation } = here;
  const found = outcomeOf(w.m, { module: activation.module, index, activation }).entered;
  const entered = found.length > 0 ? found : enteredAgain(w, here, callees);
  const isBare = Object.keys(call.guards).length === 0 && call.frames.length === 0;
  const terms = entered
    // Calling a generator runs nothing before somebody asks for its values.
    .filter(({ summary }) => summary.isGenerator !== true || call.awaited === 'yield')
    .map((target) => {
      const runs = w.stack.filter((visit) => sameFunction(visit.activation, target.module, target.fn));
      const own = runs.findLast(({ isFurther }) => isFurther) ?? runs[0];
      if (own && turnsFlag(w, target)) return termOf(w, target, undefined, true);
      if (own) own.attempts ??= attemptsOf(w, own.activation, here);
      if (own && own.attempts === undefined && countsOn(w, here, target))
        return termOf(w, target, undefined, true);
      if (own && rearm(w, here, own, target)) return nothing;
      if (own && isBare && w.stack.at(-1) === own) own.recursion = 'endless';
      return termOf(w, target, target.summary.isGenerator === true ? w.stack.at(-1)?.consumer : undefined);
    })
    .filter((term) => !isNothing(term));
  const [only] = terms;
  if (only === undefined) return nothing;
  const distinct = [...new Map(terms.map((term) => [JSON.stringify(term), term])).values()];
  const isOne = distinct.length === 1 && terms.length === entered.length;
  return isOne ? only : alternative(...distinct, ...(terms.length < entered.length ? [nothing] : []));
}

/** Where functions are written out, runs of those that were entered so often that nobody else follows them further. */
function enteredAgain(
  w: Walker,
  { call, index, activation, args }: CallHere,
  callees: readonly Value[],
): readonly Activation[] {
  if (!w.stack.some(({ isFurther }) => isFurther)) return [];
  return callees.flatMap((callee) => {
    if (callee.kind !== 'function') return [];
    const isOnStack = w.stack.some((visit) =>
      sameFunction(visit.activation, callee.activation.module, callee.fn),
    );
    return isOnStack ? [enterFunction(w.m, callee, args, undefined, { call, index, activation }, '')] : [];
  });
}

/** What a function does that is passed to a call and run by it; without arguments, it may be run with any. */
export function functionTerm(
  w: Walker,
  { call, index, activation }: CallHere,
  fn: FunctionValue,
  args: readonly Argument[] | undefined,
  tag: string,
): Term {
  return termOf(w, enterFunction(w.m, fn, args, undefined, { call, index, activation }, tag));
}

/** A method of one of several receivers: a collection of unknown length stands for the shorter ones too. */
function methodsTerm(w: Walker, here: CallHere, methods: readonly MethodValue[]): Term {
  const open = methods.filter(({ receiver }) => receiver.kind === 'array' && receiver.open !== undefined);
  const terms = (open.length > 0 ? open : methods)
    .slice(0, maxReceivers)
    .map((method) => methodTerm(w, here, method));
  return anyOf(terms);
}

const maxReceivers = 16;

/** One of these, each once. */
function anyOf(terms: readonly Term[]): Term {
  const [first, ...others] = terms;
  if (first && others.length === 0) return first;
  const distinct = [...new Map(terms.map((term) => [JSON.stringify(term), term])).values()];
  const [only] = distinct;
  return distinct.length === 1 && only
    ? only
    : distinct.every(isNothing)
      ? nothing
      : alternative(...distinct);
}

/** Methods of arrays and promises that run what they are given. */
export function methodTerm(w: Walker, here: CallHere, method: MethodValue): Term {
  const { call } = here;
  const site = { m: w.m, args: here.args, site: { index: here.index, activation: here.activation } };
  const callbacks = callbacksOf(method, site);
  const before = setOffSoFar(w);
  const terms = callbacks.map((callback) => functionTerm(w, here, callback.fn, callback.args, callback.tag));
  if (method.name === 'then' || method.name === 'catch' || method.name === 'finally') {
    const given = (argument: number): Term =>
      inOrder(...terms.filter((_, i) => (callbacks[i]?.argument ?? 0) === argument));
    const [done, failed] = method.name === 'catch' ? [nothing, given(0)] : [given(0), given(1)];
    if (isNothing(failed)) return done;
    const onFailure: Term = { kind: 'on-failure', body: failed };
    if (isNothing(done)) return onFailure;
    // Of `then(one, other)` only one runs.
    return JSON.stringify(done) === JSON.stringify(failed) ? done : alternative(done, onFailure);
  }
  const [first] = terms;
  const list = call.callee.kind === 'member' ? call.callee.object : undefined;
  const isKnown = method.receiver.kind === 'array' && !(list && isGrown(w, list, here.activation));
  const isEach = isKnown && callbacks.every(({ element }) => element !== 'other');
  const length = (): Quantity => (list ? lengthOf(w, list, here.activation) : constant(1));
  if (!isEach) setOffByEach(w, before, length);
  if (first === undefined || terms.every(isNothing)) return nothing;
  const inSequence = method.name.startsWith('reduce') && callbacks.some(({ fn }) => waitsForFirst(fn));
  const [one] = callbacks;
  const of = one && placeOf(one.fn);
  if (!isEach) return inSequence ? inTurn(length(), anyOf(terms)) : inBurst(length(), anyOf(terms), of);
  const isSame = terms.every((term) => JSON.stringify(term) === JSON.stringify(first));
  const count = constant(terms.length);
  if (isSame) return inSequence ? inTurn(count, first) : inBurst(count, first);
  return inSequence ? inOrder(...terms) : together(...terms);
}

/** `reduce((before, x) => before.then(…))`: one after the other. */
function waitsForFirst({ activation: { module }, fn }: FunctionValue): boolean {
  const first = module.functions[fn]?.parameters[0]?.binding;
  if (first === undefined) return false;
  return (
    module.waits.some((wait) => wait.within === fn && variablesIn(wait.value, module).has(first)) ||
    module.calls.some(
      (call) =>
        call.within === fn &&
        call.callee.kind === 'member' &&
        variablesIn(call.callee.object, module).has(first),
    )
  );
}

export const placeOf = ({
  activation: { module },
  fn,
}: FunctionValue): { module: ModuleSummary; at: number } => ({
  module,
  at: module.functions[fn]?.at[0] ?? 0,
});
