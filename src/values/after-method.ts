import type { Expr, FunctionIndex, ModuleSummary } from '../model/module-summary.js';
import { evaluate } from './evaluate.js';
import { hole } from './holes.js';
import type { Machine } from './machine.js';
import { sure, textOf, type Activation, type InstanceValue, type Lazy, type Value } from './value.js';

/** A member of `this` that a function sets. The key is an expression where it is computed. */
interface SetMember {
  readonly key: string | Expr;
  readonly value: Expr;
}

/** A method that gives back its own instance: the instance with the fields that the method sets, as builders have them. */
export function afterMethod(m: Machine, value: Value, activation: Activation): Value {
  const self = activation.self?.[0]?.value;
  if (value.kind !== 'instance' || value !== self || value.isRoot) return value;
  if (activation.summary.kind === 'constructor') return value;
  const set = setBy(activation.module).get(activation.fn) ?? [];
  return set.reduce<InstanceValue>((instance, member) => withMember(m, instance, member, activation), value);
}

function withMember(
  m: Machine,
  instance: InstanceValue,
  { key, value }: SetMember,
  activation: Activation,
): InstanceValue {
  const lazy: Lazy = { kind: 'expr', expr: value, activation };
  const names = typeof key === 'string' ? [key] : evaluate(m, key, activation).map((a) => textOf(a.value));
  const [name] = names;
  const props = new Map(instance.props);
  if (names.length === 1 && name !== undefined) props.set(name, lazy);
  // Under an unknown key, any of the members that earlier calls set may be another one now.
  else for (const known of props.keys()) props.set(known, unknownMember(known, activation));
  return { ...instance, props };
}

const unknownMember = (name: string, { module, summary }: Activation): Lazy => ({
  kind: 'values',
  values: sure(hole('mutated', name, module, summary.at)),
});

const indexes = new WeakMap<ModuleSummary, ReadonlyMap<FunctionIndex, readonly SetMember[]>>();

/** The members of `this` that each function of a module sets: fields of classes, and stores. */
function setBy(module: ModuleSummary): ReadonlyMap<FunctionIndex, readonly SetMember[]> {
  const known = indexes.get(module);
  if (known) return known;
  const index = new Map<FunctionIndex, SetMember[]>();
  const add = (fn: FunctionIndex, member: SetMember): void =>
    void index.set(fn, [...(index.get(fn) ?? []), member]);
  for (const { members } of module.classes)
    for (const x of members)
      if (x.isAssigned && !x.isStatic && x.value && x.within !== undefined)
        add(x.within, { key: x.key, value: x.value });
  for (const { target, path, value, within } of module.stores) {
    const [key, ...deeper] = path;
    if (target.kind !== 'this' || !key || deeper.length > 0) continue;
    add(within, { key: key.kind === 'literal' ? String(key.value) : key, value });
  }
  indexes.set(module, index);
  return index;
}
