import type { At, BindingId, CallIndex, Expr, OwnField } from '../model/module-summary.js';
import { ownReceiver } from '../model/own-receiver.js';
import { member, type Lowering } from './draft.js';
import { newVersion, reference, versionsOf } from './flow.js';
import { startOf } from './node.js';
import type { Variable } from './scopes.js';

/**
 * Fields of `this` that a method assigns before it calls others of its methods: `this.path = '/users'; this.get()`.
 * Each is a variable of the method, so that the call sees the value that reaches it, and not all that any method assigns.
 * An arrow in the method has variables of its own, which begin with what the method's are where it is made.
 */
export interface OwnFields {
  readonly variables: Map<string, Variable>;
  /** What arrows begin with. */
  readonly captured: Since[];
  /** `this` has another name: what is set under that is not followed. */
  isShared: boolean;
  /** Of a constructor: what it assigns is the object's, and only what it reads of a field it has assigned is asked here. */
  readonly isOfConstructor: boolean;
}

/** A version of a field that is as it was before, unless what comes after it assigns it. */
interface Since {
  readonly key: string;
  readonly variable: Variable;
  readonly before: BindingId;
  readonly now: BindingId;
  /** The versions and calls that there were until then. */
  readonly versions: number;
  readonly calls: number;
}

export const newFields = (isOfConstructor: boolean): OwnFields => ({
  variables: new Map(),
  captured: [],
  isShared: false,
  isOfConstructor,
});

/** The fields that the method has assigned on the way here: they go with `this` and `super`. */
export const fieldsNow = (l: Lowering): FieldsNow =>
  l.fn.fields?.isOfConstructor === true ? {} : fieldsOf([...liveFields(l)]);

/** The same for one that is read; a constructor makes one field of what it has set it to: `this.url += '/v1'`. */
export const fieldNow = (l: Lowering, key: string | undefined): FieldsNow =>
  fieldsOf([...liveFields(l)].filter(([name]) => l.fn.fields?.isOfConstructor !== true || name === key));

interface FieldsNow {
  readonly fields?: readonly OwnField[];
}

const fieldsOf = (live: readonly Live[]): FieldsNow =>
  live.length > 0 ? { fields: live.map(([key, , binding]) => ({ key, binding })) } : {};

type Live = readonly [key: string, variable: Variable, version: BindingId];

function* liveFields(l: Lowering): Generator<Live> {
  if (l.fn.fields?.isShared) return;
  for (const [key, variable] of l.fn.fields?.variables ?? []) {
    const version = l.flow.versions.get(variable);
    if (version !== undefined && version !== variable.id && !variable.assignedInClosure)
      yield [key, variable, version];
  }
}

/** `this.key = value`. */
export function noteOwnField(l: Lowering, key: string, value: Expr): void {
  const variable = fieldOf(l, key);
  if (variable) newVersion(l, variable, value);
}

/** A method that assigns more fields than this makes an object ready, and passes nothing on. */
const mostFields = 16;

function fieldOf(l: Lowering, key: string): Variable | undefined {
  const { fields, node: owner, index } = l.fn;
  const known = fields?.variables.get(key);
  if (!fields || known || fields.variables.size >= mostFields) return known;
  const id = `this.${key}@${startOf(owner)}`;
  const variable = { id, name: key, owner, assignedAt: [], assignedInClosure: false, holds: undefined };
  fields.variables.set(key, variable);
  l.draft.bindings[id] = { name: key, within: index, value: asForOthers(l, key) };
  return variable;
}

/** Where the method has not assigned it, the field is what it is for others. */
const asForOthers = (l: Lowering, key: string): Expr => {
  const at = l.draft.functions[l.fn.index]?.at ?? [0, 0];
  return member({ kind: 'this', at }, key, at);
};

/** `delete this.key`, `this[key] = value`: any field may be another one from here on. */
export function forgetFields(l: Lowering): void {
  for (const [, variable] of liveFields(l)) l.flow.versions.set(variable, variable.id);
}

/** Under another name, the method's own object may be given any fields: `const self = this`. */
export function shareThis(l: Lowering): void {
  if (l.fn.fields) l.fn.fields.isShared = true;
}

