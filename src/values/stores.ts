import { roundsByKey } from './computed-stores.js';
import { noteEntry, signOfStore } from './entry-signs.js';
import { evaluate } from './evaluate.js';
import type { Expr, ModuleSummary, Store } from '../model/module-summary.js';
import { askAside, classKey, functionKey, rootActivation, type Machine, type StoreEntry } from './machine.js';
import { hierarchyOf } from './hierarchy.js';
import { objectChanges, type ObjectChange } from './object-changes.js';
import { forgetOutcomes } from './outcome.js';
import { indexing, readKey } from './reads.js';
import { forgetRuns, runsOf } from './runs.js';
import {
  textOf,
  type Activation,
  type InstanceValue,
  type Lazy,
  type ObjectValue,
  type Value,
} from './value.js';

/** Under which key the stores to a value are kept; undefined for values that have no identity. */
export function storeKey(value: Value): string | undefined {
  switch (value.kind) {
    case 'object':
    case 'external':
      return value.home === undefined ? undefined : `home:${value.home}`;
    case 'function':
      return `fn:${functionKey(value.activation.module, value.fn)}`;
    case 'class':
      return `class:${classKey(value.activation.module, value.cls)}`;
    case 'instance':
      return instanceKey(value.of);
    default:
      return undefined;
  }
}

/** Under which key the stores to instances of a class or constructor function are kept, and to its prototype. */
export const instanceKey = (of: InstanceValue['of']): string =>
  of.kind === 'class'
    ? `instance:${classKey(of.activation.module, of.cls)}`
    : `instance-fn:${functionKey(of.activation.module, of.fn)}`;

/** Member assignments of the whole program, indexed by the object that they change. Made at first use. */
function storeIndex(m: Machine): ReadonlyMap<string, readonly StoreEntry[]> {
  if (m.stores === 'building' || m.hierarchy === 'building') return new Map();
  // What `this` is must be known before what is stored in it.
  hierarchyOf(m);
  if (m.stores) return m.stores;
  m.stores = 'building';
  const index = new Map<string, StoreEntry[]>();
  const add = (target: Value, entry: StoreEntry): void => {
    const key = storeKey(target);
    const kept = target.kind === 'instance' ? { ...entry, instance: target } : entry;
    if (key === undefined) return;
    index.set(key, [...(index.get(key) ?? []), kept]);
    noteEntry(m, 'stores', key, signOfStore(m, kept));
  };
  for (const file of m.program.files) {
    const module = m.program.modules.get(file);
    if (!module) continue;
    indexing(m, file, () => {
      for (const { target, entry } of askAside(m, () => objectChanges(m, module))) add(target, entry);
      for (const store of module.stores)
        for (const { target, entry } of askAside(m, () => changeBy(m, module, store))) add(target, entry);
    });
  }
  m.stores = index;
  return index;
}

function changeBy(m: Machine, module: ModuleSummary, store: Store): readonly ObjectChange[] {
  const root = rootActivation(m, module, store.within);
  if (store.path.some((key) => key.kind !== 'literal')) {
    const made = changesByRuns(m, module, store, root);
    if (made.length > 0) return made;
  }
  const path = pathIn(m, store, root);
  if (!path) return [];
  const entry: StoreEntry = { path, value: { kind: 'expr', expr: store.value, activation: root } };
  const own = evaluate(m, store.target, root).flatMap(({ value: target }) =>
    isOwnField(store, target) ? [] : [{ target, entry }],
  );
  return [...own, ...defaultsBehind(m, store, entry, root)];
}

/** What a constructor function sets of what it makes is a field, and read as one. */
const isOwnField = ({ target, within, path }: Store, of: Value): boolean =>
  target.kind === 'this' &&
  path.length === 1 &&
  of.kind === 'instance' &&
  of.of.kind === 'function' &&
  of.of.fn === within;

function pathIn(m: Machine, { path }: Store, activation: Activation): readonly string[] | undefined {
  const values = path.map((p) => evaluate(m, p, activation).map(({ value }) => textOf(value)));
  const keys = values.map((texts) => (new Set(texts).size === 1 ? texts[0] : undefined));
  // An entry under one of several keys, or one that nobody knows, may be any.
  if (keys[0] === entriesOf && keys.includes(undefined)) return [entriesOf];
  return keys.every((key) => key !== undefined) ? keys : undefined;
}

/** More members than this that one store gives are not looked at. */
const mostMembers = 256;

