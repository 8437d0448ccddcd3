import type { Call, Expr, ModuleSummary } from '../../model/module-summary.js';
import { baseBinding } from '../../values/evaluate.js';
import { wordsOf } from './words.js';

const made = new WeakMap<ModuleSummary, Map<number, Set<string>>>();

/** The variables, and fields of `this`, that hold what a call gives back: `const p = f()`, `[f(), g()]`, `tasks.push(f())`. */
export function holdersOf(module: ModuleSummary, call: number): ReadonlySet<string> {
  let holders = made.get(module);
  if (holders === undefined) {
    holders = new Map();
    for (const [binding, { value }] of Object.entries(module.bindings))
      note(value, baseBinding(binding), holders, 0);
    for (const { key, value } of module.classes.flatMap(({ members }) => members))
      if (value) note(value, ofThis(key), holders, 0);
    for (const { binding, default: otherwise } of module.functions.flatMap(({ parameters }) => parameters))
      if (otherwise) note(otherwise, baseBinding(binding), holders, 0);
    made.set(module, holders);
  }
  return holders.get(call) ?? new Set();
}

/** The variables through which the result of a call is reached, and what it gives the one who has it: `const { first } = await f()`. */
export function resultHolders(module: ModuleSummary, call: number): ReadonlySet<string> {
  let holders = results.get(module);
  if (holders === undefined) {
    holders = new Map();
    for (const [id, { value }] of Object.entries(module.bindings))
      note(value, baseBinding(id), holders, 0, reachedParts);
    results.set(module, holders);
  }
  return holders.get(call) ?? new Set();
}

const results = new WeakMap<ModuleSummary, Map<number, Set<string>>>();

/** Variables, and fields of `this`, that some function of a module waits for, and calls that it waits for with what they hold. */
export function waitedVariables(module: ModuleSummary): ReadonlySet<string> {
  const known = allWaited.get(module);
  if (known) return known;
  const all = new Set<string>();
  for (const { value } of module.waits) variablesIn(value, module, all);
  for (const [call, { awaited, at }] of module.calls.entries())
    if (awaited !== 'no') variablesIn({ kind: 'call', call, at }, module, all);
  allWaited.set(module, all);
  return all;
}

const allWaited = new WeakMap<ModuleSummary, ReadonlySet<string>>();

/** Whether a function gives back an object or a list that holds what a call gives, or one of some variables. */
export function isPartOfResult(
  module: ModuleSummary,
  fn: number,
  call: number,
  variables: ReadonlySet<string>,
): boolean {
  const holds = (expr: Expr, depth = 0): boolean =>
    depth <= maxDepth &&
    ((expr.kind === 'call' && expr.call === call) ||
      (expr.kind === 'reference' && variables.has(baseBinding(expr.binding))) ||
      reachedParts(expr).some((part) => holds(part, depth + 1)));
  return module.functions[fn]?.returns.some(({ value }) => holds(value)) ?? false;
}

const maxDepth = 8;

export const ofThis = (field: string): string => `this.${field}`;

/** `Promise.race(…)` and `Promise.any(…)`: the first one to end is waited for. */
export const isRace = ({ callee }: Call, module: ModuleSummary): boolean =>
  /^Promise\.(?:race|any)$/.test(wordsOf(callee, module));

function note(
  expr: Expr,
  binding: string,
  into: Map<number, Set<string>>,
  depth: number,
  parts = heldParts,
): void {
  if (depth > maxDepth) return;
  if (expr.kind === 'call') into.set(expr.call, (into.get(expr.call) ?? new Set()).add(binding));
  for (const part of parts(expr)) note(part, binding, into, depth + 1, parts);
}

function reachedParts(expr: Expr): readonly Expr[] {
  if (expr.kind === 'await') return [expr.value];
  if (expr.kind === 'member') return [expr.object];
  return expr.kind === 'element' ? [expr.of] : heldParts(expr);
}

function heldParts(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'array':
      return expr.items.map(({ value }) => value);
    case 'object':
      return expr.entries.flatMap((entry) => (entry.kind === 'property' ? [entry.value] : []));
    case 'choice':
      return expr.options.map(({ value }) => value);
    case 'default':
    case 'and':
      return [expr.left, expr.right];
    case 'assigned':
    case 'type-cast':
      return [expr.value];
    default:
      return [];
  }
}

/** Variables, and fields of `this`, that an expression speaks of, through the variables and calls that it is made of. */
export function variablesIn(
  expr: Expr,
  module: ModuleSummary,
  into = new Set<string>(),
  depth = 0,
): Set<string> {
  if (depth > maxDepth) return into;
  const of = (part: Expr): unknown => variablesIn(part, module, into, depth + 1);
  switch (expr.kind) {
    case 'reference': {
      const base = baseBinding(expr.binding);
      if (into.has(base)) return into;
      into.add(base);
      const value = module.bindings[expr.binding]?.value;
      if (value) of(value);
      return into;
    }
    case 'await':
      // What is there now has been waited for.
      return into;
    case 'type-cast':
      of(expr.value);
      return into;
    case 'member':
      if (expr.object.kind === 'this' && expr.key.kind === 'literal')
        into.add(ofThis(String(expr.key.value)));
      of(expr.object);
      return into;
    case 'call': {
      const call = module.calls[expr.call];
      // A race is over with the first of them.
      if (call && isRace(call, module)) return into;
      if (call?.callee.kind === 'member') of(call.callee.object);
      for (const arg of call?.args ?? []) of(arg.value);
      return into;
    }
    case 'element':
      of(expr.of);
      return into;
    default:
      for (const part of heldParts(expr)) of(part);
      return into;
  }
}
