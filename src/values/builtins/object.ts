import { combine, flatMap, largestTable, map } from '../alternatives.js';
import { argumentAt, listArguments } from '../call.js';
import { force } from '../evaluate.js';
import { oneGuard } from '../guards.js';
import { hole } from '../holes.js';
import { callable, namespaceEntries } from '../imports.js';
import { callOf } from '../machine.js';
import { pickOf } from '../member.js';
import { described } from '../object-changes.js';
import { overridden } from '../overridden.js';
import { pathOf } from '../path-of.js';
import { entriesStored, withStores } from '../stores.js';
import {
  lazyValue,
  stringValue,
  sure,
  textOf,
  type Alternatives,
  type HoleValue,
  type Lazy,
  type Value,
} from '../value.js';
import type { BuiltinCall } from './context.js';
import { urlMembers } from './url.js';

const unknown = (call: BuiltinCall, name: string): HoleValue => {
  const { activation, index } = call.site;
  return hole('runtime', name, activation.module, callOf(activation.module, index).at);
};

const first = (call: BuiltinCall): Alternatives => argumentAt(call.m, call.args, 0);

function listOf(call: BuiltinCall, entry: (key: string, value: Lazy) => Lazy): Alternatives {
  // What `module.exports` was set to is the module.
  const values = flatMap(first(call), (value) => callable(call.m, value));
  return map(values, (value): Value => {
    if (value.kind === 'namespace') {
      const exported = namespaceEntries(call.m, value.file, call.site.activation);
      return {
        kind: 'array',
        items: exported.map(([key, lazy]) => entry(key, lazy)),
        open: undefined,
      };
    }
    if (value.kind !== 'object')
      return {
        kind: 'array',
        items: [],
        open: value.kind === 'hole' ? { ...value, name: '' } : { ...unknown(call, 'entries'), name: '' },
      };
    const items = [...withStores(call.m, value)].map(([key, lazy]) => entry(key, lazy));
    return { kind: 'array', items, open: value.open && { ...value.open, name: '' } };
  });
}

/** `Object.assign(target, …sources)` and its cousins: later properties win. */
export function mergeObjects(call: BuiltinCall): Alternatives {
  const { items } = listArguments(call.m, call.args);
  return map(combine(items.map((item) => force(call.m, item))), (values): Value => {
    const [target] = values;
    if (target?.kind === 'function' || target?.kind === 'external' || target?.kind === 'instance')
      return target;
    let props = new Map<string, Lazy>();
    let open: HoleValue | undefined;
    for (const given of values) {
      const value = given.kind === 'url' ? urlMembers(given) : given;
      if (value.kind === 'object') props = new Map([...props, ...value.props]);
      const source = value.kind === 'external' ? unknown(call, pathOf(value.steps)) : value;
      if (source.kind === 'hole') {
        props = overridden(props, source);
        open = source;
      }
    }
    return { kind: 'object', props, open, home: undefined };
  });
}

/** `Object.create(base, descriptors)`: what the descriptors say stands before what the base has. */
function createObject(call: BuiltinCall): Alternatives {
  if (call.args.length < 2) return first(call);
  return flatMap(first(call), (base) =>
    map(argumentAt(call.m, call.args, 1), (given): Value => {
      if (given.kind === 'undefined') return base;
      const own = new Map<string, Lazy>();
      for (const [key, lazy] of given.kind === 'object' ? given.props : []) {
        const value = described(call.m, force(call.m, lazy)[0]?.value);
        own.set(key, value ?? lazyValue(unknown(call, key)));
      }
      const open = given.kind === 'object' ? given.open : unknown(call, 'descriptors');
      if (base.kind === 'hole') return { kind: 'object', props: own, open: base, home: undefined };
      if (base.kind !== 'object' && base.kind !== 'null') return base;
      const props = base.kind === 'object' ? base.props : new Map<string, Lazy>();
      const known = open ? overridden(new Map(props), open) : props;
      return {
        kind: 'object',
        props: new Map([...known, ...own]),
        open: open ?? (base.kind === 'object' ? base.open : undefined),
        home: undefined,
      };
    }),
  );
}

function fromEntries(call: BuiltinCall): Alternatives {
  return map(first(call), (value): Value => {
    const props = new Map<string, Lazy>();
    if (value.kind !== 'array' || value.open)
      return { kind: 'object', props, open: unknown(call, 'entries'), home: undefined };
    for (const item of value.items) {
      const entry = force(call.m, item)[0]?.value;
      const key =
        entry?.kind === 'array' && entry.items[0] ? force(call.m, entry.items[0])[0]?.value : undefined;
      const name = key && textOf(key);
      const lazy = entry?.kind === 'array' ? entry.items[1] : undefined;
      if (name === undefined || !lazy)
        return { kind: 'object', props, open: unknown(call, 'entries'), home: undefined };
      props.set(name, lazy);
    }
    return { kind: 'object', props, open: undefined, home: undefined };
  });
}

