import type { At, Expr } from '../model/module-summary.js';
import { flatMap, largestTable } from './alternatives.js';
import { environmentName } from './builtins/environment.js';
import { hasMethod } from './builtins/index.js';
import { proxyMember } from './builtins/proxy.js';
import { characterAt } from './builtins/string.js';
import { invoke } from './call.js';
import { urlProperty } from './builtins/url.js';
import { force } from './evaluate.js';
import { oneGuard } from './guards.js';
import { hole, memberHole, nameOf } from './holes.js';
import { namespaceAssigned, namespaceEntries, namespaceMember } from './imports.js';
import { classMember, functionMember } from './class-member.js';
import { instanceMember } from './instance.js';
import type { Machine } from './machine.js';
import { pageGlobal } from './page-globals.js';
import { markedMember, sharedMember } from './shared-members.js';
import { storedUnder, withStores } from './stores.js';
import { castHole, closedTexts, declaredMember } from './types.js';
import { ownMethods } from './waited-for.js';
import {
  placedItems,
  sure,
  textOf,
  undefinedValue,
  type Activation,
  type Alternatives,
  type ArrayValue,
  type ExternalValue,
  type HoleValue,
  type Lazy,
  type ObjectValue,
  type Value,
} from './value.js';

type MemberExpr = Extract<Expr, { kind: 'member' }>;

/** `object[key]`: one member where the key is known, all of a closed collection where it isn't. */
export function member(
  m: Machine,
  object: Value,
  key: Value,
  expr: MemberExpr,
  activation: Activation,
): Alternatives {
  const known = textOf(key);
  if (known !== undefined) return memberOf(m, object, known, activation, expr.at);
  const keyName = nameOf(expr.key, activation.module);
  const test = pickOf(key) ?? `${activation.id}:key:${keyName === '' ? expr.at[0] : keyName}`;
  const listed = key.kind === 'hole' && key.type ? (closedTexts(m, key.type) ?? []) : [];
  if (listed.length > 0 && listed.length <= largestTable)
    return listed.flatMap((k) =>
      flatMap([{ value: k, guards: oneGuard(test, k) }], () => memberOf(m, object, k, activation, expr.at)),
    );
  const entries = closedEntries(m, object, activation);
  if (!entries || entries.length === 0 || entries.length > largestTable) {
    if (object.kind === 'hole') return sure(memberHole(object, keyName === '' ? '…' : keyName));
    const name = `${nameOf(expr.object, activation.module)}[${keyName}]`;
    const unknown = hole('dynamic-key', name, activation.module, expr.at);
    // Of a table with too many entries, whoever gives the key says which one it is.
    const by = entries && key.kind === 'hole' ? key.origin : undefined;
    return sure(by ? { ...unknown, answers: by } : unknown);
  }
  return entries.flatMap(([k, lazy]) =>
    flatMap([{ value: lazy, guards: oneGuard(test, k) }], (l) => force(m, l)),
  );
}

/** The same unknown key picks the same entry everywhere; one that a parameter holds is for its callers to say. */
export function pickOf(key: Value): string | undefined {
  if (key.kind !== 'hole' || !key.origin || key.origin.parameter === 'this') return undefined;
  const { activation, parameter } = key.origin;
  return `${picks(activation)}${parameter}.${(key.path ?? []).join('.')}`;
}

/** How the decisions begin that depend on what callers give a function. */
export const picks = (activation: Activation): string => `${activation.id}:picks:`;

export const isPick = (decision: string): boolean => decision.includes(':picks:');

function closedEntries(
  m: Machine,
  object: Value,
  activation: Activation,
): readonly (readonly [string, Lazy])[] | undefined {
  if (object.kind === 'object' && !object.open) {
    const props = withStores(m, object);
    return [...props];
  }
  if (object.kind === 'array' && !object.open) return object.items.map((item, i) => [String(i), item]);
  if (object.kind === 'namespace') {
    const assigned = namespaceAssigned(m, object.file)?.[0]?.value;
    return assigned?.kind === 'object'
      ? closedEntries(m, assigned, activation)
      : namespaceEntries(m, object.file, activation);
  }
  return undefined;
}

