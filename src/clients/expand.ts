import type { CallGraph } from '../values/call-graph.js';
import { inner, isConstruction } from '../values/inner.js';
import { picks } from '../values/member.js';
import { callKey, type Site } from '../values/outcome.js';
import { replay } from '../values/replay.js';
import type { KnownTargets } from '../values/replay.js';
import { rootActivation, startQuestion, type Machine } from '../values/machine.js';
import { mayBeOnObjectOf } from '../values/same-object.js';
import type { Activation, Origin } from '../values/value.js';
import { isRunByWaiting } from '../values/waited-for.js';
import { callChain, isWithin, outermost } from './call-chain.js';
import { isRunOtherwise, variesByField } from './carried-fields.js';
import {
  callersOf,
  enterThrough,
  furtherOut,
  isFixed,
  maxDepth,
  viewsAt,
  type Caller,
  type Context,
  type Sink,
} from './callers.js';
import type { ClientModel } from './client-model.js';
import { chainKey, contextKey, keepOne } from './context-key.js';
import { knownTargets } from './known-targets.js';
import { madeReceivers, receivers } from './receivers.js';
import { isMadeWithin } from './called-objects.js';
import { decidingOrigins, decisionKeys, type Candidate, type Identify, type SinkView } from './candidate.js';
import { saysLess, severalBases } from './several-bases.js';
import { uncalledMembers } from './uncalled-members.js';
import { viewSink } from './view-sink.js';

const maxContexts = 8_000;
/** Contexts that may be looked at for one sink. */
const maxVisits = 40_000;
/** Views from the sink outwards: callers, and the classes of objects between them. */
const maxViews = 3 * maxDepth;

/**
 * Follows callers outwards as long as the method, base or path waits for a parameter that they can fill. `followed`
 * is shared by what one call calls in several contexts, or as several functions: they have the same callers.
 */
export function expandSink(
  m: Machine,
  models: readonly ClientModel[],
  graph: CallGraph,
  sink: Sink,
  identify: Identify,
  followed: Set<string> = new Set(),
): readonly Context[] {
  const view = viewSink(m, models, sink.site, sink);
  if (!view) return [];
  const callers = callChain(sink.site.activation);
  // A call of an injected function is found through a caller; what it sends may be fixed without one.
  const alone =
    callers.length > 0
      ? viewSink(
          m,
          models,
          { ...sink.site, activation: rootActivation(m, sink.site.module, sink.site.activation.fn) },
          sink,
        )
      : undefined;
  const first: Context = { views: alone ? [alone, view] : [view], callers };
  const isFirst = followed.size === 0;
  const shared = { m, models, graph, sink, identify };
  const plain = contextsFrom({ ...shared, followed }, first);
  const found = isFirst ? withKnownElsewhere(shared, first, plain) : [...plain.ends, ...plain.stuck];
  const out = found.flatMap((context) => ofMadeObjects(shared, context));
  // Calls that lead round in a circle fix nothing, and lose nothing.
  return out.length === 0 && isFirst && view.candidates.length > 0 ? [first] : out;
}

type Start = Omit<Expansion, 'ends' | 'stuck' | 'visits' | 'visited'>;

/** Where the callers' own contexts don't say what was injected, others do. */
function withKnownElsewhere(
  shared: Omit<Start, 'followed'>,
  first: Context,
  { ends, stuck, rest }: Followed,
): readonly Context[] {
  if (![...ends, ...stuck].some(isResolved)) {
    const found = knownElsewhere(shared, first);
    return found.length > 0 ? found : [...ends, ...stuck];
  }
  const further = stuck.flatMap((context) => {
    const found = knownElsewhere(shared, context);
    return found.length > 0 ? found : [context];
  });
  return [...ends, ...further, ...rest.flatMap((context) => knownElsewhere(shared, context))];
}

/**
 * The contexts when calls of what was injected run what they run elsewhere, and where that says no more, when those
 * around a caller say what it calls; none where nothing says more.
 */
function knownElsewhere(shared: Omit<Start, 'followed'>, from: Context): readonly Context[] {
  const known = knownTargets(shared.m, shared.graph);
  for (const asksFurtherOut of [false, true]) {
    const start = { ...shared, known, asksFurtherOut, followed: new Set<string>() };
    const { ends, stuck } = contextsFrom(start, from);
    const found = [...ends, ...stuck];
    if (found.some(isResolved)) return found;
  }
  return [];
}

