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

const maxDepth = 8;

const ofThis = (field: string): string => `this.${field}`;

/** `Promise.race(…)` and `Promise.any(…)`: the first one to end is waited for. */
export const isRace = ({ callee }: Call, module: ModuleSummary): boolean =>
  /^Promise\.(?:race|any)$/.test(wordsOf(callee, module));

function note(expr: Expr, binding: string, into: Map<number, Set<string>>, depth: number): void {
  if (depth > maxDepth) return;
  if (expr.kind === 'call') into.set(expr.call, (into.get(expr.call) ?? new Set()).add(binding));
  for (const part of heldParts(expr)) note(part, binding, into, depth + 1);
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
