import type { At, ClassMember } from '../model/module-summary.js';
import { map, under } from './alternatives.js';
import { assignedMember, notAssigned } from './assigned-members.js';
import { invoke } from './call.js';
import { isBeingFound, whileFinding } from './circles.js';
import { isComponentBase, propsOf } from './component-props.js';
import { force } from './evaluate.js';
import { changedField } from './field-changes.js';
import { fieldValue, isGiven } from './field-value.js';
import { functionInstanceMember, prototypeMember, readBy } from './function-instance.js';
import { oneGuard } from './guards.js';
import { hole } from './holes.js';
import { classChain, passedOutside } from './inheritance.js';
import { classKey, functionKey, identity, isCalledForEffect, type Machine } from './machine.js';
import { keptFields } from './kept-fields.js';
import { madeAlike } from './made-alike.js';
import { madeMember } from './made-members.js';
import { asMade, beingMade, fieldDecision, ownField } from './own-fields.js';
import { storedIn } from './stores.js';
import { castHole } from './types.js';
import {
  spanIn,
  sure,
  type Activation,
  type Alternatives,
  type Argument,
  type ClassValue,
  type FunctionValue,
  type HoleValue,
  type InstanceValue,
  type Value,
} from './value.js';

/** Makes (or finds again) the instance that one `new` expression gives. */
export function construct(
  m: Machine,
  of: ClassValue | FunctionValue,
  args: readonly Argument[] | undefined,
  from: Activation['from'],
): InstanceValue {
  const base =
    of.kind === 'class' ? classKey(of.activation.module, of.cls) : functionKey(of.activation.module, of.fn);
  const key = `${of.kind}:${base}|${of.activation.id}|${from ? `${from.activation.id}/${from.index}` : 'root'}`;
  const known = m.instances.get(key);
  if (known) return known;
  const instance: InstanceValue = {
    kind: 'instance',
    of,
    args,
    from,
    constructions: new Map(),
    props: new Map(),
    isRoot: args === undefined,
  };
  m.instances.set(key, instance);
  return instance;
}

export function instanceMember(
  m: Machine,
  instance: InstanceValue,
  name: string,
  activation: Activation,
  at: At,
): Alternatives {
  const own = instance.props.get(name);
  if (own) return force(m, own);
  const assigned = ownField(m, instance, name);
  if (assigned) return assigned;
  return changedField(
    m,
    asMade(instance.original ?? instance),
    name,
    declaredMember(m, instance, name, activation, at),
    activation,
  );
}

/** A member as the classes declare it and the constructors set it. */
function declaredMember(
  m: Machine,
  instance: InstanceValue,
  name: string,
  activation: Activation,
  at: At,
): Alternatives {
  const self = instance.original ?? instance;
  if (name === 'constructor') return sure(self.of);
  let declared: ClassMember | undefined;
  let declaredIn: ClassValue | undefined;
  let assigned: HoleValue | undefined;
  let isOptional = false;
  for (const cls of classChain(m, instance.lookFrom ?? instance.of)) {
    if (cls.kind === 'function') {
      const found = functionInstanceMember(m, self, cls, name);
      if (found) return found;
      const { values, unknown } = assignedMember(m, self, cls, name);
      if (values.length > 0) return values;
      assigned ??= unknown;
      continue;
    }
    if (cls.kind !== 'class') {
      const isProps = name === 'props' && cls.kind === 'external' && isComponentBase(cls);
      return (isProps && propsOf(m, self)) || inheritedFromOutside(m, self, cls, name, activation, at);
    }
    const members = cls.summary.members.filter(
      (x) => x.key === name && x.isStatic !== true && x.kind !== 'setter' && x.isAbstract !== true,
    );
    const isInitial = members.every((x) => x.kind === 'field' && !x.isAssigned);
    const { values, unknown } = isInitial ? assignedMember(m, self, cls, name) : notAssigned;
    if (values.length > 0) return values;
    const found = memberValuesOnce(m, self, cls, members, name, activation);
    if (found.length > 0)
      return unknown ? [...found, ...sure<Value>({ ...unknown, isReplacement: true })] : found;
    assigned ??= unknown;
    const made = madeMember(m, self, cls, name);
    const others = made ? readBy(m, made, self) : prototypeMember(m, self, cls, name);
    if (others) return others;
    declared ??= cls.summary.members.find((x) => x.key === name && x.type !== undefined);
    isOptional ||= members.some((x) => x.optional === true);
    if (declared?.type && !declaredIn) declaredIn = cls;
  }
  if (assigned) return sure(assigned);
  const missing = { ...hole(self.isRoot ? 'parameter' : 'runtime', name, activation.module, at) };
  const origin = self.isRoot ? { origin: { activation, parameter: 'this' as const } } : {};
  const isUnset = !self.isRoot && !declared;
  const unknown: HoleValue = {
    ...missing,
    ...origin,
    ...(isUnset ? { isUnset: true } : {}),
    ...(isOptional ? { isOmittable: true } : {}),
  };
  if (declared?.type && declaredIn)
    return castHole(m, unknown, { ref: declared.type, module: declaredIn.activation.module }, activation);
  return sure(unknown);
}

