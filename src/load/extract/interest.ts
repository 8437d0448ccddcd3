import type { Expr, ModuleSummary } from '../../model/module-summary.js';
import { functionKey, rootActivation } from '../../values/machine.js';
import { pathOf } from '../../values/path-of.js';
import type { ExternalValue, Value } from '../../values/value.js';
import { valuesOf, type Reader } from './reader.js';
import type { Sinks } from './sinks.js';
import { siteKey } from './sinks.js';

/** The part of a program that requests, schedules and waiting are in: all else is not walked. */
export interface Interest {
  /** `file#function` of functions from which a request, a schedule or a pause is reached. */
  readonly functions: ReadonlySet<string>;
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
  isKnown: (callee: ExternalValue) => boolean,
): Interest {
  const { m, graph } = reader;
  const functions = new Set<string>();
  const sites = new Set<string>(sinks.keys);
  const queue: string[] = [];
  const passers = passedTo(reader);
  const add = (key: string): void => {
    if (functions.has(key)) return;
    functions.add(key);
    queue.push(key);
  };
  const withinOf = (file: string, index: number): string | undefined => {
    const module = m.program.modules.get(file);
    const call = module?.calls[index];
    return module && call && functionKey(module, call.within);
  };
  const addSite = (file: string, index: number): void => {
    sites.add(siteKey(file, index));
    const within = withinOf(file, index);
    if (within !== undefined) add(within);
  };
  for (const key of sinks.keys) {
    const at = key.lastIndexOf('/');
    addSite(key.slice(0, at), Number(key.slice(at + 1)));
  }
  for (const { site, callee } of graph.external) {
    const path = pathOf(callee.steps);
    const isTiming = callee.module === 'global' ? timing.test(path) : timingModules.test(callee.module);
    if (isTiming || isKnown(callee)) addSite(site.module.file, site.index);
  }
  const grow = (): void => {
    for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
      const at = key.lastIndexOf('#');
      const module = m.program.modules.get(key.slice(0, at));
      const parent = module?.functions[Number(key.slice(at + 1))]?.parent;
      if (module && parent !== undefined) add(functionKey(module, parent));
      for (const { module: from, index } of graph.callers.get(key) ?? []) addSite(from.file, index);
      for (const passer of passers.get(key) ?? []) addSite(passer.file, passer.index);
    }
  };
  grow();
  return { functions, sites };
}

/** What callers give for a parameter that is passed on: `batch.map(work)`. */
function passedOn(reader: Reader, module: ModuleSummary, expr: Expr, depth: number): readonly Value[] {
  if (depth > maxPasses) return [];
  const value = expr.kind === 'reference' ? module.bindings[expr.binding]?.value : expr;
  if (value?.kind !== 'parameter') return [];
  return (reader.graph.callers.get(functionKey(module, value.fn)) ?? []).flatMap((site) => {
    const given = site.module.calls[site.index]?.args[value.index];
    if (given === undefined || given.spread) return [];
    const found = valuesOf(reader, given.value, rootActivation(reader.m, site.module, site.activation.fn));
    return [...found, ...passedOn(reader, site.module, given.value, depth + 1)];
  });
}

const maxPasses = 3;

/** The calls that get a function of the project as an argument, or inside of one. */
function passedTo(reader: Reader): Map<string, { file: string; index: number }[]> {
  const out = new Map<string, { file: string; index: number }[]>();
  for (const file of reader.m.program.files) {
    const module = reader.m.program.modules.get(file);
    module?.calls.forEach((call, index) => {
      const activation = rootActivation(reader.m, module, call.within);
      const note = (expr: Expr, depth: number): void => {
        if (expr.kind === 'object' && depth < 2)
          for (const entry of expr.entries) if (entry.kind === 'property') note(entry.value, depth + 1);
        if (expr.kind === 'array' && depth < 2) for (const item of expr.items) note(item.value, depth + 1);
        const add = (value: Value): void => {
          if (value.kind !== 'function') return;
          const key = functionKey(value.activation.module, value.fn);
          out.set(key, [...(out.get(key) ?? []), { file, index }]);
        };
        for (const value of passedOn(reader, module, expr, 0)) add(value);
        if (!['function', 'reference', 'member', 'call'].includes(expr.kind)) return;
        for (const value of valuesOf(reader, expr, activation)) add(value);
      };
      for (const arg of call.args) note(arg.value, 0);
    });
  }
  return out;
}