/** A context of which not enough is known, as that of the objects that the program makes. */
function ofMadeObjects(shared: Omit<Start, 'followed'>, context: Context): Context[] {
  const { m, models, graph, sink } = shared;
  const view = context.views.at(-1);
  if (!view) return [context];
  if (callersOf(m, graph, outermost(view.activation), context).length > 0) return [context];
  const open = openOrigins(shared, view.candidates);
  const known = knownTargets(m, graph);
  const made = madeReceivers(m, graph, view, open).flatMap((start) =>
    seenFrom(m, models, sink, context, start, known),
  );
  return made.length > 0 ? made : [context];
}

const isResolved = ({ views }: Context): boolean => views.at(-1)?.candidates.some(isFixed) === true;

/** Contexts at which nothing more is asked of callers, those to which no caller was found to lead, and those to which some don't. */
interface Followed {
  readonly ends: readonly Context[];
  readonly stuck: readonly Context[];
  readonly rest: readonly Context[];
}

function contextsFrom(start: Start, first: Context): Followed {
  const found: Pick<Expansion, 'ends' | 'stuck'> = { ends: new Map(), stuck: new Map() };
  const visits = { left: maxVisits };
  grow({ ...start, ...found, visits, visited: new Set() }, first);
  const ends = [...found.ends.values()];
  // The call alone, of which nothing more is known, stands for the callers that weren't looked at.
  if (visits.left < 0) ends.push(first);
  const stuck: Context[] = [];
  const rest: Context[] = [];
  for (const [key, { context, sites, isWhole }] of found.stuck) {
    const isReached = (site: Site): boolean =>
      [...ends, ...stuck].some(({ callers }) => callers.some((caller) => callKey(caller) === callKey(site)));
    if (sites.every(isReached) || start.followed.has(`stuck ${key}`)) continue;
    start.followed.add(`stuck ${key}`);
    (isWhole ? stuck : rest).push(context);
  }
  return { ends, stuck, rest };
}

interface Stuck {
  readonly context: Context;
  /** The callers. */
  readonly sites: readonly Site[];
  /** Whether they are all that there are. */
  readonly isWhole: boolean;
}

interface Expansion {
  readonly m: Machine;
  readonly models: readonly ClientModel[];
  readonly graph: CallGraph;
  readonly sink: Sink;
  readonly identify: Identify;
  /** Contexts at which nothing more is asked, by what they say of the request. */
  readonly ends: Map<string, Context>;
  /** Contexts that callers don't lead to: what these send may be known by another way. */
  readonly stuck: Map<string, Stuck>;
  /** Chains of calls whose callers were followed: one way down the same chain finds all that another would. So does what is stuck. */
  readonly followed: Set<string>;
  /** How many contexts may still be looked at; below zero when some were not. */
  readonly visits: { left: number };
  /** Contexts that were looked at. */
  readonly visited: Set<string>;
  /** What calls of injected objects run, where their own context doesn't say it. */
  readonly known?: KnownTargets;
  /** Callers of the function around a call are asked, where its own context doesn't say what it calls. */
  readonly asksFurtherOut?: boolean;
}

function grow(expansion: Expansion, context: Context): void {
  const { m, models, graph, sink, ends, stuck } = expansion;
  const view = context.views.at(-1);
  if (!view || isSeenAgain(expansion, context, view)) return;
  if (ends.size >= maxContexts) expansion.visits.left = 0;
  if (expansion.visits.left <= 0) return void (expansion.visits.left = -1);
  expansion.visits.left -= 1;
  if (context.views.length > maxViews) return keepOne(ends, context);
  const open = openOrigins(expansion, view.candidates);
  const top = openEnd(open, view);
  const varies = variesByCaller(view.candidates, top) || variesByField(graph, context, view, top);
  const sites =
    (varies || open.some(({ activation }) => isAround(activation, top))) && context.callers.length < maxDepth
      ? callersOf(m, graph, top, context).filter(({ site }) => mayBeOnObjectOf(m, site, top))
      : [];
  const chain = chainKey(context, top);
  if (sites.length > 0 && expansion.followed.has(chain) && !view.candidates.some(isFixed)) return;
  const next =
    sites.length > 0
      ? enteredBy(expansion, context, sites)
      : receivers(m, view).flatMap((start) => seenFrom(m, models, sink, context, start));
  if (next.length === 0 && sites.length === 0) return keepOne(ends, context);
  const uncalled = uncalledMembers(m, sites).flatMap((start) => seenFrom(m, models, sink, context, start));
  if (!varies && saysLess(view, [...next, ...uncalled])) return keepOne(ends, context);
  for (const c of uncalled) keepOne(ends, c);
  const leads = new Set(next.flatMap(({ callers: [first] }) => (first ? [callKey(first)] : [])));
  const left = sites.map(({ site }) => site).filter((site) => !leads.has(callKey(site)));
  if (left.length > 0) {
    const key = contextKey(context);
    if (!stuck.has(key)) stuck.set(key, { context, sites: left, isWhole: next.length === 0 });
  }
  if (next.length === 0) return;
  // Not every place that waits for an object is known: those that are say nothing of the others.
  if (isRunByWaiting(top.summary.name) || isRunOtherwise(m, graph, view, top)) keepOne(ends, context);
  expansion.followed.add(chain);
  for (const c of next) grow(expansion, c);
}

