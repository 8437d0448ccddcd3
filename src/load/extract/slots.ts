import type { Call, Expr, FunctionIndex, ModuleSummary, Under } from '../../model/module-summary.js';
import { baseBinding } from '../../values/evaluate.js';
import { classChain } from '../../values/inheritance.js';
import { runsOf } from '../../values/runs.js';
import type { Activation, ClassValue, InstanceValue } from '../../values/value.js';
import { spanIn } from '../../values/value.js';
import { changesOf, isSeenElsewhere, originsOf, type MemberChange } from './member-changes.js';
import { assignedLater, isVariable, ownerAt } from './module-variables.js';
import { valuesOf, type Reader } from './reader.js';

/** Whether a function runs before anything else uses what it sets. */
export const isStart = (module: ModuleSummary, fn: FunctionIndex): boolean =>
  fn === 0 || /^(?:constructor|field)$/.test(module.functions[fn]?.kind ?? '');

/** What outlives the runs of a function: a variable of the module, a field of an object that the module makes; with all that is put there. */
export interface Slot {
  readonly name: string;
  /** The field, where it is one. */
  readonly field?: string;
  /** The function whose variable it is, and the call that made it, where it is not the module's. */
  readonly owner?: FunctionIndex;
  readonly made?: string;
  readonly values: readonly Put[];
}

/** What is put into a slot. */
export interface Put {
  readonly value: Expr;
  readonly within: FunctionIndex;
  /** Where it is put there; undefined where the text doesn't say. */
  readonly at?: number | undefined;
  readonly under?: Under | undefined;
}

export function slotOf({ module, self, summary }: Activation, expr: Expr | undefined): Slot | undefined {
  if (expr?.kind === 'reference') {
    const base = baseBinding(expr.binding);
    return ownerAt(module, base) === 0 ? { name: base, values: putsInto(module, base) } : undefined;
  }
  if (expr?.kind !== 'member' || expr.object.kind !== 'this' || expr.key.kind !== 'literal') return undefined;
  const isMadeOnce = self?.every(({ value }) => value.kind === 'instance' && value.from?.activation.fn === 0);
  const members = summary.cls === undefined ? undefined : module.classes[summary.cls]?.members;
  if (isMadeOnce !== true || members === undefined) return undefined;
  const name = String(expr.key.value);
  return {
    name: `this.${name}`,
    field: name,
    values: members.flatMap(({ key, kind, value, within, at, under }) =>
      kind === 'field' && key === name && value ? [{ value, within: within ?? 0, at: at[0], under }] : [],
    ),
  };
}

/** A variable of a function that the module calls once, as the functions that it gave back share it. */
export function closureSlotOf({ module, parent }: Activation, expr: Expr | undefined): Slot | undefined {
  if (expr?.kind !== 'reference') return undefined;
  const base = baseBinding(expr.binding);
  const owner = ownerAt(module, base);
  let maker = parent;
  while (maker && maker.fn !== owner) maker = maker.parent;
  const call = maker?.from?.activation.fn === 0 ? maker.from.call : undefined;
  if (owner === 0 || !maker || !call || call.frames.some(({ kind }) => kind === 'loop')) return undefined;
  if (!runs(call, maker)) return undefined;
  const of = maker.from?.activation.module.file ?? '';
  return { name: base, owner, made: `${of}@${call.at[0]}`, values: putsInto(module, base) };
}

/** Whether a call runs a function itself: what it only passes on may run again and again. */
function runs({ callee }: Call, { module, fn, from, summary }: Activation): boolean {
  const home = from?.activation.module;
  const called = callee.kind === 'reference' ? home?.bindings[callee.binding]?.value : callee;
  if (called?.kind === 'function') return home === module && called.fn === fn;
  const isNamed = called?.kind === 'imported' && (called.name === summary.name || called.name === 'default');
  return isNamed && home !== module;
}

const putsInto = (module: ModuleSummary, base: string): readonly Put[] =>
  Object.entries(module.bindings).flatMap(([id, binding]) =>
    baseBinding(id) === base && binding.value.kind !== 'choice'
      ? [{ ...binding, at: binding.assignedAt }]
      : [],
  );

/**
 * What functions put into a slot later; undefined where something else may change it, or a member of what it holds; `key`
 * is the member on which it depends.
 */
