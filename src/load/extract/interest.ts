import type { Expr, FunctionIndex, ModuleSummary } from '../../model/module-summary.js';
import { functionKey, rootActivation } from '../../values/machine.js';
import { pathOf } from '../../values/path-of.js';
import { indexing, noteKey, readable, type Index } from '../../values/reads.js';
import type { ExternalValue } from '../../values/value.js';
import { isGate } from './gates.js';
import { holdersOf, variablesIn } from './promises.js';
import { valuesOf, type Reader } from './reader.js';
import type { Sinks } from './sinks.js';
import { siteKey } from './sinks.js';

/** The part of a program that requests, schedules and waiting are in: all else is not walked. */
export interface Interest {
  /** `file#function` of functions from which a request, a schedule or a pause is reached. */
  readonly functions: ReadonlySet<string>;
  /** Those of them from which something is reached that a limit counts, or that sets work off: only they are begun with. */
  readonly leading: ReadonlySet<string>;
  /** Calls that say something to whoever listens. */
  readonly senders: readonly { readonly file: string; readonly index: number }[];
  /** Names of the events that some call says. */
  readonly said: ReadonlySet<string>;
  /** `file/call` of the calls that matter. */
  readonly sites: ReadonlySet<string>;
}

/** Calls of packages and globals that matter for time, whatever is passed to them. */
const timing =
  /^(?:setTimeout|setInterval|setImmediate|queueMicrotask|scheduler\.wait|Bun\.sleep|util\.promisify|promisify)$/;
const timingModules = /^(?:node:)?timers(?:\/promises)?$|^(?:delay|p-sleep|sleep-promise|ms)$/;

export function interestOf(
  reader: Reader,
  sinks: Sinks,
  counted: ReadonlySet<string>,
  isKnown: (callee: ExternalValue) => boolean,
  isSender: (callee: ExternalValue) => boolean,
): Interest {
  const { graph } = reader;
  const known: string[] = [];
  const timed: string[] = [];
  for (const { site, callee } of graph.external) {
    const path = pathOf(callee.steps);
    const isTiming =
      callee.module === 'global'
        ? timing.test(path) || (path === 'Promise' && isGate(site.module, site.module.calls[site.index]))
        : timingModules.test(callee.module) || waitsForEvent(callee) || isStep(callee);
    if (isKnown(callee)) known.push(siteKey(site.module.file, site.index));
    else if (isTiming) timed.push(siteKey(site.module.file, site.index));
  }
  const { senders, said } = sendersOf(reader, isSender);
  const sent = senders.map(({ file, index }) => siteKey(file, index));
  const passers = passedTo(reader, reader.m.program.files);
  const leading = above(reader, passers, [...counted, ...known, ...sent]);
  const calls = [...sinks.keys, ...known, ...sent, ...timed];
  const { functions, sites } = above(reader, passers, calls, waiting(reader, above(reader, passers, calls)));
  return { functions, sites, leading: leading.functions, senders, said };
}

type Passers = Index<readonly { readonly file: string; readonly index: number }[]>;

/** The functions from which one of the calls is reached, and the calls that lead there, with those themselves. */
function above(
  { m, graph }: Reader,
  passers: Passers,
  calls: readonly string[],
  also: readonly (readonly [ModuleSummary, FunctionIndex])[] = [],
): { readonly functions: ReadonlySet<string>; readonly sites: ReadonlySet<string> } {
  const functions = new Set<string>();
  const sites = new Set<string>();
  const queue: string[] = [];
  const add = (module: ModuleSummary, fn: FunctionIndex): void => {
    const key = functionKey(module, fn);
    if (functions.has(key)) return;
    functions.add(key);
    queue.push(key);
  };
  const addSite = (file: string, index: number): void => {
    sites.add(siteKey(file, index));
    const module = m.program.modules.get(file);
    const call = module?.calls[index];
    if (module && call) add(module, call.within);
  };
  for (const key of calls) {
    const at = key.lastIndexOf('/');
    addSite(key.slice(0, at), Number(key.slice(at + 1)));
  }
  for (const [module, fn] of also) add(module, fn);
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    const at = key.lastIndexOf('#');
    const module = m.program.modules.get(key.slice(0, at));
    const parent = module?.functions[Number(key.slice(at + 1))]?.parent;
    if (module && parent !== undefined) add(module, parent);
    for (const { module: from, index } of graph.callers.get(key) ?? []) addSite(from.file, index);
    for (const passer of passers.get(key) ?? []) addSite(passer.file, passer.index);
  }
  return { functions, sites };
}

/** Functions that wait for what another one has begun: `await this.ready`. */
function waiting(
  { m }: Reader,
  { sites }: { readonly sites: ReadonlySet<string> },
): readonly (readonly [ModuleSummary, FunctionIndex])[] {
  return m.program.files.flatMap((file) => {
    const module = m.program.modules.get(file);
    if (!module?.waits.some(({ value }) => isHolder(value))) return [];
    const begun = new Set(
      module.calls.flatMap((_, index) =>
        sites.has(siteKey(file, index)) ? [...holdersOf(module, index)] : [],
      ),
    );
    return module.waits
      .filter(({ value }) => isHolder(value) && [...variablesIn(value, module)].some((one) => begun.has(one)))
      .map(({ within }) => [module, within] as const);
  });
}

