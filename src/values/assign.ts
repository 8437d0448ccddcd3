import type { Expr } from '../model/module-summary.js';
import { flatMap, map } from './alternatives.js';
import { assignUrl, urlMembers, urlNames } from './builtins/url.js';
import { force } from './evaluate.js';
import { memberHole } from './holes.js';
import { namespaceEntries } from './imports.js';
import { changedList, isListChange, withLength } from './changed-lists.js';
import { itemsFrom } from './listed.js';
import type { Machine } from './machine.js';
import { unknownEntry } from './stores.js';
import { memberOf } from './member.js';
import { afterCall } from './passed-urls.js';
import { overridden } from './overridden.js';
import {
  sure,
  textOf,
  type Activation,
  type Alternatives,
  type HoleValue,
  type Lazy,
  type Value,
} from './value.js';

/** The keys of an assignment's path; undefined for one that isn't known. */
export const assignPath = (values: readonly Value[]): readonly (string | undefined)[] =>
  values.map((v) => textOf(v));

/** `target` after `target.a.b = value`. */
export function assignTo(
  m: Machine,
  target: Value,
  path: readonly (string | undefined)[],
  value: Lazy,
  expr: Extract<Expr, { kind: 'assigned' }>,
  activation: Activation,
): Alternatives {
  const [first, ...deeper] = path;
  if (isListChange(first)) return sure(target.kind === 'array' ? changedList(target, first) : target);
  if (first === '@passed') return passedOn(m, target, Number(deeper[0]), value, activation);
  if (first === '@entries' && deeper.length > 1)
    return assignDeepEntry(m, target, deeper, value, expr, activation);
  if (first === '@entries') return sure(assignEntry(target, deeper[0], value));
  if (first === undefined) return sure(openObject(m, target, value, expr, activation));
  if (deeper.length > 0 && target.kind !== 'external') {
    return flatMap(memberOf(m, target, first, activation, expr.at), (inner) =>
      map(assignTo(m, inner, deeper, value, expr, activation), (changed) =>
        setMember(target, first, { kind: 'values', values: sure(changed) }),
      ),
    );
  }
  if (target.kind === 'external') {
    const known = path.filter((p): p is string => p !== undefined);
    return sure({ ...target, steps: [...target.steps, { kind: 'assign', path: known, value }] });
  }
  if (target.kind === 'url' && !urlNames.has(first)) return sure(setMember(urlMembers(target), first, value));
  if (target.kind === 'url') return map(force(m, value), (v) => assignUrl(m, target, first, v, activation));
  if (target.kind === 'array' && first === 'length')
    return map(force(m, value), (length) => withLength(target, length));
  return sure(setMember(target, first, value));
}

/** A value after a call was given it: only URL objects are followed there. */
function passedOn(
  m: Machine,
  target: Value,
  position: number,
  value: Lazy,
  activation: Activation,
): Alternatives {
  const call = force(m, value)[0]?.value;
  return target.kind === 'url' && call?.kind === 'number'
    ? afterCall(m, target, call.value, position, activation)
    : sure(target);
}

function setMember(target: Value, key: string, value: Lazy): Value {
  if (target.kind === 'object') return { ...target, props: new Map(target.props).set(key, value) };
  if (target.kind === 'instance') return { ...target, props: new Map(target.props).set(key, value) };
  if (target.kind === 'array' && /^\d+$/.test(key) && Number(key) <= target.items.length) {
    // Where it is put among the items that aren't known, these stand for it.
    if (target.openAt !== undefined && Number(key) >= target.openAt) return target;
    const items = [...target.items];
    items[Number(key)] = value;
    return { ...target, items };
  }
  if (target.kind === 'hole')
    return { kind: 'object', props: new Map([[key, value]]), open: target, home: undefined };
  return target;
}

/** An assignment under an unknown key: the object may hold anything from now on, and any of its members something else. */
function openObject(
  m: Machine,
  target: Value,
  value: Lazy,
  expr: Extract<Expr, { kind: 'assigned' }>,
  activation: Activation,
): Value {
  if (target.kind !== 'object') return target;
  // Where a parameter holds what is assigned, its callers say more.
  const origin = force(m, value).flatMap((a) => (a.value.kind === 'hole' ? (a.value.origin ?? []) : []))[0];
  const open: HoleValue = {
    kind: 'hole',
    reason: 'dynamic-key',
    name: 'entry',
    at: { file: activation.module.file, start: expr.at[0], end: expr.at[1] },
    ...(origin ? { origin } : {}),
  };
  return { ...target, props: overridden(target.props, open), open };
}

/** `map.set(k, v)`, `headers.append(k, v)`; for other receivers the call says nothing about their members. */
function assignEntry(target: Value, key: string | undefined, value: Lazy): Value {
  if (target.kind === 'external' && key !== undefined)
    return { ...target, steps: [...target.steps, { kind: 'assign', path: ['@entries', key], value }] };
  if (target.kind !== 'object' || target.builtin === undefined) return target;
  if (key === undefined) return { ...target, open: target.open ?? unknownEntry(value) };
  const name = target.builtin === 'Headers' ? key.toLowerCase() : key;
  return { ...target, props: new Map(target.props).set(name, value) };
}

/** `map.get(k).set(…)`: the map with what its entry is then. */
function assignDeepEntry(
  m: Machine,
  target: Value,
  [key, ...deeper]: readonly (string | undefined)[],
  value: Lazy,
  expr: Extract<Expr, { kind: 'assigned' }>,
  activation: Activation,
): Alternatives {
  const entry = key === undefined || target.kind !== 'object' ? undefined : target.props.get(key);
  if (!entry) return sure(key === undefined ? assignEntry(target, key, value) : target);
  return map(
    flatMap(force(m, entry), (inner) => assignTo(m, inner, deeper, value, expr, activation)),
    (changed) => assignEntry(target, key, { kind: 'values', values: sure(changed) }),
  );
}

/** `const { a, ...others } = value`. */
export function omitKeys(
  m: Machine,
  value: Value,
  omit: readonly string[],
  from: number | undefined,
  activation: Activation,
): Value {
  if (value.kind === 'object') {
    const props = new Map([...value.props].filter(([key]) => !omit.includes(key)));
    return { ...value, props, home: undefined };
  }
  if (value.kind === 'namespace') {
    const props = new Map(namespaceEntries(m, value.file, activation).filter(([key]) => !omit.includes(key)));
    return { kind: 'object', props, open: undefined, home: undefined };
  }
  if (value.kind === 'array') return itemsFrom(value, from ?? 0);
  return value.kind === 'hole' ? memberHole(value, '…') : value;
}