/** A method of the same object that is called may assign the fields anew, and one that sets fields to what it is given does so. */
export function noteOwnCall(l: Lowering, call: CallIndex, at: At): void {
  if (!isOwnCall(l, call)) return;
  const live: Live[] = [...liveFields(l)];
  for (const key of fieldsGivenTo(l, call)) {
    const variable = live.some(([own]) => own === key) ? undefined : fieldOf(l, key);
    if (variable && !l.fn.fields?.isShared && !variable.assignedInClosure)
      live.push([key, variable, variable.id]);
  }
  for (const [key, variable, version] of live)
    newVersion(l, variable, {
      kind: 'kept',
      value: reference(version, at),
      field: key,
      call,
      isSure: true,
    });
}

/** `this.setPath(path)`: the fields that the class's own method sets to what it is given. */
function fieldsGivenTo({ draft, fn }: Lowering, index: CallIndex): readonly string[] {
  const callee = draft.calls[index]?.callee;
  if (callee?.kind !== 'member' || callee.object.kind !== 'this' || callee.key.kind !== 'literal') return [];
  return fn.thisClass?.setters.get(String(callee.key.value)) ?? [];
}

function isOwnCall({ draft }: Lowering, index: CallIndex): boolean {
  const call = draft.calls[index];
  return (
    call !== undefined &&
    (ownReceiver(call) !== undefined || call.args.some(({ value }) => value.kind === 'this'))
  );
}

const perhapsAfter = (field: string, value: Expr, call: CallIndex): Expr => ({
  kind: 'kept',
  value,
  field,
  call,
  isSure: false,
});

const callsSince = (l: Lowering, calls: number): readonly CallIndex[] =>
  [...l.draft.calls.keys()].slice(calls).filter((index) => isOwnCall(l, index));

/** The fields at the head of a loop. */
export function openFields(l: Lowering): readonly Since[] {
  const calls = l.draft.calls.length;
  return [...liveFields(l)].map(([key, variable, before]): Since => {
    const now = newVersion(l, variable, asForOthers(l, key));
    return { key, variable, before, now, versions: versionsOf(l.draft, variable).length, calls };
  });
}

/** Once what comes after is known: what it assigns may be anything, the rest is as before unless a call assigns it. */
export function settleFields(l: Lowering, all: readonly Since[]): void {
  for (const { key, variable, before, now, versions, calls } of all) {
    const binding = l.draft.bindings[now];
    const made = versionsOf(l.draft, variable);
    if (!binding || variable.assignedInClosure) continue;
    if (made.slice(versions).some((id) => isAssigned(l, id, made))) continue;
    const value = callsSince(l, calls).reduce<Expr>(
      (held, call) => perhapsAfter(key, held, call),
      reference(before, [0, 0]),
    );
    l.draft.bindings[now] = { ...binding, value };
  }
}

/** Whether a version was made by an assignment: others are made by calls, loops and joins. */
function isAssigned({ draft }: Lowering, id: BindingId, versions: readonly BindingId[]): boolean {
  const value = draft.bindings[id]?.value;
  if (value?.kind === 'choice' || value?.kind === 'kept') return false;
  return value?.kind !== 'reference' || !versions.includes(value.binding);
}

/** An arrow begins with the fields of the method around it, as they are where it is made. */
export function captureFields(outer: Lowering, inner: Lowering): void {
  // Those of a constructor run once the object is made.
  if (outer.fn.fields?.isOfConstructor === true) return;
  const calls = outer.draft.calls.length;
  for (const [key, variable, before] of liveFields(outer)) {
    const own = fieldOf(inner, key);
    if (!own) continue;
    const now = `${own.id}#outer`;
    outer.draft.bindings[now] = { name: key, within: outer.fn.index, value: asForOthers(outer, key) };
    inner.flow.versions.set(own, now);
    const versions = versionsOf(outer.draft, variable).length;
    outer.fn.fields?.captured.push({ key, variable, before, now, versions, calls });
  }
}

/** What an arrow assigns may be so from then on; so may what the methods that it calls assign. */
export function noteArrow(outer: Lowering, inner: Lowering, calls: number): void {
  for (const [key, variable] of inner.fn.fields?.variables ?? []) {
    const made = versionsOf(inner.draft, variable);
    const isChanged = variable.assignedInClosure || made.some((id) => isAssigned(inner, id, made));
    const around = isChanged ? fieldOf(outer, key) : undefined;
    if (around) around.assignedInClosure = true;
  }
  for (const call of callsSince(outer, calls))
    for (const [key, variable, version] of liveFields(outer))
      newVersion(outer, variable, perhapsAfter(key, reference(version, [0, 0]), call));
}