function memberValuesOnce(
  m: Machine,
  instance: InstanceValue,
  cls: ClassValue,
  members: readonly ClassMember[],
  name: string,
  reader: Activation,
): Alternatives {
  if (members.length === 0) return [];
  const key = `${identity(m, asMade(instance))}:${classKey(cls.activation.module, cls.cls)}.${name}`;
  const isOwn = isOwnConstructor(cls, reader);
  const before = (): Alternatives => {
    const held = heldBefore(m, instance, cls, members, name, reader);
    // What the class above has made of it, a constructor finds there.
    if (held.length > 0 || (isOwn && cls.summary.extends !== undefined)) return held;
    return sure(hole('mutated', name, cls.activation.module, members[0]?.at ?? [0, 0]));
  };
  if (isOwn && isBeingFound(m, beingMade(m, instance, name))) return before();
  return whileFinding(m, key, () => memberValues(m, instance, cls, members, reader), before);
}

/**
 * What a field is where an assignment to it asks for it: what it was assigned before, `this.client = limited(this.client)`,
 * or what a constructor that hasn't assigned it yet finds declared.
 */
function heldBefore(
  m: Machine,
  instance: InstanceValue,
  cls: ClassValue,
  members: readonly ClassMember[],
  name: string,
  reader: Activation,
): Alternatives {
  const assigned = instance.assigned?.get(name);
  if (assigned) return force(m, assigned);
  const isLooped = members.some(({ under: around }) => around?.frames.some(({ kind }) => kind === 'loop'));
  if (isLooped || !isOwnConstructor(cls, reader)) return [];
  const declared = members.filter((field) => isGiven(field) && !field.isAssigned);
  return declared.flatMap((field) => fieldValue(m, asMade(instance), cls, field, reader));
}

const isOwnConstructor = (cls: ClassValue, reader: Activation): boolean =>
  reader.fn === cls.summary.constructorFn && reader.module === cls.activation.module;

/** What a builder's method sets goes with the instance that it gives back, unless it is called for its effect. */
function isBuilderField(m: Machine, cls: ClassValue, field: ClassMember): boolean {
  const fn = field.within === undefined ? undefined : cls.activation.module.functions[field.within];
  return (
    fn !== undefined &&
    fn.returns.length > 0 &&
    fn.returns.every((r) => r.value.kind === 'this') &&
    !isCalledForEffect(m, fn.name)
  );
}

/** What other methods assign is possible beside what the constructor leaves. */
function memberValues(
  m: Machine,
  instance: InstanceValue,
  cls: ClassValue,
  members: readonly ClassMember[],
  reader: Activation,
): Alternatives {
  const method = members.find((x) => x.kind === 'method');
  if (method?.fn !== undefined)
    return sure({
      kind: 'function',
      fn: method.fn,
      activation: cls.activation,
      self: sure(instance),
      bound: [],
    });
  const getter = members.find((x) => x.kind === 'getter');
  if (getter?.fn !== undefined) {
    const fn: Value = {
      kind: 'function',
      fn: getter.fn,
      activation: cls.activation,
      self: sure(instance),
      bound: [],
    };
    return invoke(m, fn, [], sure(instance), cls.activation, `getter${getter.fn}`);
  }
  const made = asMade(instance);
  const fields = members.filter(isGiven);
  const inConstructor = fields.filter((f) => f.isAssigned && f.within === cls.summary.constructorFn);
  const declared = fields.filter((f) => !f.isAssigned);
  const elsewhere = fields.filter(
    (f) =>
      f.isAssigned &&
      f.within !== cls.summary.constructorFn &&
      (instance.isRoot || !isBuilderField(m, cls, f)),
  );
  const standing = keptFields(m, made, cls, declared, inConstructor, reader);
  const isAlone = standing.length + elsewhere.length === 1;
  const test = fieldDecision(m, made, members[0]?.key ?? '');
  // Read twice, a field that is set in several places holds the same of their values.
  const told = (field: ClassMember, found: Alternatives): Alternatives =>
    isAlone ? found : under(found, oneGuard(test, String(field.at[0])));
  const given = [
    ...standing.flatMap(({ field, values, leftAlone }) => under(told(field, values), leftAlone)),
    ...elsewhere.flatMap((field) => told(field, fieldValue(m, made, cls, field, reader))),
  ];
  const values = madeAlike(m, given);
  const grows = values.some((a) => a.value.kind === 'array' && a.value.open !== undefined);
  const stored = fields.length > 0 ? storedIn(m, made, cls, members[0]?.key ?? '') : [];
  const isEmpty = (v: Value): boolean =>
    v.kind === 'undefined' ||
    v.kind === 'null' ||
    (stored.length > 0 && v.kind === 'string' && v.parts.length === 0) ||
    (grows && v.kind === 'array' && v.items.length === 0 && !v.open);
  const changed = stored.flatMap((lazy, i) => under(readBy(m, lazy, made), oneGuard(test, `changed${i}`)));
  const useful = [...values, ...changed].filter((a) => !isEmpty(a.value));
  if (useful.length === 0) return values;
  return values.some(({ value }) => isEmpty(value) || isEmptyObject(value))
    ? map(useful, (value) => (value.kind === 'hole' ? { ...value, isOmittable: true } : value))
    : useful;
}

/** `options = {}` of an object on which nobody sets any. */
const isEmptyObject = (value: Value): boolean =>
  value.kind === 'object' && value.props.size === 0 && !value.open && value.builtin === undefined;

/** `class X extends RESTDataSource`: the member is one of an object that the package makes. */
function inheritedFromOutside(
  m: Machine,
  instance: InstanceValue,
  base: Value,
  name: string,
  activation: Activation,
  at: At,
): Alternatives {
  if (base.kind !== 'external') return sure(hole('external', name, activation.module, at));
  const args = instance.isRoot ? [] : (passedOutside(m, instance)?.args ?? []);
  return sure({
    ...base,
    steps: [
      ...base.steps,
      { kind: 'new', args, at: spanIn(activation.module, at), call: undefined },
      { kind: 'member', name },
    ],
  });
}
