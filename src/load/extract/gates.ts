import type { Call, Expr, FunctionIndex, ModuleSummary } from '../../model/module-summary.js';
import { baseBinding } from '../../values/evaluate.js';
import { valuesIn } from '../../values/sub-expressions.js';
import type { Activation } from '../../values/value.js';
import { valuesOf } from './reader.js';
import { atAnyTime } from './run.js';
import type { Term } from '../term.js';
import { nothing } from '../term.js';
import type { Walker } from './walker.js';
import { goesOnOneByOne } from './turns.js';
import { wordsOf } from './words.js';

/**
 * `new Promise((resolve) => waiting.push(resolve))`: a promise whose end is kept for others, who say when all that waits
 * for it goes on.
 */
export function isGate(module: ModuleSummary, call: Call | undefined): boolean {
  const { kind, callee, args: [executor] = [] } = call ?? {};
  if (kind !== 'new' || callee?.kind !== 'global' || callee.name !== 'Promise') return false;
  if (call === undefined || executor?.value.kind !== 'function') return false;
  return keptEnds(module).has(executor.value.fn) && !goesOnOneByOne(module, call);
}

/** What a call of `then` waits for. */
export const heldAt = (w: Walker, { callee }: Call, activation: Activation): Term =>
  callee.kind === 'member' && callee.key.kind === 'literal' && settles.test(String(callee.key.value))
    ? heldUntil(w, callee.object, activation)
    : nothing;

const settles = /^(?:then|catch|finally)$/;

/** What a run waits for that goes on with a promise which others settle; nothing where it is no such promise. */
export function heldUntil(w: Walker, expr: Expr, activation: Activation): Term {
  if (!mayBePromise(expr)) return nothing;
  return valuesOf(w, expr, activation).some((value) => {
    if (value.kind === 'external')
      return isWithResolvers(value.steps.map((s) => ('name' in s ? s.name : '')));
    if (value.kind !== 'hole' || value.name !== 'promise') return false;
    const { file, start } = value.at;
    const module = w.m.program.modules.get(file);
    return module?.calls.some((call) => call.at[0] === start && isGate(module, call)) ?? false;
  })
    ? atAnyTime
    : nothing;
}

const mayBePromise = ({ kind }: Expr): boolean => ['reference', 'member', 'choice', 'default'].includes(kind);

const isWithResolvers = (names: readonly string[]): boolean =>
  names[0] === 'Promise' && names[1] === 'withResolvers' && names.at(-1) === 'promise';

const made = new WeakMap<ModuleSummary, ReadonlySet<FunctionIndex>>();

/** Functions of a module that put one of their own parameters away, or a function that calls it. */
function keptEnds(module: ModuleSummary): ReadonlySet<FunctionIndex> {
  const known = made.get(module);
  if (known) return known;
  const keeping = new Set<FunctionIndex>();
  for (const expr of keptIn(module)) for (const fn of endsIn(module, expr)) keeping.add(fn);
  made.set(module, keeping);
  return keeping;
}

/** What is put where others find it: in variables of functions further out, in members, in collections. */
function keptIn(module: ModuleSummary): readonly Expr[] {
  return [
    ...Object.values(module.bindings).flatMap(({ value, assignedAt }) =>
      assignedAt !== undefined ? [value] : value.kind === 'assigned' ? [value.value] : [],
    ),
    ...module.stores.map(({ value }) => value),
    ...module.classes.flatMap(({ members }) =>
      members.flatMap(({ kind, value }) => (kind === 'field' && value ? [value] : [])),
    ),
    ...module.calls.flatMap(({ callee, args }) =>
      keeps.test(wordsOf(callee, module)) ? args.map(({ value }) => value) : [],
    ),
  ];
}

const keeps = /\.(?:push|unshift|add|set|enqueue|append)$/;

/** The functions whose parameters something is, or holds, or calls. */
function endsIn(module: ModuleSummary, expr: Expr, depth = 0): readonly FunctionIndex[] {
  if (depth > 4) return [];
  if (expr.kind === 'reference') {
    const value = module.bindings[baseBinding(expr.binding)]?.value;
    if (value?.kind === 'function') return endsIn(module, value, depth + 1);
    return value?.kind === 'parameter' ? [value.fn] : [];
  }
  if (expr.kind === 'parameter') return [expr.fn];
  if (expr.kind !== 'function') return valuesIn(expr).flatMap((part) => endsIn(module, part, depth + 1));
  const { at } = expr;
  // What it calls has parameters of its own.
  return module.calls
    .filter((call) => at[0] <= call.at[0] && call.at[1] <= at[1])
    .flatMap(({ callee, args }) => [callee, ...args.map(({ value }) => value)])
    .flatMap((part) => {
      const value = part.kind === 'reference' ? module.bindings[baseBinding(part.binding)]?.value : undefined;
      return value?.kind === 'parameter' ? [value.fn] : [];
    });
}
