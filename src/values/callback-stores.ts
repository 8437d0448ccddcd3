import type { ModuleSummary, Store } from '../model/module-summary.js';
import { evaluate } from './evaluate.js';
import type { Machine } from './machine.js';
import { callbackRuns } from './runs.js';
import { textOf, type Activation, type Lazy, type ObjectValue } from './value.js';

/** `names.forEach((n) => { client[n] = (url) => send(n, url); })`: the object with the members that the callback's runs give it. */
export function withCallbackStores(
  m: Machine,
  object: ObjectValue,
  variable: string,
  owner: Activation,
): ObjectValue {
  const stores = computedStores(owner.module).get(variable);
  if (!stores) return object;
  const props = new Map<string, Lazy>(object.props);
  for (const store of stores) {
    const [key] = store.path;
    for (const run of key ? callbackRuns(m, owner, store.within) : []) {
      const names = key ? evaluate(m, key, run) : [];
      const name = names.length === 1 && names[0] ? textOf(names[0].value) : undefined;
      if (name !== undefined) props.set(name, { kind: 'expr', expr: store.value, activation: run });
    }
  }
  return { ...object, props };
}

const indexes = new WeakMap<ModuleSummary, ReadonlyMap<string, readonly Store[]>>();

/** Stores under keys that are no literals to variables of a function around, by variable. */
function computedStores(module: ModuleSummary): ReadonlyMap<string, readonly Store[]> {
  const known = indexes.get(module);
  if (known) return known;
  const index = new Map<string, Store[]>();
  for (const store of module.stores) {
    const [key, ...deeper] = store.path;
    if (store.target.kind !== 'reference' || !key || key.kind === 'literal' || deeper.length > 0) continue;
    const variable = store.target.binding.split(/[#~]/)[0] ?? '';
    index.set(variable, [...(index.get(variable) ?? []), store]);
  }
  indexes.set(module, index);
  return index;
}
