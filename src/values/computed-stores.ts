import type { Expr, FunctionIndex, ModuleSummary, Store } from '../model/module-summary.js';
import { decide } from './decide.js';
import { baseBinding, evaluate } from './evaluate.js';
import { holeFor } from './holes.js';
import { askAside, type Machine } from './machine.js';
import { overridden } from './overridden.js';
import { inRound } from './rounds.js';
import { callbackRuns, namedRuns, runsOf } from './runs.js';
import {
  lazyValue,
  noGuards,
  textOf,
  type Activation,
  type Alternatives,
  type HoleValue,
  type Lazy,
  type ObjectValue,
} from './value.js';

/**
 * An object with the members that stores under computed keys give it: in the runs of a callback,
 * `names.forEach((n) => { client[n] = (url) => send(n, url); })`, and, as one possibility, in those of a function that
 * others call, `set(key, value) { config[key] = value }`. A key that nobody knows may replace any member.
 */
export function withComputedStores(
  m: Machine,
  object: ObjectValue,
  variable: string,
  owner: Activation,
  runsOfWhom: 'own' | 'all' = 'all',
): ObjectValue {
  const stores = storesByVariable(owner.module).get(variable)?.filter(isComputed) ?? [];
  if (stores.length === 0) return object;
  const props = new Map<string, Lazy>(object.props);
  let unknown: HoleValue | undefined;
  for (const store of stores) {
    const [key] = store.path;
    if (!key) continue;
    const callbacks = callbackRuns(m, owner, store.within);
    const runs = callbacks.length > 0 ? callbacks : possibleRuns(m, owner, store.within, runsOfWhom);
    if (runs.length === 0) unknown ??= unknownEntry(m, store, owner, owner);
    for (const round of runs.flatMap((run) => roundsByKey(m, key, run))) {
      const name = onlyName(evaluate(m, key, round));
      const isSure = callbacks.length > 0 && arrives(m, store, round);
      if (isSure === undefined) continue;
      const value: Lazy = { kind: 'expr', expr: store.value, activation: round };
      const old = isSure || name === undefined ? undefined : props.get(name);
      if (name !== undefined) props.set(name, old ? either(old, value) : value);
      else unknown ??= unknownEntry(m, store, round, owner);
    }
  }
  return unknown ? { ...object, props: overridden(props, unknown), open: unknown } : { ...object, props };
}

/** The runs of a function that others call: those that the owner's own run shows, and what calls elsewhere make. */
function possibleRuns(
  m: Machine,
  owner: Activation,
  fn: FunctionIndex,
  ofWhom: 'own' | 'all',
): readonly Activation[] {
  const own = namedRuns(m, owner, fn);
  if (ofWhom === 'own') return own;
  const shown = new Set(own.map(({ from }) => from?.call));
  return [...own, ...callsOf(m, owner.module, fn).filter(({ from }) => !shown.has(from?.call))];
}

/** Whether control surely comes to a store or another place; undefined where it surely doesn't. */
export function arrives(m: Machine, { guards }: Pick<Store, 'guards'>, run: Activation): boolean | undefined {
  const branches = Object.entries(guards ?? {});
  const taken = branches.map(([test, branch]) =>
    decide(m, test, run).map((d) => d.value === branch || d.value),
  );
  if (taken.some((ways) => ways.every((way) => typeof way === 'string'))) return undefined;
  return taken.every((ways) => ways.every((way) => way === true));
}

/** A store in a loop runs once for each element that its key is made of. */
export function roundsByKey(m: Machine, key: Expr, run: Activation): readonly Activation[] {
  const element = elementIn(key, run);
  if (!element) return [run];
  return evaluate(m, element, run).map((a) => inRound(m, run, element.test, lazyValue(a.value)));
}

function elementIn(expr: Expr, run: Activation): Extract<Expr, { kind: 'element' }> | undefined {
  if (expr.kind === 'element') return expr;
  if (expr.kind === 'member') return elementIn(expr.object, run);
  const made = expr.kind === 'reference' ? run.module.bindings[expr.binding] : undefined;
  return made?.within === run.fn ? elementIn(made.value, run) : undefined;
}

/** What stands for all that a store under an unknown key may set. Where a parameter holds it, its callers say more. */
function unknownEntry(m: Machine, store: Store, run: Activation, owner: Activation): HoleValue {
  const held = evaluate(m, store.value, run).flatMap((a) =>
    a.value.kind === 'hole' ? (a.value.origin ?? []) : [],
  );
  return { ...holeFor('dynamic-key', store.target, owner), ...(held[0] ? { origin: held[0] } : {}) };
}

const callsOf = (m: Machine, module: ModuleSummary, fn: FunctionIndex): readonly Activation[] =>
  askAside(m, () => runsOf(m, module, fn)).filter((a) => a.args !== undefined);

const onlyName = (names: Alternatives): string | undefined =>
  names.length === 1 && names[0] ? textOf(names[0].value) : undefined;

const either = (...options: readonly Lazy[]): Lazy => ({
  kind: 'either',
  options: options.map((value) => ({ value, guards: noGuards })),
});

const indexes = new WeakMap<ModuleSummary, ReadonlyMap<string, readonly Store[]>>();

const isComputed = ({ path: [key] }: Store): boolean => key?.kind !== 'literal';

/** Stores of one member of what a variable holds, by variable. */
export function storesByVariable(module: ModuleSummary): ReadonlyMap<string, readonly Store[]> {
  const known = indexes.get(module);
  if (known) return known;
  const index = new Map<string, Store[]>();
  for (const store of module.stores) {
    if (store.target.kind !== 'reference' || store.path.length !== 1) continue;
    const variable = baseBinding(store.target.binding);
    index.set(variable, [...(index.get(variable) ?? []), store]);
  }
  indexes.set(module, index);
  return index;
}
