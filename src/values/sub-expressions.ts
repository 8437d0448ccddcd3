import type { Expr, FunctionIndex, FunctionSummary, ModuleSummary } from '../model/module-summary.js';

/** The values directly inside of an expression; functions, classes and calls stand for themselves. */
export function valuesIn(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'concat':
      return expr.parts;
    case 'plus':
    case 'default':
    case 'and':
      return [expr.left, expr.right];
    case 'operator':
      return expr.operands;
    case 'member':
      return [expr.object];
    case 'object':
      return expr.entries.flatMap((e) => (e.kind === 'getter' ? [] : [e.value]));
    case 'array':
      return expr.items.map((item) => item.value);
    case 'choice':
      return expr.options.map((o) => o.value);
    case 'await':
    case 'kept':
    case 'type-cast':
      return [expr.value];
    case 'assigned':
      return [expr.target, expr.value];
    case 'element':
    case 'rest':
      return [expr.of];
    default:
      return [];
  }
}

/** What else an expression is made of: keys, the names of modules, and functions that it calls. */
function othersIn(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'member':
      return [expr.key];
    case 'object':
      return expr.entries.flatMap((e) => (e.kind === 'spread' ? [] : [e.key]));
    case 'assigned':
      return expr.path;
    case 'import':
      return [expr.module];
    case 'invoke':
      return [expr.fn];
    default:
      return [];
  }
}

/** All that stands directly inside of an expression. */
export const partsIn = (expr: Expr): readonly Expr[] => [...valuesIn(expr), ...othersIn(expr)];

/** What a function itself says, without its calls: what it gives back, and what its parameters are by default. */
export const ofFunction = ({ returns, yields, parameters }: FunctionSummary): readonly Expr[] => [
  ...returns.map((r) => r.value),
  ...yields.map((y) => y.value),
  ...parameters.flatMap((p) => p.default ?? []),
];

/** Calls `visit` with every expression of a module's variables, exports, calls, stores, results and fields. */
export function eachExpression(module: ModuleSummary, visit: (expr: Expr) => void): void {
  const left: Expr[] = [
    ...Object.values(module.bindings).map((b) => b.value),
    ...module.exports.flatMap((e) => ('value' in e ? [e.value] : [])),
    ...module.calls.flatMap((c) => [c.callee, ...c.args.map((a) => a.value)]),
    ...module.stores.flatMap((s) => [s.target, s.value]),
    ...module.functions.flatMap(ofFunction),
    ...module.classes.flatMap((c) => c.members.flatMap((x) => x.value ?? [])),
  ];
  for (let expr = left.pop(); expr; expr = left.pop()) {
    visit(expr);
    left.push(...partsIn(expr));
  }
}

const users = new WeakMap<ModuleSummary, ReadonlySet<FunctionIndex>>();

/** The functions of a module whose own `this` is used, in them or in arrows that stand in them. */
export function usesThis(module: ModuleSummary): ReadonlySet<FunctionIndex> {
  const known = users.get(module);
  if (known) return known;
  const places: number[] = [];
  eachExpression(module, (expr) => {
    if (expr.kind === 'this') places.push(expr.at[0]);
  });
  places.sort((a, b) => a - b);
  const found = new Set<FunctionIndex>();
  module.functions.forEach(({ kind, at: [start, end] }, fn) => {
    if (fn === 0 || kind === 'arrow') return;
    const at = firstFrom(places, start);
    const place = places[at];
    if (place !== undefined && place < end) found.add(fn);
  });
  users.set(module, found);
  return found;
}

/** The index of the first of some sorted numbers that isn't less than another one. */
function firstFrom(sorted: readonly number[], least: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
