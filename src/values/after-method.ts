import { evaluate } from './evaluate.js';
import { hole } from './holes.js';
import type { Machine } from './machine.js';
import { setBy, type SetMember } from './set-members.js';
import { sure, textOf, type Activation, type InstanceValue, type Lazy, type Value } from './value.js';

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
