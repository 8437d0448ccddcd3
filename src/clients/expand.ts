import type { CallGraph } from '../values/call-graph.js';
import { inner } from '../values/inner.js';
import { picks } from '../values/member.js';
import { callKey, outcomeOf, type Site } from '../values/outcome.js';
import { replay } from '../values/replay.js';
import { callOf, functionKey, rootActivation, startQuestion, type Machine } from '../values/machine.js';
import type { Activation, ExternalValue } from '../values/value.js';
import { callChain, lengthOf, outermost, stepsWithin, surroundings } from './call-chain.js';
import type { ClientModel } from './client-model.js';
import { receivers } from './receivers.js';
import {
  decides,
  decidingOrigins,
  pathParts,
  viewSink,
  type Candidate,
  type Identify,
  type SinkView,
} from './candidate.js';

/** A client's call that was found in the call graph. */
export interface Sink {
  readonly site: Site;
  readonly callee: ExternalValue;
  readonly isNew: boolean;
}

/** One context of a sink: the views from the sink alone out to the outermost caller that was needed. */
export interface Context {
  readonly views: readonly SinkView[];
  /** The calls that lead to the sink, outermost first; without the sink itself. */
  readonly callers: readonly Site[];
}

const maxDepth = 12;
const maxContexts = 8_000;
/** Contexts that may be looked at for one sink. */
const maxVisits = 40_000;

/** Follows callers outwards as long as the method, base or path waits for a parameter that they can fill. */
export function expandSink(
  m: Machine,
  models: readonly ClientModel[],
  graph: CallGraph,
  sink: Sink,
  identify: Identify,
): Context[] {
  const view = viewSink(m, models, sink.site, sink.callee, sink.isNew);
  if (!view) return [];
  const out: Context[] = [];
  const callers = callChain(sink.site.activation);
  // A call of an injected function is found through a caller; what it sends may be fixed without one.
  const alone =
    callers.length > 0
      ? viewSink(
          m,
          models,
          { ...sink.site, activation: rootActivation(m, sink.site.module, sink.site.activation.fn) },
          sink.callee,
          sink.isNew,
        )
      : undefined;
  grow(
    {
      m,
      models,
      graph,
      sink,
      identify,
      out,
      seen: new Set(),
      followed: new Set(),
      visits: { left: maxVisits },
    },
    { views: alone ? [alone, view] : [view], callers },
  );
  return out;
}

interface Expansion {
  readonly m: Machine;
  readonly models: readonly ClientModel[];
  readonly graph: CallGraph;
  readonly sink: Sink;
  readonly identify: Identify;
  readonly out: Context[];
  readonly seen: Set<string>;
  /** Chains of calls whose callers were followed: one way down the same chain finds all that another would. */
  readonly followed: Set<string>;
  readonly visits: { left: number };
}

function grow(expansion: Expansion, context: Context): void {
  const { m, models, graph, sink, out } = expansion;
  const view = context.views.at(-1);
  if (!view || out.length >= maxContexts || expansion.visits.left-- <= 0) return;
  const top = openEnd(expansion, view);
  const sites =
    waitsFor(expansion, view.candidates, top) && context.callers.length < maxDepth
      ? callersOf(m, graph, top, context)
      : [];
  const chain = chainKey(context, top);
  if (sites.length > 0 && expansion.followed.has(chain) && !view.candidates.some(isFixed)) return;
  const next =
    sites.length > 0
      ? sites.flatMap(({ site, through }) => enterThrough(m, models, sink, context, site, through))
      : receivers(m, view).flatMap((start) => seenFrom(m, models, sink, context, start));
  if (next.length === 0) {
    const key = contextKey(context);
    if (!expansion.seen.has(key)) out.push(context);
    expansion.seen.add(key);
    return;
  }
  expansion.followed.add(chain);
  for (const c of next) grow(expansion, c);
}

const chainKey = ({ callers }: Context, top: Activation): string =>
  [functionKey(top.module, top.fn), ...callers.map((s) => `${callKey(s)}/${s.activation.id}`)].join();

/** Equal for contexts that say the same of the request: callers beyond the one that fixed it don't count. */
function contextKey(context: Context): string {
  const shapes = context.views.map((view) => view.candidates.map(shapeOf).join('|'));
  const last = shapes.at(-1) ?? '';
  const level = shapes.indexOf(last);
  const used = lengthOf(context.views[level]?.activation);
  const chain = context.callers.slice(context.callers.length - used);
  return `${chain.map(callKey).join()} ${last}`;
}

const shapeOf = (c: Candidate): string =>
  `${c.methods === 'unknown' ? '*' : c.methods.join()} ${pathParts(c.url)
    .map((p) => (p.kind === 'text' ? p.text : '{}'))
    .join('')}`;

/**
 * Where callers are asked for: the outer end of the chain of calls, or before it a closure that a known call made
 * and that nobody in particular calls, when its parameter is what is open.
 */
function openEnd({ identify }: Expansion, { activation, candidates }: SinkView): Activation {
  const open = candidates.filter((c) => identify(c) === undefined).flatMap(decidingOrigins);
  for (let a = activation; a.from; a = a.from.activation)
    if (a.args === undefined && open.some((origin) => origin.activation === a)) return a;
  return outermost(activation);
}

