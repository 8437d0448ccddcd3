import type { At } from '../model/module-summary.js';
import { flatMap, map } from './alternatives.js';
import { evaluate, force } from './evaluate.js';
import { hole } from './holes.js';
import { enter, type Machine } from './machine.js';
import { storedUnder, storeKey, storesOf } from './stores.js';
import {
  sure,
  type Activation,
  type Alternatives,
  type FunctionValue,
  type InstanceValue,
  type Value,
} from './value.js';

/** Constructor functions: fields are `this.x = …` in the function, methods are stores on its prototype. */
export function functionInstanceMember(
  m: Machine,
  instance: InstanceValue,
  of: FunctionValue,
  name: string,
  activation: Activation,
  at: At,
): Alternatives {
  const { module } = of.activation;
  const construction = enter(m, {
    module,
    fn: of.fn,
    parent: of.activation,
    args: instance.args,
    self: sure(instance),
    from: instance.from,
  });
  const own = module.stores.filter(
    (s) =>
      s.target.kind === 'this' &&
      s.within === of.fn &&
      s.path.length === 1 &&
      s.path[0]?.kind === 'literal' &&
      s.path[0].value === name,
  );
  if (own.length > 0) return own.flatMap((s) => evaluate(m, s.value, construction));
  const key = storeKey(of) ?? '';
  for (const store of storesOf(m, key)) {
    const [first, second, ...deeper] = store.path;
    if (first !== 'prototype' || deeper.length > 0) continue;
    if (second === name)
      return map(force(m, store.value), (value) =>
        value.kind === 'function' ? { ...value, self: sure(instance) } : value,
      );
    if (second !== undefined) continue;
    const found = flatMap(force(m, store.value), (prototype): Alternatives => {
      const lazy = prototype.kind === 'object' ? prototype.props.get(name) : undefined;
      return lazy
        ? map(force(m, lazy), (v) => (v.kind === 'function' ? { ...v, self: sure<Value>(instance) } : v))
        : [];
    });
    if (found.length > 0) return found;
  }
  const stored = storedUnder(m, storeKey(instance) ?? '', name);
  if (stored.length > 0) return stored.flatMap((s) => force(m, s));
  return sure(hole('runtime', name, activation.module, at));
}
