import type { Call, CallIndex, FunctionIndex, ModuleSummary } from '../model/module-summary.js';
import { isRunByTest } from './of-tests.js';
import { modulesIn } from '../program/program.js';
import { subclassesOf } from './hierarchy.js';
import { nameOfCallee } from './holes.js';
import { nested } from './inner.js';
import { askAside, callOf, classKey, functionKey, rootActivation, type Machine } from './machine.js';
import { outcomeOf, runsMade, type Site } from './outcome.js';
import { beginReads, endReads, noteKey, readAnswer, readKey } from './reads.js';
import { inRounds } from './rounds.js';
import type { Activation } from './value.js';

/** More runs of one function than this are not looked at. */
const mostRuns = 512;
/** How many callers lead to a run. */
const mostCallers = 4;

type Runs = Map<string, readonly Activation[]>;
const known = new WeakMap<Machine, Runs>();

export const forgetRuns = (m: Machine): void => void known.delete(m);

/**
 * The runs of a function that the program's own calls show: of its name, and of the callbacks that it is.
 * One that no call shows runs with arguments that nobody knows.
 */
export function runsOf(
  m: Machine,
  module: ModuleSummary,
  fn: FunctionIndex,
  depth = 0,
): readonly Activation[] {
  const root = rootActivation(m, module, fn);
  if (fn === 0 || depth > mostCallers) return [root];
  const runs = known.get(m) ?? new Map<string, readonly Activation[]>();
  known.set(m, runs);
  const key = functionKey(module, fn);
  const found = runs.get(key);
  if (found) {
    readAnswer(m, runs, key);
    return found;
  }
  // Of a function that calls itself, the calls from elsewhere count.
  runs.set(key, []);
  const outer = beginReads(m, runs, key);
  const all = findRuns(m, module, fn, depth);
  endReads(m, outer);
  runs.set(key, all);
  return all;
}

function findRuns(
  m: Machine,
  module: ModuleSummary,
  fn: FunctionIndex,
  depth: number,
): readonly Activation[] {
  const { parent, name } = module.functions[fn] ?? { parent: undefined, name: '' };
  const out = runsBy(m, [...callsOfName(m, name), ...callsWithCallback(module, fn)], module, fn, depth);
  if (out.length > 0) return out;
  if (parent === undefined) return [rootActivation(m, module, fn)];
  const around = runsOf(m, module, parent, depth + 1);
  return around.flatMap((a) => nested(m, a, fn) ?? []);
}

/** The runs of a function that some calls show. */
function runsBy(
  m: Machine,
  callers: readonly Omit<Site, 'activation'>[],
  module: ModuleSummary,
  fn: FunctionIndex,
  depth: number,
): readonly Activation[] {
  const out = new Set<Activation>();
  for (const { module: from, index } of callers) {
    const call = from.calls[index];
    if (!call || !mayEnter(m, { module: from, index }, module, fn)) continue;
    for (const activation of runsOf(m, from, call.within, depth + 1))
      for (const run of outcomeOf(m, { module: from, index, activation }).entered)
        if (run.fn === fn && run.module === module && out.size < mostRuns) out.add(run);
  }
  return [...out];
}

/** The runs of a constructor that make instances of subclasses, which inherit it. */
export function inheritedRuns(m: Machine, module: ModuleSummary, fn: FunctionIndex): readonly Activation[] {
  const cls = module.functions[fn]?.kind === 'constructor' ? module.functions[fn].cls : undefined;
  const subclasses = cls === undefined ? [] : subclassesOf(m, classKey(module, cls));
  const callers = [...new Set(subclasses.map((c) => c.summary.name))].flatMap((name) => callsOfName(m, name));
  return runsBy(m, callers, module, fn, 0);
}

/** The runs that calls of the program show, those of tests apart: what they are given is known. */
export const runsByCalls = (m: Machine, module: ModuleSummary, fn: FunctionIndex): readonly Activation[] =>
  askAside(m, () => [...runsOf(m, module, fn), ...inheritedRuns(m, module, fn)]).filter(
    (run) => run.args !== undefined && !isRunByTest(run, module.file),
  );

/** The runs of a method of the same object that a run of a function makes itself, and whether no other call may run it. */
export function runsIn(
  m: Machine,
  outer: Activation,
  fn: FunctionIndex,
): { readonly runs: readonly Activation[]; readonly isAll: boolean } {
  const { module } = outer;
  const named = callsOfName(m, module.functions[fn]?.name ?? '');
  const isWithin = (site: Omit<Site, 'activation'>): boolean =>
    site.module === module && callOf(module, site.index).within === outer.fn;
  const own = named.filter((site) => isWithin(site) && isOfThis(callOf(module, site.index)));
  const runs = own.flatMap(({ index }) => runsMade(m, { module, index, activation: outer }, { module, fn }));
  const isAll = runs.length > 0 && !named.some((site) => !isWithin(site) && mayEnter(m, site, module, fn));
  return { runs, isAll };
}

const isOfThis = ({ callee }: Call): boolean => callee.kind === 'member' && callee.object.kind === 'this';

