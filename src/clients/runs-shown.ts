import type { FunctionIndex, ModuleSummary } from '../model/module-summary.js';
import type { CallGraph } from '../values/call-graph.js';
import { isOfTest } from '../values/of-tests.js';
import { nested } from '../values/inner.js';
import { askAside, callOf, enter, functionKey, rootActivation, type Machine } from '../values/machine.js';
import { outcomeOf, type Site } from '../values/outcome.js';
import { findOnce } from '../values/remember.js';
import { ownersOf } from '../values/this.js';
import { sure, type Activation, type InstanceValue } from '../values/value.js';
import { instancesOf } from './made-instances.js';

/** More runs of one function than this are not looked at. */
const mostRuns = 512;
/** How many callers lead to a run. */
const mostCallers = 6;

/** Where more objects than this have a method, what is known without them says enough. */
const mostObjects = 8;

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

/** The runs of a function that the call graph shows, each with what its callers, and theirs, give it. */
export function runsShown(
  m: Machine,
  graph: CallGraph,
  module: ModuleSummary,
  fn: FunctionIndex,
): readonly Activation[] {
  const all = known.get(graph) ?? new Map<string, readonly Activation[]>();
  known.set(graph, all);
  const question = { m, graph, found: new Map(), running: new Set<string>() };
  return findOnce(m, all, functionKey(module, fn), () => runsAt(question, module, fn, 0));
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
    if (isOfTest(site, module.file)) continue;
    for (const activation of around(question, site, depth))
      for (const run of outcomeOf(m, { ...site, activation }).entered)
        if (isOne(run) && out.size < mostRuns) out.add(run);
  }
  if (out.size > 0) return [...out];
  const methods = ofMadeObjects(question, module, fn, depth);
  if (methods.length > 0 && methods.length <= mostObjects) return methods;
  const parent = module.functions[fn]?.parent;
  if (parent === undefined) return [rootActivation(m, module, fn)];
  return runsAt(question, module, parent, depth + 1).flatMap((a) => nested(m, a, fn) ?? []);
}

/** The runs of a method that nobody calls, of the objects that the program makes. */
function ofMadeObjects(
  question: Question,
  module: ModuleSummary,
  fn: FunctionIndex,
  depth: number,
): readonly Activation[] {
  const { m } = question;
  if (module.functions[fn]?.kind === 'constructor') return [];
  const root = rootActivation(m, module, fn);
  const runs = (maker: ModuleSummary, made: FunctionIndex): readonly Activation[] =>
    runsAt(question, maker, made, depth + 1);
  return ownersOf(m, root).flatMap((of) => instancesOf(m, of, runs).map((one) => asMethodOf(m, root, one)));
}

/** A function as a method of an instance, of which nobody knows what it is given. */
export const asMethodOf = (
  m: Machine,
  { module, fn, parent }: Activation,
  instance: InstanceValue,
): Activation => enter(m, { module, fn, parent, args: undefined, self: sure(instance), from: undefined });

/** The instances of a class that the program makes, with what their constructor is given. */
export const madeInstances = (
  m: Machine,
  graph: CallGraph,
  of: InstanceValue['of'],
): readonly InstanceValue[] =>
  instancesOf(m, of, (module, fn) => askAside(m, () => runsShown(m, graph, module, fn)));

/** The runs in which a call stands: the one that is known, or those of the function around it. */
function around(
  question: Question,
  { module, index, activation }: Site,
  depth: number,
): readonly Activation[] {
  const isKnown = activation.args !== undefined || activation.from !== undefined;
  return isKnown ? [activation] : runsAt(question, module, callOf(module, index).within, depth + 1);
}