/** Whether some hole that decides the operation could be filled by callers of this function or of one around it. */
function waitsFor({ identify }: Expansion, candidates: readonly Candidate[], top: Activation): boolean {
  const open = candidates.filter((c) => identify(c) === undefined);
  return (
    open.some((c) => decidingOrigins(c).some((origin) => isAround(origin.activation, top))) ||
    variesByCaller(candidates, top)
  );
}

function isAround(origin: Activation, top: Activation): boolean {
  if (origin.summary.kind === 'constructor' || origin.summary.cls !== undefined) return true;
  for (let a: Activation | undefined = top; a; a = a.parent)
    if (a.fn === origin.fn && a.module === origin.module) return true;
  return false;
}

/** Each subclass, or each key of a table, gives another request: callers say which of them is meant. */
function variesByCaller(candidates: readonly Candidate[], top: Activation): boolean {
  for (let a: Activation | undefined = top; a; a = a.parent) {
    const [self, table] = [`${a.id}:this`, picks(a)];
    for (const { guards } of candidates)
      for (const key of guards.keys()) if (key === self || key.startsWith(table)) return true;
  }
  return false;
}

/** Callers of the outermost function; when nobody calls it, of the function around it. */
function callersOf(
  m: Machine,
  graph: CallGraph,
  top: Activation,
  context: Context,
): { site: Site; through: Activation }[] {
  for (let a: Activation | undefined = top; a && a.fn !== 0; a = a.parent) {
    const through = a;
    const sites = (graph.callers.get(functionKey(a.module, a.fn)) ?? []).filter(
      (s) => !repeats(s, through, context),
    );
    if (sites.length > 0) return withoutCalledBinds(m, sites).map((site) => ({ site, through }));
  }
  return [];
}

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
const isFixed = (c: Candidate): boolean =>
  c.methods !== 'unknown' && pathParts(c.url).every((p, i, all) => p.kind === 'text' || !decides(all, i));

/** A function that calls itself adds no new path: its first call does. */
function repeats(site: Site, through: Activation, context: Context): boolean {
  if (context.callers.some((c) => c.index === site.index && c.module === site.module)) return true;
  for (let a: Activation | undefined = site.activation; a; a = a.parent) {
    if (a.fn === through.fn && a.module === through.module && a.fn !== 0) return true;
  }
  return false;
}

/** Enters the function from a caller and runs down the chain to the sink again. */
function enterThrough(
  m: Machine,
  models: readonly ClientModel[],
  sink: Sink,
  context: Context,
  site: Site,
  through: Activation,
): Context[] {
  startQuestion(m);
  const steps = stepsWithin(through, context.callers, sink.site.activation);
  const contexts: Context[] = [];
  for (const activation of new Set(endsBelow(m, sink, site, through, steps))) {
    for (const found of sinksAt(m, { ...sink.site, activation }, sink)) {
      const view = viewSink(m, models, { ...sink.site, activation }, found, sink.isNew);
      if (view && view.candidates.length > 0 && (!isBind(site) || view.candidates.some(isFixed)))
        contexts.push({
          views: [...context.views, view],
          callers: [...callChain(site.activation), site, ...steps],
        });
    }
  }
  return contexts;
}

/** A context whose outermost function runs as a method of one class among several. */
function seenFrom(
  m: Machine,
  models: readonly ClientModel[],
  sink: Sink,
  context: Context,
  start: Activation,
): Context[] {
  startQuestion(m);
  const within = (context.callers[0] ?? sink.site).activation;
  const opened = inner(m, start, within.module, within.fn);
  const ends = opened ? replay(m, context.callers, opened, sink.site) : [];
  return [...new Set(ends)].flatMap((activation) =>
    sinksAt(m, { ...sink.site, activation }, sink).flatMap((found) => {
      const view = viewSink(m, models, { ...sink.site, activation }, found, sink.isNew);
      return view && view.candidates.length > 0 ? [{ ...context, views: [...context.views, view] }] : [];
    }),
  );
}

/** The sink's activations when the function is called at the site, and the steps lead on from there. */
function endsBelow(
  m: Machine,
  sink: Sink,
  site: Site,
  through: Activation,
  steps: readonly Site[],
): Activation[] {
  const chain = [...callChain(site.activation), site];
  const [first] = chain;
  const around = first && surroundings(through, first.activation);
  if (around) return replay(m, [...chain, ...steps], around, sink.site);
  const within = (steps[0] ?? sink.site).activation;
  return outcomeOf(m, site)
    .entered.filter((a) => a.fn === through.fn && a.module === through.module)
    .flatMap((start) => {
      const opened = inner(m, start, within.module, within.fn);
      return opened ? replay(m, steps, opened, sink.site) : [];
    });
}

/** The client's callee in this context: an injected one may differ from caller to caller. */
function sinksAt(m: Machine, site: Site, sink: Sink): ExternalValue[] {
  const found = outcomeOf(m, site).external.map((e) => e.callee);
  return found.length > 0 ? found : sink.site.activation === site.activation ? [sink.callee] : [];
}