/** Whether a call is seen to run the function, or may do so where its own function's callers say more. */
function mayEnter(
  m: Machine,
  site: Omit<Site, 'activation'>,
  module: ModuleSummary,
  fn: FunctionIndex,
): boolean {
  const call = callOf(site.module, site.index);
  const { entered, open } = outcomeOf(m, {
    ...site,
    activation: rootActivation(m, site.module, call.within),
  });
  return open.length > 0 || entered.some((run) => run.fn === fn && run.module === module);
}

/** The runs of a callback that one run of a function around it shows; none where it isn't handed to a call at once. */
export function callbackRuns(m: Machine, outer: Activation, fn: FunctionIndex): readonly Activation[] {
  if (outer.fn === fn) return [outer];
  const { module } = outer;
  const parent = module.functions[fn]?.parent;
  if (parent === undefined) return [];
  return callbackRuns(m, outer, parent).flatMap((activation) =>
    callsWithCallback(module, fn).flatMap(({ index }) =>
      inRounds(m, module.calls[index]?.frames ?? [], activation).flatMap((round) =>
        runsMade(m, { module, index, activation: round }, { module, fn }),
      ),
    ),
  );
}

/**
 * The runs of a function with a name that one run of a function around both shows: those that calls of it, and calls
 * that it is handed to by its name, make there.
 */
export function namedRuns(
  m: Machine,
  outer: Activation,
  fn: FunctionIndex,
  depth = 0,
): readonly Activation[] {
  if (outer.fn === fn) return [outer];
  if (depth > mostCallers) return [];
  const { module } = outer;
  return sitesOfName(module, fn).flatMap((index) => {
    const { within } = callOf(module, index);
    if (within !== outer.fn && !standsIn(module, within, outer.fn)) return [];
    return namedRuns(m, outer, within, depth + 1).flatMap((activation) =>
      runsMade(m, { module, index, activation }, { module, fn }),
    );
  });
}

function standsIn(module: ModuleSummary, fn: FunctionIndex, outer: FunctionIndex): boolean {
  for (let at = module.functions[fn]?.parent; at !== undefined; at = module.functions[at]?.parent)
    if (at === outer) return true;
  return false;
}

const namedSites = new WeakMap<ModuleSummary, ReadonlyMap<FunctionIndex, readonly CallIndex[]>>();

/** The calls of a module that call a function of it by its name, or hand it to another one. */
function sitesOfName(module: ModuleSummary, fn: FunctionIndex): readonly CallIndex[] {
  const known = namedSites.get(module) ?? indexSites(module);
  namedSites.set(module, known);
  return known.get(fn) ?? [];
}

function indexSites(module: ModuleSummary): Map<FunctionIndex, readonly CallIndex[]> {
  const out = new Map<FunctionIndex, readonly CallIndex[]>();
  module.calls.forEach(({ callee, args }, index) => {
    for (const expr of [callee, ...args.map(({ value }) => value)]) {
      const held = expr.kind === 'reference' ? module.bindings[expr.binding]?.value : expr;
      if (held?.kind === 'function') out.set(held.fn, [...(out.get(held.fn) ?? []), index]);
    }
  });
  return out;
}

/** Calls to which a function is handed where it is written. */
function callsWithCallback(module: ModuleSummary, fn: FunctionIndex): Omit<Site, 'activation'>[] {
  const known = callbacks.get(module) ?? indexCallbacks(module);
  callbacks.set(module, known);
  const index = known.get(fn);
  return index === undefined ? [] : [{ module, index }];
}

const callbacks = new WeakMap<ModuleSummary, ReadonlyMap<FunctionIndex, CallIndex>>();

function indexCallbacks(module: ModuleSummary): Map<FunctionIndex, CallIndex> {
  const out = new Map<FunctionIndex, CallIndex>();
  module.calls.forEach((call, index) => {
    for (const { value } of call.args)
      if (value.kind === 'function' && !out.has(value.fn)) out.set(value.fn, index);
  });
  return out;
}

const names = new WeakMap<Machine, ReadonlyMap<string, readonly Omit<Site, 'activation'>[]>>();

function callsOfName(m: Machine, name: string): readonly Omit<Site, 'activation'>[] {
  if (name === '') return [];
  readKey(m, 'calls', name);
  return namesIn(m).get(name) ?? [];
}

export const prepareCallNames = (m: Machine): void => void namesIn(m);

function namesIn(m: Machine): ReadonlyMap<string, readonly Omit<Site, 'activation'>[]> {
  const all = names.get(m) ?? indexNames(m);
  names.set(m, all);
  return all;
}

function indexNames(m: Machine): Map<string, Omit<Site, 'activation'>[]> {
  const out = new Map<string, Omit<Site, 'activation'>[]>();
  for (const module of modulesIn({ files: m.program.named ?? m.program.files, modules: m.program.modules }))
    module.calls.forEach((call, index) => {
      const name = lastName(call, module);
      const list = out.get(name) ?? [];
      list.push({ module, index });
      out.set(name, list);
      noteKey(m, 'calls', name, module.file);
    });
  return out;
}

const lastName = ({ callee }: Call, module: ModuleSummary): string =>
  callee.kind === 'function' ? (module.functions[callee.fn]?.name ?? '') : nameOfCallee(callee, module);