/**
 * The contexts of callers. One whose own context doesn't say what it calls is asked with those around it; where none
 * says it, that is for later, when what is known elsewhere doesn't say it either.
 */
function enteredBy(expansion: Expansion, context: Context, callers: readonly Caller[]): Context[] {
  const { m, models, graph, sink, known, asksFurtherOut = false } = expansion;
  const enter = (caller: Caller): Context[] => enterThrough(m, models, sink, context, caller, known);
  const found = callers.map(enter);
  if (!asksFurtherOut && found.every((contexts) => contexts.length === 0)) return [];
  return callers.flatMap((caller, i) => {
    const own = found[i] ?? [];
    return own.length > 0 ? own : furtherOut(m, graph, caller, context).flatMap(enter).filter(isResolved);
  });
}

/** Several ways lead to one context: it is looked at once. The sink's activation knows the contexts of its callers. */
function isSeenAgain({ visited }: Expansion, { callers }: Context, { activation, call }: SinkView): boolean {
  const key = `${activation.id} ${call.callee.module} ${call.path} ${callers.map(callKey).join()}`;
  return visited.has(key) || visited.add(key).size === 0;
}

/**
 * Where callers are asked for: the outer end of the chain of calls, or before it a closure that a known call made
 * and that nobody in particular calls, when its parameter is what is open.
 */
function openEnd(open: readonly Origin[], { activation }: SinkView): Activation {
  for (let a = activation; a.from; a = a.from.activation)
    // A closure may be what is called, or stand around a callback that makes the request: `() => retry(() => fn(…))`.
    for (let around: Activation | undefined = a; around?.from === a.from; around = around.parent) {
      const closure = around;
      if (closure.args === undefined && open.some((origin) => origin.activation === closure)) return closure;
    }
  return outermost(activation);
}

/** What decides an operation of which not enough is known. */
const openOrigins = (
  { m, graph, identify }: Pick<Expansion, 'm' | 'graph' | 'identify'>,
  candidates: readonly Candidate[],
): readonly Origin[] => [
  ...candidates.filter((c) => identify(c) === undefined).flatMap(decidingOrigins),
  ...severalBases(m, graph, candidates),
];

/** Whether callers of a function, or of one around it, say what is open: so they do of what was given to who made its object. */
const isAround = (origin: Activation, top: Activation): boolean =>
  isConstruction(origin) ||
  origin.summary.cls !== undefined ||
  isWithin(top, origin) ||
  isMadeWithin(top, origin);

/** Each subclass, or each key of a table, gives another request: callers say which of them is meant. */
function variesByCaller(candidates: readonly Candidate[], top: Activation): boolean {
  const keys = decisionKeys(candidates);
  for (let a: Activation | undefined = top; a; a = a.parent) {
    const [self, table] = [`${a.id}:this`, picks(a)];
    if (keys.some((key) => key === self || key.startsWith(table))) return true;
  }
  return false;
}

/** A context whose outermost function runs as a method of one class among several. */
function seenFrom(
  m: Machine,
  models: readonly ClientModel[],
  sink: Sink,
  context: Context,
  start: Activation,
  known?: KnownTargets,
): Context[] {
  startQuestion(m);
  const within = (context.callers[0] ?? sink.site).activation;
  const opened = inner(m, start, within.module, within.fn);
  const ends = opened ? replay(m, context.callers, opened, sink.site, known) : [];
  return viewsAt(m, models, sink, ends).map((view) => ({ ...context, views: [...context.views, view] }));
}
