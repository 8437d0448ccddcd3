import type { At } from '../model/module-summary.js';
import { map } from './alternatives.js';
import { invoke } from './call.js';
import { evaluate, force } from './evaluate.js';
import { hole } from './holes.js';
import { classChain } from './inheritance.js';
import { construct } from './instance.js';
import { enter, type Machine } from './machine.js';
import { storedUnder, storeKey } from './stores.js';
import {
  stringValue,
  sure,
  type Activation,
  type Alternatives,
  type ClassValue,
  type FunctionValue,
  type Value,
} from './value.js';

/** Static members, inherited ones too. */
export function classMember(
  m: Machine,
  cls: ClassValue,
  name: string,
  activation: Activation,
  at: At,
): Alternatives {
  if (name === 'prototype') return sure(construct(m, cls, undefined, undefined));
  for (const c of classChain(m, cls)) {
    if (c.kind === 'external') return sure({ ...c, steps: [...c.steps, { kind: 'member', name }] });
    if (c.kind !== 'class') continue;
    const found = staticValues(m, cls, c, name);
    if (found.length > 0) return found;
    const stored = storedUnder(m, storeKey(c) ?? '', name);
    if (stored.length > 0) return stored.flatMap((s) => force(m, s));
  }
  if (name === 'name') return sure(stringValue(cls.summary.name));
  return sure(hole('runtime', `${cls.summary.name}.${name}`, activation.module, at));
}

function staticValues(m: Machine, self: ClassValue, owner: ClassValue, name: string): Alternatives {
  const members = owner.summary.members.filter(
    (x) => x.key === name && x.isStatic === true && x.kind !== 'setter',
  );
  const fn = members.find((x) => x.fn !== undefined);
  if (fn?.fn !== undefined) {
    const value: FunctionValue = {
      kind: 'function',
      fn: fn.fn,
      activation: owner.activation,
      self: sure(self),
      bound: [],
    };
    return fn.kind === 'getter'
      ? invoke(m, value, [], sure(self), owner.activation, `getter${fn.fn}`)
      : sure(value);
  }
  return members.flatMap((field) => {
    if (!field.value || field.value.kind === 'undefined' || field.within === undefined) return [];
    const { module } = owner.activation;
    const activation = enter(m, {
      module,
      fn: field.within,
      parent: owner.activation,
      args: undefined,
      self: sure(self),
      from: undefined,
    });
    const home = `${module.file}#${owner.summary.name}.${field.key}`;
    return map(evaluate(m, field.value, activation), (value): Value =>
      (value.kind === 'object' || value.kind === 'external') && value.home === undefined
        ? { ...value, home }
        : value,
    );
  });
}

export function functionMember(
  m: Machine,
  fn: FunctionValue,
  name: string,
  activation: Activation,
  at: At,
): Alternatives {
  if (name === 'call' || name === 'apply' || name === 'bind')
    return sure({ kind: 'method', receiver: fn, name });
  if (name === 'prototype') return sure(construct(m, fn, undefined, undefined));
  const stored = storedUnder(m, storeKey(fn) ?? '', name);
  if (stored.length > 0) return stored.flatMap((s) => force(m, s));
  if (name === 'name') return sure(stringValue(fn.activation.module.functions[fn.fn]?.name ?? ''));
  return sure(name === 'default' ? fn : hole('runtime', name, activation.module, at));
}
