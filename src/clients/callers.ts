import type { CallGraph } from '../values/call-graph.js';
import { isOfTest } from '../values/of-tests.js';
import { inner } from '../values/inner.js';
import { callOf, functionKey, startQuestion, type Machine } from '../values/machine.js';
import { callKey, outcomeOf, runsMade, type ExternalCallee, type Site } from '../values/outcome.js';
import { alsoAbout } from '../values/reads.js';
import { replay, type KnownTargets } from '../values/replay.js';
import { onObjectOf, onOwnObject } from '../values/same-object.js';
import type { Activation } from '../values/value.js';
import { mayBeCalled } from './called-objects.js';
import { areApart, callChain, outermost, stepsWithin, surroundings } from './call-chain.js';
import { decides, pathParts, type Candidate, type SinkView } from './candidate.js';
import type { ClientModel } from './client-model.js';
import { viewSink } from './view-sink.js';

/** A client's call that was found in the call graph. */
export interface Sink extends ExternalCallee {
  readonly site: Site;
}

/** One context of a sink: the views from the sink alone out to the outermost caller that was needed. */
export interface Context {
  readonly views: readonly SinkView[];
  /** The calls that lead to the sink, outermost first; without the sink itself. */
  readonly callers: readonly Site[];
}

/** Calls that are followed outwards at most. */
export const maxDepth = 12;

/** Contexts one call further out: those of each caller of the context's outermost function. */
export function fromCallers(
  m: Machine,
  models: readonly ClientModel[],
  graph: CallGraph,
  sink: Sink,
  context: Context,
): Context[] {
  const view = context.views.at(-1);
  if (!view || context.callers.length >= maxDepth) return [];
  return callersOf(m, graph, outermost(view.activation), context).flatMap((caller) =>
    enterThrough(m, models, sink, context, caller),
  );
}

/** A call of a function, or of one around it: `through` is its activation. */
export interface Caller {
  readonly site: Site;
  readonly through: Activation;
}

/** Callers of the outermost function; when nobody calls it, of the function around it. */
export function callersOf(m: Machine, graph: CallGraph, top: Activation, context: Context): Caller[] {
  for (let a: Activation | undefined = top; a && a.fn !== 0; a = a.parent) {
    // The call that ran the function around a closure is part of the context already.
    if (a !== top && ranBy(a, context.callers)) return [];
    const through = a;
    const sites = firstRuns(graph.callers.get(functionKey(a.module, a.fn)) ?? []).filter(
      (s) => !isOfTest(s, through.module.file) && !repeats(s, through, context),
    );
    const called = sites.filter(({ activation }) => mayBeCalled(m, graph, activation));
    if (called.length > 0) return withoutCalledBinds(m, called).map((site) => ({ site, through }));
    if (sites.length > 0) return withoutCalledBinds(m, sites).map((site) => ({ site, through }));
  }
  return [];
}

/** Without the calls in runs that a function's call of itself begins, where the run before made the same call. */
function firstRuns(sites: readonly Site[]): readonly Site[] {
  const again = new Set(sites.filter(({ activation }) => isRunAgain(activation)));
  if (again.size === 0) return sites;
  const first = new Set(sites.filter((site) => !again.has(site)).map(callKey));
  return sites.filter((site) => !again.has(site) || !first.has(callKey(site)));
}

function isRunAgain(activation: Activation): boolean {
  for (let a: Activation | undefined = activation; a; a = a.parent) if (a.repeats > 0) return true;
  return false;
}

const ranBy = ({ from }: Activation, calls: readonly Site[]): boolean =>
  from !== undefined && calls.some((c) => c.activation === from.activation && c.index === from.index);

/** `send.bind(client, '/users')` stands for the calls of what it makes, where no call of the program is one. */
function withoutCalledBinds(m: Machine, sites: readonly Site[]): readonly Site[] {
  if (!sites.some(isBind)) return sites;
  const passed = new Map<unknown, string>();
  for (const site of sites)
    if (!isBind(site))
      for (const { args } of outcomeOf(m, site).entered)
        for (const { value } of args ?? [])
          if (value.kind === 'expr') passed.set(value.expr, callerKey(value.activation));
  return sites.filter(
    (s) => !isBind(s) || passed.get(callOf(s.module, s.index).args[1]?.value) !== callerKey(s.activation),
  );
}

const callerKey = ({ from }: Activation): string =>
  from ? `${from.activation.module.file}/${from.index}` : '';

function isBind({ module, index }: Site): boolean {
  const { callee } = callOf(module, index);
  return callee.kind === 'member' && callee.key.kind === 'literal' && callee.key.value === 'bind';
}