export function laterIn(
  reader: Reader,
  activation: Activation,
  slot: Slot,
  key?: string,
): Slot['values'] | undefined {
  const { module, summary, self = [] } = activation;
  const { field } = slot;
  const isSlot = (expr: Expr): boolean =>
    field === undefined ? isVariable(expr, slot.name) : isFieldOfThis(expr, field);
  if (key !== undefined && isMemberChanged(reader, module, key, isSlot)) return undefined;
  if (field === undefined)
    return assignedLater(module, slot.name, slot.owner)?.map((one) =>
      putWhereNone({ ...one, at: one.assignedAt }, isSlot),
    );
  const [own, ...others] = self;
  // What several objects hold, or a class that extends this one sets, is another's.
  if (own?.value.kind !== 'instance' || others.length > 0) return undefined;
  if (own.value.of.kind !== 'class' || own.value.of.cls !== summary.cls) return undefined;
  if (isFieldChanged(reader, module, field, own.value)) return undefined;
  return slot.values
    .filter(({ within, value }) => !isStart(module, within) && value.kind !== 'assigned')
    .map((put) => putWhereNone(put, isSlot));
}

/** `slot ??= value` puts the value there under a test of its own. */
function putWhereNone(put: Put, isSlot: (expr: Expr) => boolean): Put {
  const { value, at, under } = put;
  if (value.kind !== 'default' || value.operator === '=' || !isSlot(value.left) || at === undefined)
    return put;
  const guards = { ...under?.guards, [`at:${at}`]: 'then' };
  return { ...put, value: value.right, under: { frames: under?.frames ?? [], guards } };
}

const isFieldOfThis = (expr: Expr, field: string): boolean =>
  expr.kind === 'member' &&
  expr.object.kind === 'this' &&
  expr.key.kind === 'literal' &&
  expr.key.value === field;

/** Whether something sets a member of the object that a slot holds. */
function isMemberChanged(
  { m }: Reader,
  module: ModuleSummary,
  key: string,
  isSlot: (expr: Expr) => boolean,
): boolean {
  const isOthers = isSeenElsewhere(module, isSlot);
  return changesOf(m.program, [key]).some((change) =>
    originsOf(change.module, change.target, isSlot).some((origin) =>
      change.module === module && isSlot(origin)
        ? true
        : isOthers && origin.kind !== 'object' && origin.kind !== 'array',
    ),
  );
}

/** Whether something other than its methods sets a field of an object, or a class that its own extends does. */
function isFieldChanged(
  reader: Reader,
  module: ModuleSummary,
  field: string,
  { of }: InstanceValue,
): boolean {
  const { m } = reader;
  const bases = of.kind === 'class' ? classChain(m, of).slice(1) : [];
  const isInherited = bases.some(
    (base) =>
      base.kind !== 'class' ||
      base.summary.members.some(({ key, kind }) => kind === 'field' && key === field),
  );
  return isInherited || changesOf(m.program, [field]).some((change) => mayChange(reader, change, module, of));
}

/** Whether an object of a class may be the one that is changed. */
function mayChange(
  reader: Reader,
  { module, within, target }: MemberChange,
  home: ModuleSummary,
  of: InstanceValue['of'],
): boolean {
  const origins = originsOf(module, target, () => false);
  if (origins.every(({ kind }) => kind === 'object' || kind === 'array')) return false;
  return runsOf(reader.m, module, within).some((run) =>
    valuesOf(reader, target, run).some((value) => {
      // What nobody in the program gives is nobody's object of this class.
      if (value.kind === 'hole') return module === home || run.args !== undefined;
      return value.kind === 'instance' && (value.of.kind !== 'class' || isKin(reader, value.of, of));
    }),
  );
}

const isKin = ({ m }: Reader, one: ClassValue, other: InstanceValue['of']): boolean => {
  const isIn = (a: InstanceValue['of'], b: InstanceValue['of']): boolean =>
    b.kind !== 'class' ||
    a.kind !== 'class' ||
    classChain(m, b).some((cls) => cls.kind === 'class' && cls.summary === a.summary);
  return isIn(one, other) || isIn(other, one);
};

/** The one object of several of a class whose field a slot is. */
export const ownerOf = ({ self = [] }: Activation): string =>
  self
    .flatMap(({ value }) =>
      value.kind === 'instance' && value.from
        ? [JSON.stringify(spanIn(value.from.activation.module, value.from.call.at))]
        : [],
    )
    .join();