/** `verbs.forEach((verb) => { Client.prototype[verb] = … })`: one member for each run of the callback, or round of a loop. */
function changesByRuns(
  m: Machine,
  module: ModuleSummary,
  store: Store,
  root: Activation,
): readonly ObjectChange[] {
  const [first] = store.path;
  const isEntry = first?.kind === 'literal' && first.value === entriesOf;
  const shared = evaluate(m, store.target, root).flatMap(({ value }) =>
    value.kind === 'function' || value.kind === 'class' || (isEntry && value.kind === 'object')
      ? [value]
      : [],
  );
  const key = store.path.at(-1);
  if (shared.length === 0 || !key) return [];
  const runs = runsOf(m, module, store.within).flatMap((run) => roundsByKey(m, key, run));
  return runs.slice(0, mostMembers).flatMap((activation) => {
    const path = pathIn(m, store, activation);
    const value: Lazy = { kind: 'expr', expr: store.value, activation };
    return path ? shared.map((target) => ({ target, entry: { path, value } })) : [];
  });
}

/** `this.client.defaults.headers.common.Authorization = x` changes the client, wherever it is kept. */
function defaultsBehind(
  m: Machine,
  store: Store,
  entry: StoreEntry,
  activation: Activation,
): readonly ObjectChange[] {
  const at = entry.path.indexOf('defaults');
  if (at < 1) return [];
  const client = store.path
    .slice(0, at)
    .reduce<Expr>((object, key) => ({ kind: 'member', object, key, at: store.at }), store.target);
  const path = entry.path.slice(at);
  return evaluate(m, client, activation).map(({ value: target }) => ({ target, entry: { ...entry, path } }));
}

/**
 * Looks up what the program assigns to shared objects, before anything is asked of it. What was found out meanwhile
 * was found without knowing all of that, and is forgotten.
 */
export function prepareStores(m: Machine): void {
  if (m.stores) return;
  storeIndex(m);
  for (const activation of [...m.roots.values(), ...m.activations.values()]) {
    activation.memo.clear();
    forgetOutcomes(activation);
  }
  forgetRuns(m);
}

export function storesOf(m: Machine, key: string): readonly StoreEntry[] {
  readKey(m, 'stores', key);
  return storeIndex(m).get(key) ?? [];
}

/** Values that the program assigns to one member of an object. */
export function storedUnder(m: Machine, key: string, name: string): readonly Lazy[] {
  return storesOf(m, key).flatMap((s) => (s.path.length === 1 && s.path[0] === name ? [s.value] : []));
}

/** Values that code outside of a class assigns to a field of an instance, or of one that may be it. */
export function storedIn(
  m: Machine,
  instance: InstanceValue,
  of: InstanceValue['of'],
  name: string,
): readonly Lazy[] {
  return storesOf(m, instanceKey(of)).flatMap(({ path, value, instance: changed }) =>
    path.length === 1 && path[0] === name && changed && mayBeOne(changed, instance) ? [value] : [],
  );
}

/** Versions of one instance share the runs of its constructors. */
const mayBeOne = (a: InstanceValue, b: InstanceValue): boolean =>
  a.isRoot || b.isRoot || a.constructions === b.constructions;

/** Under which member stores keep the entries of a map. */
const entriesOf = '@entries';

/** What the program sets as an entry of a map that several functions share. */
export const entriesStored = (m: Machine, map: ObjectValue, name: string): readonly Lazy[] =>
  map.home === undefined || map.isExact
    ? []
    : storesOf(m, `home:${map.home}`).flatMap(({ path: [first, key, ...deeper], value }) =>
        first === entriesOf && key === name && deeper.length === 0 ? [value] : [],
      );

/** A map with all that the program sets as its entries; under unknown keys, it may hold more. */
export function withEntries(m: Machine, map: ObjectValue): ObjectValue {
  if (map.builtin !== 'Map' || map.home === undefined || map.isExact) return map;
  const props = new Map(map.props);
  let { open } = map;
  for (const { path, value } of storesOf(m, `home:${map.home}`)) {
    const [first, key, ...deeper] = path;
    if (first !== entriesOf || deeper.length > 0) continue;
    if (key === undefined) open ??= unknownEntry(value);
    else if (!props.has(key)) props.set(key, value);
  }
  return { ...map, props, open };
}

/** What stands for an entry under a key that nobody knows. */
export function unknownEntry(value: Lazy): ObjectValue['open'] {
  const file = value.kind === 'expr' ? value.activation.module.file : '';
  return { kind: 'hole', reason: 'dynamic-key', name: 'entry', at: { file, start: 0, end: 0 } };
}

/** An object's properties with what the program assigns to it later. */
export function withStores(m: Machine, object: ObjectValue): ReadonlyMap<string, Lazy> {
  if (object.home === undefined) return object.props;
  const stores = storesOf(m, `home:${object.home}`);
  if (stores.length === 0) return object.props;
  const props = new Map(object.props);
  for (const { path, value } of stores) {
    const [name] = path;
    if (path.length === 1 && name !== undefined) props.set(name, value);
  }
  return props;
}