/** Whether no unknown text of the path decides the operation: what is bound says what is sent. */
export const isFixed = (c: Candidate): boolean =>
  c.methods !== 'unknown' && pathParts(c.url).every((p, i, all) => p.kind === 'text' || !decides(all, i));

/** A function that calls itself adds no new path: its first call does. One that another call made is another function. */
function repeats(site: Site, through: Activation, context: Context): boolean {
  const isMadeAgain = context.callers.some(
    (c) => c.index === site.index && c.module === site.module && !areApart(c.activation, site.activation),
  );
  if (isMadeAgain) return true;
  for (let a: Activation | undefined = site.activation; a; a = a.parent) {
    if (a.fn === through.fn && a.module === through.module && a.fn !== 0 && !areApart(a, through))
      return true;
  }
  return false;
}

/** How a caller leads to a function. */
interface Way extends Caller {
  /** The calls that lead there, outermost first; the caller is the last one. */
  readonly chain: readonly Site[];
  /** Where to begin, and with which call of the chain, when the function is a closure that was made there. */
  readonly around?: { readonly start: Activation; readonly at: number };
}

function wayFrom(m: Machine, { site, through }: Caller): Way {
  const chain = [...callChain(site.activation), site];
  for (const [i, { activation }] of chain.entries()) {
    const start = surroundings(m, through, activation);
    if (!start) continue;
    const before = callChain(start);
    const around = { start, at: before.length };
    return { site, through, chain: [...before, ...chain.slice(i)], around };
  }
  return { site, through, chain };
}

/** Enters the function from a caller and runs down the chain to the sink again. */
export function enterThrough(
  m: Machine,
  models: readonly ClientModel[],
  sink: Sink,
  context: Context,
  caller: Caller,
  known?: KnownTargets,
): Context[] {
  const found = enterFrom(m, models, sink, context, caller, known);
  if (found.length > 0) return found;
  // What a method calls may be known of the object that is looked at alone.
  const site = onOwnObject(m, caller.site, caller.through);
  return site ? enterFrom(m, models, sink, context, { ...caller, site }, known) : [];
}

function enterFrom(
  m: Machine,
  models: readonly ClientModel[],
  sink: Sink,
  context: Context,
  caller: Caller,
  known: KnownTargets | undefined,
): Context[] {
  startQuestion(m);
  const way = wayFrom(m, caller);
  alsoAbout(
    m,
    [...way.chain, ...context.callers].map(({ module }) => module.file),
  );
  const steps = stepsWithin(way.through, context.callers, sink.site.activation);
  return viewsAt(m, models, sink, endsBelow(m, sink, way, steps, known))
    .filter(({ candidates }) => !isBind(way.site) || candidates.some(isFixed))
    .map((view) => ({ views: [...context.views, view], callers: [...way.chain, ...steps] }));
}

/** The same call in the contexts that the callers of the function around it give, where its own says nothing. */
export function furtherOut(
  m: Machine,
  graph: CallGraph,
  { site, through }: Caller,
  context: Context,
): Caller[] {
  const { activation, module } = site;
  if (activation.from || activation.fn === 0) return [];
  return callersOf(m, graph, activation, context).flatMap((outer) =>
    runsMade(m, outer.site, outer.through).flatMap((start) => {
      const opened = inner(m, start, module, activation.fn);
      return opened ? [{ site: { ...site, activation: opened }, through }] : [];
    }),
  );
}

/** The sink's activations when the function is called at the site, and the steps lead on from there. */
function endsBelow(
  m: Machine,
  sink: Sink,
  { site, through, chain, around }: Way,
  steps: readonly Site[],
  known: KnownTargets | undefined,
): Activation[] {
  if (around) return replay(m, [...chain.slice(around.at), ...steps], around.start, sink.site, known);
  const within = (steps[0] ?? sink.site).activation;
  return runsMade(m, site, through).flatMap((start) => {
    const opened = inner(m, onObjectOf(m, start, within), within.module, within.fn);
    return opened ? replay(m, steps, opened, sink.site, known) : [];
  });
}

/** The requests that a sink sends in some activations. */
export const viewsAt = (
  m: Machine,
  models: readonly ClientModel[],
  sink: Sink,
  activations: Iterable<Activation>,
): SinkView[] =>
  [...new Set(activations)].flatMap((activation) => {
    const site = { ...sink.site, activation };
    return sinksAt(m, site, sink).flatMap((found) => {
      const view = viewSink(m, models, site, { ...found, isNew: sink.isNew });
      return view && view.candidates.length > 0 ? [view] : [];
    });
  });

/** The client's callee in this context: an injected one may differ from caller to caller. */
function sinksAt(m: Machine, site: Site, sink: Sink): readonly ExternalCallee[] {
  const found = outcomeOf(m, site).external;
  return found.length > 0 ? found : sink.site.activation === site.activation ? [sink] : [];
}
