import type { Call, CallIndex, ClassMember, Expr } from '../model/module-summary.js';
import { map, under } from './alternatives.js';
import { enterFunction, receiverOf } from './call.js';
import { calleeOf } from './callee.js';
import { whileFinding } from './circles.js';
import { evaluate, force } from './evaluate.js';
import { branchOf, oneGuard, type Guards } from './guards.js';
import { classChain } from './inheritance.js';
import { callOf, identity, isRecursive, type Machine } from './machine.js';
import { callsIn, fieldsSetBy, functionsIn, ownMethod } from './own-effects.js';
import { setBy } from './set-members.js';
import { thisValue } from './this.js';
import {
  entryOf,
  type Activation,
  type Alternatives,
  type InstanceValue,
  type Lazy,
  type Value,
} from './value.js';

/** `this` where its own method has assigned fields on the way: others of its methods that are called there see these. */
export function withOwnFields(
  m: Machine,
  values: Alternatives,
  { fields = [], at }: Extract<Expr, { kind: 'this' | 'super' }>,
  activation: Activation,
): Alternatives {
  if (fields.length === 0) return values;
  return map(values, (value) => {
    if (value.kind !== 'instance') return value;
    const chain = classChain(m, value.of).flatMap((cls) => (cls.kind === 'class' ? cls.summary.members : []));
    // What an accessor does with a value is its own.
    if (fields.some(({ key }) => chain.some((x) => x.key === key && isAccessor(x)))) return value;
    // Methods that call each other in circles would make versions of versions without end.
    if ((value.nesting ?? 0) >= mostNested || activation.repeats > 0) return asMade(value);
    const key = `${activation.id}/${at[0]}:${identity(m, value)}`;
    const known = m.versions.get(key);
    if (known) return known;
    const assigned = new Map(value.assigned);
    for (const { key: name, binding } of fields)
      assigned.set(name, { kind: 'expr', expr: { kind: 'reference', binding, at }, activation });
    const nesting = (value.nesting ?? 0) + 1;
    const version: InstanceValue = { ...value, assigned, asMade: asMade(value), nesting };
    m.versions.set(key, version);
    return version;
  });
}

/** Methods that assign fields, one within the other, of which the fields are told. */
const mostNested = 3;

const isAccessor = ({ kind }: ClassMember): boolean => kind === 'getter' || kind === 'setter';

/** The instance of which something is a version. */
export const asMade = (instance: InstanceValue): InstanceValue => instance.asMade ?? instance;

/** What its own method has assigned to a field before it called another one; undefined where that doesn't say what it is. */
export function ownField(m: Machine, instance: InstanceValue, name: string): Alternatives | undefined {
  const lazy = instance.assigned?.get(name);
  const values = lazy && whileMade(m, instance, name, lazy);
  return values?.every(({ value }) => isSteady(value)) === true
    ? under(values, oneGuard(ownDecision(fieldDecision(m, instance, name)), 'assigned'))
    : undefined;
}

/** What a constructor has made of a field so far: what it was made of is the field as it was before. */
function whileMade(m: Machine, instance: InstanceValue, name: string, lazy: Lazy): Alternatives {
  const held = (): Alternatives => force(m, lazy);
  const isOfConstructor = lazy.kind === 'expr' && lazy.activation.summary.kind === 'constructor';
  return isOfConstructor ? whileFinding(m, beingMade(m, instance, name), held, held) : held();
}

/** Of a field that a constructor makes of itself, while it does so. */
export const beingMade = (m: Machine, instance: InstanceValue, name: string): string =>
  `${identity(m, asMade(instance))}.${name}:made`;

/** The decision which of the assignments to a field it holds. */
export const fieldDecision = (m: Machine, instance: InstanceValue, field: string): string =>
  `field:${identity(m, asMade(instance))}.${field}`;

export const isFieldDecision = (key: string): boolean => key.startsWith('field:');

/** Says that a method has assigned the field on the way: others then decide nothing. */
const ownDecision = (decision: string): string => `own:${decision}`;

/** Whether something is known by what a method has assigned to the field of a decision. */
export const isAssignedFor = (guards: Guards, key: string): boolean =>
  isFieldDecision(key) && branchOf(guards, ownDecision(key)) !== undefined;

/** The field of such a decision. */
export const fieldDecided = (key: string): string => key.slice(key.indexOf('.') + 1);

/** Objects may be changed by whoever else holds them. */
const isSteady = ({ kind }: Value): boolean =>
  kind === 'string' ||
  kind === 'number' ||
  kind === 'boolean' ||
  kind === 'null' ||
  kind === 'undefined' ||
  kind === 'hole';

/** What a field holds after a call that a method makes of another one of the same object, or perhaps makes. */
export function keptField(
  m: Machine,
  { value, field, call: index, isSure }: Extract<Expr, { kind: 'kept' }>,
  activation: Activation,
): Alternatives {
  const call = callOf(activation.module, index);
  const method = ownMethod(call);
  const receivers = thisValue(m, activation).map((self) => self.value);
  const sets = receivers.map((self) =>
    self.kind === 'instance' && method !== undefined && method !== 'any'
      ? fieldsSetBy(m, self.of, method)
      : 'any',
  );
  if (sets.every((fields) => fields !== 'any' && !fields.has(field))) return evaluate(m, value, activation);
  return (
    (isSure ? setSurely(m, call, index, field, activation) : undefined) ??
    asForOthers(m, call, field, activation)
  );
}

/** The field as it is where nothing is known of what was assigned before. */
const asForOthers = (m: Machine, { at }: Call, field: string, activation: Activation): Alternatives => {
  const key = { kind: 'literal', value: field } as const;
  return evaluate(m, { kind: 'member', object: { kind: 'this', at }, key, at }, activation);
};

/** What a setter sets: a method that does so itself, whenever it runs. */
function setSurely(
  m: Machine,
  call: Call,
  index: CallIndex,
  field: string,
  activation: Activation,
): Alternatives | undefined {
  const [only, ...others] = calleeOf(m, call.callee, activation);
  const fn = only?.value.value;
  if (
    !only ||
    others.length > 0 ||
    fn?.kind !== 'function' ||
    isRecursive(fn.activation.module, fn.fn, { call, index, activation })
  )
    return undefined;
  const { module } = fn.activation;
  const all = functionsIn(module, fn.fn).flatMap((within) => setBy(module).get(within) ?? []);
  const last = (setBy(module).get(fn.fn) ?? []).findLast(({ key }) => key === field);
  const callsOthers = functionsIn(module, fn.fn).some((within) =>
    callsIn(module, within).some((inner) => ownMethod(inner) !== undefined),
  );
  const isAsync = module.functions[fn.fn]?.isAsync === true;
  if (!last || callsOthers || isAsync || !all.every(({ isSure }) => isSure)) return undefined;
  const args = call.args.map((a) => entryOf(a, activation));
  const self = fn.self ?? receiverOf(only.value.receiver);
  const run = enterFunction(m, fn, args, self, { call, index, activation }, '');
  return evaluate(m, last.value, run);
}