/** `Object.hasOwn(object, key)`: told of objects whose members are all known. */
function hasOwn(call: BuiltinCall): Alternatives {
  return flatMap(first(call), (object) => hasOwnMember(call, object, 1));
}

/** Whether an object has the member that an argument names. */
export function hasOwnMember(call: BuiltinCall, object: Value, keyAt: number): Alternatives {
  return map(argumentAt(call.m, call.args, keyAt), (key): Value => {
    const name = textOf(key);
    const unsure = unknown(call, 'hasOwn');
    if (name === undefined || object.kind !== 'object' || object.builtin !== undefined) return unsure;
    const has = withStores(call.m, object).has(name);
    return has || !object.open ? { kind: 'boolean', value: has } : unsure;
  });
}

export const objectFunctions: Readonly<Record<string, (call: BuiltinCall) => Alternatives>> = {
  'Object.keys': (call) => listOf(call, (key) => lazyValue(stringValue(key))),
  'Object.values': (call) => listOf(call, (_, lazy) => lazy),
  'Object.entries': (call) =>
    listOf(call, (key, lazy) =>
      lazyValue({ kind: 'array', items: [lazyValue(stringValue(key)), lazy], open: undefined }),
    ),
  'Object.assign': mergeObjects,
  'Object.freeze': first,
  'Object.seal': first,
  'Object.fromEntries': fromEntries,
  'Object.create': createObject,
  'Object.hasOwn': hasOwn,
  'Object.prototype.hasOwnProperty.call': hasOwn,
  structuredClone: first,
};

/** `new Map(entries)`, `new Headers(init)`, `new URLSearchParams(init)`: an object of what they are made from. */
export function makeBuiltin(name: string, call: BuiltinCall): Alternatives {
  return map(first(call), (init): Value => {
    const lower = name === 'Headers';
    const empty = {
      kind: 'object',
      props: new Map<string, Lazy>(),
      open: undefined,
      home: undefined,
      builtin: name,
    } as const;
    if (init.kind === 'object') {
      return {
        ...empty,
        props: new Map([...init.props].map(([key, lazy]) => [lower ? key.toLowerCase() : key, lazy])),
        open: init.open,
      };
    }
    if (init.kind === 'array') {
      const made = fromEntries({ ...call, args: [{ spread: false, value: lazyValue(init) }] })[0]?.value;
      return made?.kind === 'object' ? { ...empty, props: made.props, open: made.open } : empty;
    }
    return init.kind === 'undefined' || init.kind === 'null'
      ? empty
      : { ...empty, open: init.kind === 'hole' ? init : unknown(call, 'entries') };
  });
}

/** `map.get(key)` and the like. */
export function getEntry(self: Extract<Value, { kind: 'object' }>, call: BuiltinCall): Alternatives {
  return flatMap(first(call), (key) => {
    const name = textOf(key);
    if (name !== undefined) {
      const own = self.props.get(self.builtin === 'Headers' ? name.toLowerCase() : name);
      const entries = [...(own ? [own] : []), ...entriesStored(call.m, self, name)];
      if (entries.length > 0) return entries.flatMap((lazy) => force(call.m, lazy));
      return sure<Value>(self.open ?? { ...unknown(call, name) });
    }
    if (self.open || self.props.size === 0 || self.props.size > largestTable)
      return sure<Value>(unknown(call, 'entry'));
    const named = key.kind === 'hole' && key.name !== '' ? key.name : call.site.index;
    const test = pickOf(key) ?? `${call.site.activation.id}:key:${named}`;
    return [...self.props].flatMap(([k, lazy]) =>
      flatMap([{ value: lazy, guards: oneGuard(test, k) }], (l: Lazy) => force(call.m, l)),
    );
  });
}

/** `map.has(key)`. Whether there is an entry is not known elsewhere: code in between may set it. */
export function hasEntry(
  self: Extract<Value, { kind: 'object' }>,
  call: BuiltinCall,
): Alternatives | undefined {
  if (!self.isExact) return undefined;
  return map(first(call), (key): Value => {
    const name = textOf(key);
    return name === undefined ? unknown(call, 'has') : { kind: 'boolean', value: self.props.has(name) };
  });
}
