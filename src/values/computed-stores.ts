import type { FunctionIndex, ModuleSummary, Store } from '../model/module-summary.js';
import { baseBinding, evaluate } from './evaluate.js';
import { holeFor } from './holes.js';
import { askAside, type Machine } from './machine.js';
import { overridden } from './overridden.js';
import { callbackRuns, runsOf } from './runs.js';
import {
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
): ObjectValue {
  const stores = computedStores(owner.module).get(variable);
  if (!stores) return object;
  const props = new Map<string, Lazy>(object.props);
  let unknown: HoleValue | undefined;
  for (const store of stores) {
    const [key] = store.path;
    if (!key) continue;
    const callbacks = callbackRuns(m, owner, store.within);
    const runs = callbacks.length > 0 ? callbacks : callsOf(m, owner.module, store.within);
    if (runs.length === 0) unknown ??= holeFor('dynamic-key', key, owner);
    for (const run of runs) {
      const name = onlyName(evaluate(m, key, run));
      const value: Lazy = { kind: 'expr', expr: store.value, activation: run };
      const old = callbacks.length > 0 || name === undefined ? undefined : props.get(name);
      if (name !== undefined) props.set(name, old ? either(old, value) : value);
      else unknown ??= holeFor('dynamic-key', key, owner);
    }
  }
  return { ...object, props: unknown ? overridden(props, unknown) : props };
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

/** Stores under keys that are no literals to variables of a function around, by variable. */
function computedStores(module: ModuleSummary): ReadonlyMap<string, readonly Store[]> {
  const known = indexes.get(module);
  if (known) return known;
  const index = new Map<string, Store[]>();
  for (const store of module.stores) {
    const [key, ...deeper] = store.path;
    if (store.target.kind !== 'reference' || !key || key.kind === 'literal' || deeper.length > 0) continue;
    const variable = baseBinding(store.target.binding);
    index.set(variable, [...(index.get(variable) ?? []), store]);
  }
  indexes.set(module, index);
  return index;
}