const isHolder = ({ kind }: Expr): boolean => kind === 'reference' || kind === 'member';

/** Calls that say something to whoever listens: by what they call, or where that isn't known by its name. */
function sendersOf(
  { m, graph }: Reader,
  isSender: (callee: ExternalValue) => boolean,
): Pick<Interest, 'senders' | 'said'> {
  const known = graph.external.filter(({ callee }) => isSender(callee));
  const senders = known.map(({ site }) => ({ file: site.module.file, index: site.index }));
  const said = new Set<string>();
  for (const file of m.program.files) {
    const module = m.program.modules.get(file);
    module?.calls.forEach(({ callee, args: [event] }, index) => {
      if (callee.kind !== 'member' || callee.key.kind !== 'literal') return;
      if (!saysByName(String(callee.key.value))) return;
      senders.push({ file, index });
      if (event?.value.kind === 'literal') said.add(String(event.value.value));
    });
  }
  return { senders, said };
}

/** `await once(emitter, 'ready')` takes until somebody says it. */
export const waitsForEvent = ({ module, steps }: ExternalValue): boolean =>
  /^(?:node:)?events$/.test(module) && /^(?:default\.)?once$/.test(pathOf(steps));

/** `step.run(…)`, `step.sleep(…)`: Inngest keeps what it gives. */
export const isStep = ({ module, steps }: ExternalValue): boolean =>
  module === 'inngest' && /^step\.[\w.]+$/.test(pathOf(steps));

/** Names of methods that say something, for calls of which nothing more is known. */
export const saysByName = (name: string): boolean => /^(?:emit|emitAsync|dispatchEvent)$/.test(name);

/** A function that is passed is named near: more steps than this find a value that is none. */
const passSteps = 400;

/** The calls that get a function of the project as an argument, or inside of one. */
export function passedTo(reader: Reader, files: Iterable<string>): Passers {
  const out = new Map<string, { file: string; index: number }[]>();
  const given = createGiven(reader);
  for (const file of files) {
    const module = reader.m.program.modules.get(file);
    if (!module) continue;
    indexing(reader.m, file, () => {
      module.calls.forEach((call, index) => {
        const keys = call.args.flatMap((arg) =>
          partsOf(arg.value, 0).flatMap((expr) => given(module, expr, call.within)),
        );
        for (const key of new Set(keys)) {
          out.set(key, [...(out.get(key) ?? []), { file, index }]);
          noteKey(reader.m, 'passed', key);
        }
      });
    });
  }
  return readable(reader.m, 'passed', out);
}

/** An argument, and what stands inside of it when it is an object or a list. */
function partsOf(expr: Expr, depth: number): readonly Expr[] {
  if (depth === 2) return [expr];
  if (expr.kind === 'object')
    return expr.entries.flatMap((e) => (e.kind === 'property' ? partsOf(e.value, depth + 1) : []));
  if (expr.kind === 'array') return expr.items.flatMap((item) => partsOf(item.value, depth + 1));
  return [expr];
}

type Given = (module: ModuleSummary, expr: Expr, within: FunctionIndex) => readonly string[];

/** The functions that an expression can be, `file#function`; of a parameter that is passed on (`batch.map(work)`) what callers give. */
function createGiven(reader: Reader): Given {
  const { m, graph } = reader;
  const byParameter = new Map<string, readonly string[]>();
  const ofParameter = (fn: string, index: number): readonly string[] => {
    const key = `${fn}/${index}`;
    const known = byParameter.get(key);
    if (known) return known;
    byParameter.set(key, []);
    const sites = new Map((graph.callers.get(fn) ?? []).map((s) => [siteKey(s.module.file, s.index), s]));
    const found = [...sites.values()].flatMap(({ module, index: at }) => {
      const call = module.calls[at];
      const arg = call?.args[index];
      return !call || !arg || arg.spread ? [] : given(module, arg.value, call.within);
    });
    byParameter.set(key, [...new Set(found)]);
    return byParameter.get(key) ?? [];
  };
  const given: Given = (module, expr, within) => {
    if (!['function', 'reference', 'member', 'call', 'parameter'].includes(expr.kind)) return [];
    const value = expr.kind === 'reference' ? module.bindings[expr.binding]?.value : expr;
    const others = value?.kind === 'parameter' ? ofParameter(functionKey(module, value.fn), value.index) : [];
    const values = valuesOf(reader, expr, rootActivation(m, module, within), passSteps);
    const own = values.flatMap((v) =>
      v.kind === 'function' ? [functionKey(v.activation.module, v.fn)] : [],
    );
    return [...own, ...others];
  };
  return given;
}