/** The member of a value under a known name. */
export function memberOf(
  m: Machine,
  object: Value,
  name: string,
  activation: Activation,
  at: At,
): Alternatives {
  if (name === 'then' || name === 'catch' || name === 'finally') {
    const own = object.kind === 'instance' ? ownMethods(m, object, name, activation) : [];
    if (own.length > 0) return own.flatMap((fn) => sure<Value>(fn));
    if (object.kind !== 'object' || !object.props.has(name))
      return sure({ kind: 'method', receiver: object, name });
  }
  switch (object.kind) {
    case 'object':
      return object.proxy ? proxyMember(m, object, name, activation) : objectMember(m, object, name);
    case 'array':
      return arrayMember(m, object, name, activation, at);
    case 'instance':
      return instanceMember(m, object, name, activation, at);
    case 'class':
      return classMember(m, object, name, activation, at);
    case 'function':
      return functionMember(m, object, name, activation, at);
    case 'external':
      return externalMember(m, object, name, activation, at);
    case 'namespace':
      return namespaceLookup(m, object.file, name, activation, at);
    case 'hole':
      return holeMember(m, object, name, activation);
    case 'url': {
      const value = urlProperty(object, name);
      return sure(
        value ??
          (hasMethod(object, name)
            ? { kind: 'method', receiver: object, name }
            : hole('runtime', name, activation.module, at)),
      );
    }
    case 'string':
      if (name === 'length') return sure(stringLength(object, activation, at));
      if (/^\d+$/.test(name))
        return sure(characterAt(object, Number(name)) ?? hole('runtime', name, activation.module, at));
      return sure({ kind: 'method', receiver: object, name });
    case 'number':
    case 'boolean':
    case 'regexp':
      return sure({ kind: 'method', receiver: object, name });
    case 'method':
      return sure(
        name === 'call' || name === 'apply' || name === 'bind'
          ? { kind: 'method', receiver: object, name }
          : undefinedValue,
      );
    case 'null':
    case 'undefined':
      return sure(undefinedValue);
  }
}

function stringLength(value: Extract<Value, { kind: 'string' }>, activation: Activation, at: At): Value {
  const text = textOf(value);
  if (text !== undefined) return { kind: 'number', value: text.length };
  const lengthOf = JSON.stringify(value.parts.map((p) => (p.kind === 'text' ? p.text : [p.name, p.at])));
  return { ...hole('runtime', 'length', activation.module, at), least: leastLength(value), lengthOf };
}

const leastLength = (value: Extract<Value, { kind: 'string' }>): number =>
  value.parts.reduce((sum, p) => sum + (p.kind === 'text' ? p.text.length : 0), 0);

function objectMember(m: Machine, object: ObjectValue, name: string): Alternatives {
  // An entry of a map that is called `get` is no member of it.
  if (object.builtin !== undefined && hasMethod(object, name))
    return sure({ kind: 'method', receiver: object, name });
  const own = object.props.get(name);
  const shared = !own && object.open ? sharedMember(m, name, object.open) : undefined;
  if (shared) return shared;
  const stored = object.home === undefined ? [] : storedUnder(m, `home:${object.home}`, name);
  const base = own ? forceIn(m, own, object) : undefined;
  if (stored.length > 0) {
    const values = stored.flatMap((s) => force(m, s));
    const known = base?.filter((a) => a.value.kind !== 'undefined' && a.value.kind !== 'null') ?? [];
    return [...known, ...values];
  }
  if (base) return base;
  if (hasMethod(object, name)) return sure({ kind: 'method', receiver: object, name });
  return sure(object.open ? memberHole(object.open, name) : undefinedValue);
}

