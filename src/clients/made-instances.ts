import type { CallIndex, Expr, FunctionIndex, ModuleSummary } from '../model/module-summary.js';
import { isTestOf } from '../program/entries.js';
import type { CallGraph } from '../values/call-graph.js';
import { classChain } from '../values/inheritance.js';
import { nested } from '../values/inner.js';
import { askAside, callOf, functionKey, rootActivation, type Machine } from '../values/machine.js';
import { outcomeOf, type Site } from '../values/outcome.js';
import { beginReads, endReads, readAnswer } from '../values/reads.js';
import { instanceKey } from '../values/stores.js';
import type { Activation, InstanceValue } from '../values/value.js';

/** More runs of one function than this are not looked at. */
const mostRuns = 512;
/** How many callers lead to a run. */
const mostCallers = 6;

type Runs = Map<string, readonly Activation[]>;
const known = new WeakMap<CallGraph, Runs>();

/**
 * One question for runs. What is found on the way is kept for it alone: it is seen from there, callers away, and another
 * question would be answered otherwise depending on which was asked first.
 */
interface Question {
  readonly m: Machine;
  readonly graph: CallGraph;
  readonly found: Runs;
  /** Functions whose runs are being looked for. */
  readonly running: Set<string>;
}

/** The instances of a class that the program makes, with what their constructor is given. */
export function madeInstances(
  m: Machine,
  graph: CallGraph,
  of: InstanceValue['of'],
): readonly InstanceValue[] {
  const maker = constructorOf(m, of);
  if (!maker) return [];
  const { module, fn } = maker;
  const found = new Set<InstanceValue>();
  for (const { args, self, from } of askAside(m, () => runsOf(m, graph, module, fn))) {
    const instance = self?.[0]?.value;
    if (!args || instance?.kind !== 'instance' || instanceKey(instance.of) !== instanceKey(of)) continue;
    if (from && changedLater(from.activation.module).has(from.index)) return [];
    found.add(instance);
  }
  return [...found];
}

const changed = new WeakMap<ModuleSummary, ReadonlySet<CallIndex>>();

/** The calls of a module that make what it changes later: `resource.path = …` wins over what the constructor was given. */
function changedLater(module: ModuleSummary): ReadonlySet<CallIndex> {
  const known =
    changed.get(module) ??
    new Set(Object.values(module.bindings).flatMap(({ value }) => madeBy(module, value)));
  changed.set(module, known);
  return known;
}

/** The call whose result a version of a variable is, after members of it were set. */
function madeBy(module: ModuleSummary, version: Expr): readonly CallIndex[] {
  let value: Expr | undefined = version;
  if (value.kind !== 'assigned') return [];
  const seen = new Set<Expr>();
  while (value && !seen.has(value) && (value.kind === 'assigned' || value.kind === 'reference')) {
    seen.add(value);
    value = value.kind === 'assigned' ? value.target : module.bindings[value.binding]?.value;
  }
  return value?.kind === 'call' ? [value.call] : [];
}

/** The function that makes instances of a class: its own constructor, or the one that it inherits. */
function constructorOf(
  m: Machine,
  of: InstanceValue['of'],
): { readonly module: ModuleSummary; readonly fn: FunctionIndex } | undefined {
  for (const one of classChain(m, of)) {
    const fn =
      one.kind === 'class' ? one.summary.constructorFn : one.kind === 'function' ? one.fn : undefined;
    if (fn !== undefined && (one.kind === 'class' || one.kind === 'function'))
      return { module: one.activation.module, fn };
  }
  return undefined;
}

/** The runs of a function that the call graph shows, each with what its callers, and theirs, give it. */
function runsOf(
  m: Machine,
  graph: CallGraph,
  module: ModuleSummary,
  fn: FunctionIndex,
): readonly Activation[] {
  const all = known.get(graph) ?? new Map<string, readonly Activation[]>();
  known.set(graph, all);
  const key = functionKey(module, fn);
  const found = all.get(key);
  if (found) {
    readAnswer(m, all, key);
    return found;
  }
  const outer = beginReads(m, all, key);
  const runs = runsAt({ m, graph, found: new Map(), running: new Set() }, module, fn, 0);
  endReads(m, outer);
  all.set(key, runs);
  return runs;
}

function runsAt(
  question: Question,
  module: ModuleSummary,
  fn: FunctionIndex,
  depth: number,
): readonly Activation[] {
  const { m, found, running } = question;
  if (fn === 0 || depth > mostCallers) return [rootActivation(m, module, fn)];
  const name = functionKey(module, fn);
  const key = `${name} ${depth}`;
  const runs = found.get(key);
  if (runs) return runs;
  // Of a function that calls itself, the calls from elsewhere count.
  if (running.has(name)) return [];
  running.add(name);
  const made = findRuns(question, module, fn, depth);
  running.delete(name);
  found.set(key, made);
  return made;
}

function findRuns(
  question: Question,
  module: ModuleSummary,
  fn: FunctionIndex,
  depth: number,
): readonly Activation[] {
  const { m, graph } = question;
  const isOne = (run: Activation): boolean => run.fn === fn && run.module === module;
  const out = new Set<Activation>();
  for (const site of graph.callers.get(functionKey(module, fn)) ?? []) {
    if (isTestOf(site.module.file, module.file)) continue;
    for (const activation of around(question, site, depth))
      for (const run of outcomeOf(m, { ...site, activation }).entered)
        if (isOne(run) && out.size < mostRuns) out.add(run);
  }
  if (out.size > 0) return [...out];
  const parent = module.functions[fn]?.parent;
  if (parent === undefined) return [rootActivation(m, module, fn)];
  return runsAt(question, module, parent, depth + 1).flatMap((a) => nested(m, a, fn) ?? []);
}

/** The runs in which a call stands: the one that is known, or those of the function around it. */
function around(
  question: Question,
  { module, index, activation }: Site,
  depth: number,
): readonly Activation[] {
  const isKnown = activation.args !== undefined || activation.from !== undefined;
  return isKnown ? [activation] : runsAt(question, module, callOf(module, index).within, depth + 1);
}
