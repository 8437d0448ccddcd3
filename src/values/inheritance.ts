import type { FunctionIndex } from '../model/module-summary.js';
import { evaluate, force } from './evaluate.js';
import { callable } from './imports.js';
import { classKey, enter, functionKey, type Machine } from './machine.js';
import { inheritsFrom } from './object-changes.js';
import { storeKey, storesOf } from './stores.js';
import {
  entryOf,
  sure,
  type Activation,
  type Argument,
  type ClassValue,
  type ExternalValue,
  type FunctionValue,
  type InstanceValue,
  type Value,
} from './value.js';

/** What a class extends: a class of the project, a constructor function, or something external. */
export function superOf(m: Machine, cls: ClassValue): Value | undefined {
  if (!cls.summary.extends) return undefined;
  const [base] = evaluate(m, cls.summary.extends, cls.activation);
  return base && callable(m, base.value)[0]?.value;
}

/** What a constructor function inherits from: `util.inherits(F, Base)`, `F.prototype = Object.create(Base.prototype)`. */
function superOfFunction(m: Machine, fn: FunctionValue): Value | undefined {
  for (const { path, value } of storesOf(m, storeKey(fn) ?? '')) {
    const [first, second] = path;
    if (second !== undefined || (first !== inheritsFrom && first !== 'prototype')) continue;
    const [base] = force(m, value);
    if (first === inheritsFrom) return base && callable(m, base.value)[0]?.value;
    if (base?.value.kind === 'instance' && base.value.of !== fn) return base.value.of;
  }
  return undefined;
}

/** Mixins make chains as long as their list: `class Client extends compose(...mixins)(Base)`. */
const mostClasses = 64;

/** The classes from the most derived one up. The last one may be external. */
export function classChain(m: Machine, from: Value): Value[] {
  const chain: Value[] = [];
  let current: Value | undefined = from;
  while (current && chain.length < mostClasses) {
    chain.push(current);
    current =
      current.kind === 'class'
        ? superOf(m, current)
        : current.kind === 'function'
          ? superOfFunction(m, current)
          : undefined;
  }
  return chain;
}

/** Whether something is a class with a constructor of its own. */
export const hasConstructor = (
  value: Value,
): value is ClassValue & { readonly summary: { readonly constructorFn: FunctionIndex } } =>
  value.kind === 'class' && value.summary.constructorFn !== undefined;

type Maker = ClassValue | FunctionValue;

const makerKey = (of: Maker): string =>
  of.kind === 'class'
    ? classKey(of.activation.module, of.cls)
    : `fn:${functionKey(of.activation.module, of.fn)}`;

/** The run of a class's constructor that made an instance; a derived class passes arguments through `super(…)`. */
export function constructionOf(m: Machine, instance: InstanceValue, of: Maker): Activation | undefined {
  const key = makerKey(of);
  const known = instance.constructions.get(key);
  if (known) return known;
  const passed = argumentsFor(m, instance, of);
  const fn = of.kind === 'class' ? of.summary.constructorFn : of.fn;
  if (fn === undefined) return undefined;
  const activation = enter(m, {
    module: of.activation.module,
    fn,
    parent: of.activation,
    args: passed.args,
    self: sure(instance.asMade ?? instance),
    from: passed.from,
  });
  instance.constructions.set(key, activation);
  return activation;
}

interface Passed {
  readonly args: readonly Argument[] | undefined;
  readonly from: Activation['from'];
}

function argumentsFor(m: Machine, instance: InstanceValue, of: Maker): Passed {
  const own: Passed = { args: instance.args, from: instance.from };
  const chain = classChain(m, instance.of);
  const key = makerKey(of);
  const at = chain.findIndex((c) => isMaker(c) && makerKey(c) === key);
  const derived = chain[at - 1];
  return at <= 0 || !derived || !isMaker(derived) ? own : passedUp(m, instance, derived, key);
}

/** What the constructor of a class passes to the one above it, whose key a function needs to know its call. */
function passedUp(m: Machine, instance: InstanceValue, derived: Maker, above = ''): Passed {
  if (derived.kind === 'class' && derived.summary.constructorFn === undefined)
    return argumentsFor(m, instance, derived);
  const construction = constructionOf(m, instance, derived);
  const passed = construction && (derived.kind === 'class' ? superCall : baseCall)(m, construction, above);
  return passed ?? { args: undefined, from: undefined };
}

/** What the classes of an instance pass to the class from outside of the project that they end in. */
export function passedOutside(
  m: Machine,
  instance: InstanceValue,
): { readonly base: ExternalValue; readonly args: readonly Argument[] } | undefined {
  const [derived, base] = classChain(m, instance.of).slice(-2);
  if (base?.kind !== 'external' || derived?.kind !== 'class') return undefined;
  const { args } = passedUp(m, instance, derived);
  return args && { base, args };
}

const isMaker = (value: Value): value is Maker => value.kind === 'class' || value.kind === 'function';

/** `super(…)` in a constructor. */
function superCall(_: Machine, construction: Activation): Passed | undefined {
  const { calls } = construction.module;
  const index = calls.findIndex((c) => c.callee.kind === 'super' && c.within === construction.fn);
  const call = calls[index];
  return (
    call && {
      args: call.args.map((a) => entryOf(a, construction)),
      from: { call, index, activation: construction },
    }
  );
}

/** `Base.call(this, …)` and `Base.apply(this, list)` in a constructor function. */
function baseCall(m: Machine, construction: Activation, base: string): Passed | undefined {
  const { calls } = construction.module;
  for (const [index, call] of calls.entries()) {
    const { callee } = call;
    if (call.within !== construction.fn || callee.kind !== 'member' || callee.key.kind !== 'literal')
      continue;
    if (callee.key.value !== 'call' && callee.key.value !== 'apply') continue;
    const [target] = evaluate(m, callee.object, construction);
    const fn = target && callable(m, target.value)[0]?.value;
    if (!fn || !isMaker(fn) || makerKey(fn) !== base) continue;
    const [, ...args] = call.args.map((a) => entryOf(a, construction));
    const list = callee.key.value === 'call' ? args : args.slice(0, 1).map((a) => ({ ...a, spread: true }));
    return { args: list, from: { call, index, activation: construction } };
  }
  return undefined;
}
