import { flatMap, map } from './alternatives.js';
import { invoke } from './call.js';
import { arrivals } from './decide.js';
import { evaluate, force } from './evaluate.js';
import { constructionOf } from './inheritance.js';
import type { Machine } from './machine.js';
import { madeMember } from './made-members.js';
import { instanceKey, storedIn, storedUnder, storeKey, storesOf } from './stores.js';
import {
  sure,
  type Alternatives,
  type FunctionValue,
  type InstanceValue,
  type Lazy,
  type Value,
} from './value.js';

/**
 * Constructor functions: fields are `this.x = …` in the function, methods are stores on its prototype.
 * Undefined when neither it nor its prototype has the member.
 */
export function functionInstanceMember(
  m: Machine,
  instance: InstanceValue,
  of: FunctionValue,
  name: string,
): Alternatives | undefined {
  const { module } = of.activation;
  const own = module.stores.filter(
    (s) =>
      s.target.kind === 'this' &&
      s.within === of.fn &&
      s.path.length === 1 &&
      s.path[0]?.kind === 'literal' &&
      s.path[0].value === name,
  );
  if (own.length > 0) {
    const construction = constructionOf(m, instance, of);
    const made =
      construction &&
      own.flatMap((s) =>
        flatMap(arrivals(m, s.guards ?? {}, construction), () => evaluate(m, s.value, construction)),
      );
    const later = storedIn(m, instance, of, name).flatMap((lazy) => readBy(m, lazy, instance));
    const set = later.length > 0 ? [...(made ?? []), ...later] : made;
    // What is set in some cases only is what the prototype has in the others.
    const others = own.every((s) => s.isConditional) ? prototypeMember(m, instance, of, name) : undefined;
    return others ? [...others, ...(set ?? [])] : set;
  }
  const made = madeMember(m, instance, of, name);
  return made ? readBy(m, made, instance) : prototypeMember(m, instance, of, name);
}

/** A member of the prototype of a class or constructor function, or one that other code sets. */
export function prototypeMember(
  m: Machine,
  instance: InstanceValue,
  of: InstanceValue['of'],
  name: string,
): Alternatives | undefined {
  const key = storeKey(of) ?? '';
  for (const store of storesOf(m, key)) {
    const [first, second, ...deeper] = store.path;
    if (first !== 'prototype' || deeper.length > 0) continue;
    if (second === name) return readBy(m, store.value, instance);
    if (second !== undefined) continue;
    const found = flatMap(force(m, store.value), (prototype): Alternatives => {
      const lazy = prototype.kind === 'object' ? prototype.props.get(name) : undefined;
      return lazy ? readBy(m, lazy, instance) : [];
    });
    if (found.length > 0) return found;
  }
  const stored = storedUnder(m, instanceKey(of), name);
  return stored.length > 0 ? stored.flatMap((s) => readBy(m, s, instance)) : undefined;
}

/** A member that was stored in an instance or its prototype, as the instance sees it. */
export function readBy(m: Machine, lazy: Lazy, instance: InstanceValue): Alternatives {
  if (lazy.kind !== 'getter') return withSelf(force(m, lazy), instance);
  const { fn, activation } = lazy;
  const getter: Value = { kind: 'function', fn, activation, self: sure(instance), bound: [] };
  return invoke(m, getter, [], undefined, activation, `getter${fn}`);
}

/** A function that is read as a member of an instance is its method. */
const withSelf = (values: Alternatives, instance: InstanceValue): Alternatives =>
  map(values, (v): Value => (v.kind === 'function' && !v.self ? { ...v, self: sure(instance) } : v));
