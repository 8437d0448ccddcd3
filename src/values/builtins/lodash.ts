import { flatMap, largestTable } from '../alternatives.js';
import { argumentAt, invoke } from '../call.js';
import { hole } from '../holes.js';
import { callOf } from '../machine.js';
import { memberOf } from '../member.js';
import { pathOf } from '../path-of.js';
import {
  lazyValue,
  stringValue,
  sure,
  textOf,
  type Alternatives,
  type ExternalValue,
  type Lazy,
  type ObjectValue,
  type Value,
} from '../value.js';
import { callbacksOf, functionsAt, type Callback } from './callbacks.js';
import type { BuiltinCall } from './context.js';
import { callMethod } from './index.js';

/*
 * Functions of lodash, and of packages like it, over collections: what methods of lists do, of the first argument, which
 * may also be an object.
 */

const likeLodash = /^(?:lodash(?:-es)?|underscore|es-toolkit(?:\/compat)?)$/;
/** The function of lodash that a module is for: `lodash/throttle.js`, `lodash.clonedeep`. */
const ofOne = /^lodash(?:-es)?[./](\w+)(?:\.js)?$/;

export const onlyOfLodash = (module: string, path: string): string | undefined =>
  /^(?:default)?$/.test(path) ? ofOne.exec(module)?.[1] : undefined;

/** The methods of lists that functions over collections are like, by their names in small letters, as packages of one function have them. */
const methods: ReadonlyMap<string, string> = new Map([
  ...['map', 'filter', 'flatMap', 'find', 'findLast', 'some', 'every', 'reduce', 'forEach', 'mapValues'].map(
    (name) => [name.toLowerCase(), name] as const,
  ),
  ['each', 'forEach'],
  ['any', 'some'],
  ['all', 'every'],
  ['collect', 'map'],
]);
const plain: ReadonlyMap<string, string> = new Map([
  ...['join', 'concat', 'slice', 'reverse'].map((name) => [name, name] as const),
  ['flatten', 'flat'],
]);

/** The name of such a function, in small letters. */
const nameOf = (module: string, path: string): string =>
  (onlyOfLodash(module, path) ?? (likeLodash.test(module) ? path : '')).toLowerCase();

/** The functions that a function over a collection calls. */
export function collectionCallbacks(callee: ExternalValue, call: BuiltinCall): readonly Callback[] {
  const name = methods.get(nameOf(callee.module, pathOf(callee.steps)));
  if (name === undefined) return [];
  return argumentAt(call.m, call.args, 0).flatMap(({ value }) => callbacksOn(value, name, call));
}

function callbacksOn(receiver: Value, name: string, call: BuiltinCall): readonly Callback[] {
  if (receiver.kind === 'object' && receiver.builtin === undefined)
    return name === 'reduce' ? [] : ofMembers(receiver, call);
  const method = name === 'mapValues' ? 'map' : name;
  const found = callbacksOf({ kind: 'method', receiver, name: method }, withoutFirst(call));
  return found.map((callback) => ({ ...callback, argument: callback.argument + 1 }));
}

const withoutFirst = (call: BuiltinCall): BuiltinCall => ({ ...call, args: call.args.slice(1) });

/** Once for each member, with its name. */
function ofMembers({ props, open }: ObjectValue, call: BuiltinCall): readonly Callback[] {
  const other: readonly [string, Lazy] = ['other', lazyValue(unknown(call, 'item'))];
  const known = props.size > largestTable ? [] : [...props];
  const members = open || known.length < props.size ? [...known, other] : known;
  return functionsAt(call, 1).flatMap((fn) =>
    members.map((member): Callback => {
      const [key, value] = member;
      const name = lazyValue(member === other ? unknown(call, 'key') : stringValue(key));
      const args = [value, name].map((lazy) => ({ spread: false, value: lazy }));
      return { fn, args, tag: `member:${key}`, element: member === other ? 'other' : undefined, argument: 1 };
    }),
  );
}

const unknown = ({ site: { activation, index } }: BuiltinCall, name: string): Value =>
  hole('runtime', name, activation.module, callOf(activation.module, index).at);

/** What a function over a collection gives. */
export function callLodash(module: string, path: string, call: BuiltinCall): Alternatives | undefined {
  const name = nameOf(module, path);
  if (name === 'get') return memberAt(call);
  const method = methods.get(name) ?? plain.get(name);
  if (method === undefined) return undefined;
  const collections = argumentAt(call.m, call.args, 0);
  if (method === 'forEach') return collections;
  const found = collections.map(({ value, guards }) => ({ given: resultOf(value, method, call), guards }));
  return found.every(({ given }) => given !== undefined)
    ? found.flatMap(({ given, guards }) => flatMap([{ value: true, guards }], () => given ?? []))
    : undefined;
}

function resultOf(collection: Value, method: string, call: BuiltinCall): Alternatives | undefined {
  if (collection.kind === 'array')
    return callMethod(
      call.m,
      { kind: 'method', receiver: collection, name: method },
      call.args.slice(1),
      call.site,
    );
  const isMapped = method === 'map' || method === 'mapValues';
  if (collection.kind !== 'object' || collection.builtin !== undefined || collection.open || !isMapped)
    return undefined;
  const { activation, index } = call.site;
  const from = { call: callOf(activation.module, index), index, activation };
  const callbacks = ofMembers(collection, call);
  if (callbacks.length !== collection.props.size) return undefined;
  const results = callbacks.map(({ fn, args, tag }): Lazy => ({
    kind: 'values',
    values: invoke(call.m, fn, args, undefined, activation, tag, from),
  }));
  if (method === 'map') return sure({ kind: 'array', items: results, open: undefined });
  const keys = [...collection.props.keys()];
  const props = new Map(keys.flatMap((key, i) => (results[i] ? [[key, results[i]] as const] : [])));
  return sure({ kind: 'object', props, open: undefined, home: undefined });
}

/** `get(object, 'a.b', otherwise)`. */
function memberAt(call: BuiltinCall): Alternatives | undefined {
  const [path, ...others] = argumentAt(call.m, call.args, 1);
  const text = path && others.length === 0 ? textOf(path.value) : undefined;
  if (text === undefined || !/^[\w$]+(?:\.[\w$]+)*$/.test(text)) return undefined;
  const { activation, index } = call.site;
  const { at } = callOf(activation.module, index);
  const found = text
    .split('.')
    .reduce(
      (values, key) => flatMap(values, (value) => memberOf(call.m, value, key, activation, at)),
      argumentAt(call.m, call.args, 0),
    );
  return flatMap(found, (value) =>
    value.kind === 'undefined' && call.args.length > 2 ? argumentAt(call.m, call.args, 2) : sure(value),
  );
}
