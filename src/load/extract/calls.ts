import type { Call } from '../../model/module-summary.js';
import { spanKey } from '../../model/span-key.js';
import { outcomeOf } from '../../values/outcome.js';
import { enterFunction } from '../../values/call.js';
import { calleeOf } from '../../values/callee.js';
import type { Activation, Argument, FunctionValue, Value } from '../../values/value.js';
import { entryOf, spanIn } from '../../values/value.js';
import { constant } from '../quantity.js';
import type { Term } from '../term.js';
import { alternative, nothing } from '../term.js';
import { attemptsOf } from './attempts.js';
import { joinedBehind, unsure } from './behind-gate.js';
import { begunElsewhere, noteBegun } from './begun-elsewhere.js';
import { countsOn, turnsFlag } from './bounded-recursion.js';
import { emitterRun } from './emitters.js';
import { methodsTerm } from './methods.js';
import { throughOne } from './idle.js';
import { externalRun } from './externals.js';
import { heldAt } from './gates.js';
import { holdersOf, isRace, variablesIn } from './promises.js';
import { behindOf, givenParts, inPieces, isMadeAtOnce, laterOf } from './given-back.js';
import { startReading } from './reader.js';
import type { Run, Started } from './run.js';
import {
  after,
  closed,
  inOrder,
  isEmpty,
  isNothing,
  sharedRun,
  start,
  together,
  waited,
  whole,
} from './run.js';
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
  const of = (items: readonly Item[]): Run => whole(blockRun(w, items, activation, guards));
  const receiver = of(inside.filter(isReceiver));
  const args = of(inside.filter((item) => !isReceiver(item)));
  const waits = call.awaited !== 'no';
  const races = isRace(call, module);
  const held = waits && !races ? variablesIn({ kind: 'call', call: index, at: call.at }, module) : noKeys;
  const here = { call, index, activation, args: call.args.map((arg) => entryOf(arg, activation)) };
  const called = w.interest.sites.has(siteKey(module.file, index))
    ? after(heldAt(w, call, activation), throttledRun(w, here, ownRun(w, here)))
    : waited(nothing);
  const own = receiver.gate ? whole(joinedBehind(receiver.gate, called)) : called;
  const joins = waits ? new Set([...held, ...own.joins]) : noKeys;
  const loosely = races && waits ? racersOf(call, module) : [];
  const others = begunElsewhere(w, held, activation);
  if (isEmpty(own) && isEmpty(receiver) && isEmpty(args) && own.gate === undefined)
    return { ...waited(others, joins), loosely };
  const given = args.started.map(({ term }) => term);
  const done = [...own.started.map(({ term }) => term), own.term];
  const expr = { kind: 'call', call: index, at: call.at } as const;
  const all = inOrder(
    together(...receiver.started.map(({ term }) => term)),
    races
      ? raced(call, given)
      : (raceIn(w, { expr, activation }, given, together(...done)) ?? together(...given, ...done)),
  );
  const before = inOrder(receiver.term, args.term, others);
  const unit = inTail(w, { call, index, activation, args: [] }, all);
  if (own.gate) return { ...waited(inOrder(before, unit), joins), gate: { ...own.gate, isAside: !waits } };
  const isAside = unit.kind === 'background';
  const parts = givenParts(unit, here, waits);
  if (parts) return inPieces(before, parts, { joins, loosely });
  const behind = behindOf(here);
  if (waits && behind) return inPieces(before, [waited(nothing, behind), waited(unit)], { joins, loosely });
  if ((waits && !isAside) || isMadeAtOnce(unit)) return { ...waited(inOrder(before, unit), joins), loosely };
  const keys = [...receiver.started, ...args.started].flatMap((s) => [...s.keys]);
  return { ...begunRun(w, here, unit, { keys: new Set(keys), behind }), term: before, joins };
}

/** What is begun, with what holds its promise. */
function begunRun(
  w: Walker,
  here: CallHere,
  unit: Term,
  { keys: inside, behind }: Pick<Started, 'keys' | 'behind'>,
): Run {
  const { index, activation } = here;
  const passing = throughOne(unit);
  const holders = holdersOf(activation.module, index);
  const keys = new Set([...(passing ? [passing.key] : []), ...holders, ...inside]);
  noteBegun(w, activation, holders, unit);
  const run = start(passing?.term ?? unit, { keys, later: laterOf(here, keys), behind });
  return sharedRun(run, singleFlight(w, { ...here, args: [] }));
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
    return enteredRun(w, here, callees);
  return unknownMethod(w, here, callees);
}

/** The functions of the project that a call runs: which one of several is not known. */
function enteredRun(w: Walker, here: CallHere, callees: readonly Value[]): Run {
  const { index, activation } = here;
  const found = outcomeOf(w.m, { module: activation.module, index, activation }).entered;
  const entered = found.length > 0 ? found : enteredAgain(w, here, callees);
  const run = waited(enteredTerm(w, here, entered));
  const [gate] = entered.flatMap((target) => w.gates.get(target) ?? []);
  return gate ? { ...run, gate: entered.length === 1 ? gate : unsure(gate) } : run;
}

function enteredTerm(w: Walker, here: CallHere, entered: readonly Activation[]): Term {
  const { call } = here;
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