/** A getter of an object literal sees the object as `this`. */
function forceIn(m: Machine, lazy: Lazy, object: ObjectValue): Alternatives {
  if (lazy.kind !== 'getter') return force(m, lazy);
  const fn: Value = {
    kind: 'function',
    fn: lazy.fn,
    activation: lazy.activation,
    self: sure(object),
    bound: [],
  };
  return invoke(m, fn, [], undefined, lazy.activation, `getter${lazy.fn}`);
}

function arrayMember(
  m: Machine,
  array: ArrayValue,
  name: string,
  activation: Activation,
  at: At,
): Alternatives {
  if (name === 'length') {
    return sure(
      array.open ? memberHole(array.open, 'length') : { kind: 'number', value: array.items.length },
    );
  }
  if (/^\d+$/.test(name)) {
    const known = placedItems(array);
    const item = known[Number(name)];
    if (item) return force(m, item);
    return sure(array.open ? furtherItem(array.open, Number(name), known.length) : undefinedValue);
  }
  if (hasMethod(array, name)) return sure({ kind: 'method', receiver: array, name });
  return sure(hole('runtime', name, activation.module, at));
}

/** An item behind the known ones. Of what is left of a function's arguments, its callers say which one it is. */
function furtherItem(open: HoleValue, at: number, known: number): HoleValue {
  const item = { ...open, name: `${open.name}[${at}]` };
  const { activation, parameter } = open.origin ?? {};
  const isRest =
    typeof parameter === 'number' && activation?.summary.parameters[parameter]?.rest === true && !open.path;
  return isRest ? { ...item, path: [String(at - known)] } : item;
}

function externalMember(
  m: Machine,
  object: ExternalValue,
  name: string,
  activation: Activation,
  at: At,
): Alternatives {
  const steps = object.steps;
  const isPackage = steps.length === 0 && object.module !== 'global';
  if (name === 'default' && isPackage) return sure(object);
  const assigned = assignedTo(object, name);
  if (assigned) return force(m, assigned);
  const shared = (steps.length > 0 ? markedMember : pageGlobal)(m, name, activation.module.file);
  if (shared && !isPackage) return shared;
  const value: ExternalValue = { ...object, steps: [...steps, { kind: 'member', name }] };
  const variable = environmentName(value);
  if (variable === undefined) return sure(value);
  const known = m.program.environment(variable);
  if (known !== undefined)
    return sure({ kind: 'string', parts: known === '' ? [] : [{ kind: 'text', text: known }] });
  return sure(hole('environment', `env:${variable}`, activation.module, at));
}

/** What code gave an object of a package for a member: `client.request = …` of `new EventEmitter()`. */
function assignedTo({ steps }: ExternalValue, name: string): Lazy | undefined {
  const last = steps.findLast((s) => s.kind !== 'assign' || (s.path.length === 1 && s.path[0] === name));
  return last?.kind === 'assign' ? last.value : undefined;
}

function namespaceLookup(
  m: Machine,
  file: string,
  name: string,
  activation: Activation,
  at: At,
): Alternatives {
  const found = namespaceMember(m, file, name, activation);
  if (found) return found;
  const assigned = namespaceAssigned(m, file);
  if (assigned) return flatMap(assigned, (value) => memberOf(m, value, name, activation, at));
  return sure(undefinedValue);
}

function holeMember(m: Machine, object: HoleValue, name: string, activation: Activation): Alternatives {
  if (hasMethod(object, name)) return sure({ kind: 'method', receiver: object, name });
  const shared = sharedMember(m, name, object);
  if (shared) return shared;
  const declared = object.type && declaredMember(m, object.type, name);
  const next = memberHole(object, name);
  if (!declared) return sure(next);
  const { type, isOptional } = declared;
  return castHole(m, { ...next, type, ...(isOptional ? { isOmittable: true } : {}) }, type, activation);
}
