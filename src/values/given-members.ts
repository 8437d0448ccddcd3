import type { Store } from '../model/module-summary.js';
import { storesByVariable, withComputedStores } from './computed-stores.js';
import type { Machine } from './machine.js';
import type { Activation, ExternalValue, Lazy, ObjectValue } from './value.js';

/**
 * An object of a package with the members that the function which holds it gives it, where a function inside gives it
 * some too: `client.read = …`, `names.forEach((name) => { client[name] = … })`. They are steps on the way to it. What
 * others may replace, as mocks do, stays what it is.
 */
export function withGivenMembers(
  m: Machine,
  object: ExternalValue,
  variable: string,
  owner: Activation,
): ExternalValue {
  const stores = storesByVariable(owner.module).get(variable);
  if (!stores) return object;
  const empty: ObjectValue = {
    kind: 'object',
    props: named(stores, variable, owner),
    open: undefined,
    home: undefined,
  };
  const { props } = withComputedStores(m, empty, variable, owner, 'own');
  const given = [...props].map(([name, value]) => ({ kind: 'assign' as const, path: [name], value }));
  return given.length === 0 ? object : { ...object, steps: [...object.steps, ...given] };
}

/** What stores under written names give. The last of several may be made of the one before it. */
function named(stores: readonly Store[], variable: string, owner: Activation): Map<string, Lazy> {
  const props = new Map<string, Lazy>();
  for (const store of stores) {
    const { path, value: expr, within, isConditional } = store;
    const [member] = path;
    if (member?.kind !== 'literal' || within !== owner.fn || isConditional) continue;
    const name = String(member.value);
    const value: Lazy = { kind: 'expr', expr, activation: owner };
    const before = props.get(name);
    const key = `${owner.id}:${variable}.${name}@${store.at[0]}`;
    props.set(name, before ? { kind: 'once', key, value, within: before } : value);
  }
  return props;
}
