import { flatMap } from '../alternatives.js';
import { argumentAt, invoke } from '../call.js';
import { force } from '../evaluate.js';
import { decisions, noGuards } from '../guards.js';
import { hole } from '../holes.js';
import { askAside, callOf, type Machine } from '../machine.js';
import { memberOf } from '../member.js';
import {
  lazyValue,
  stringValue,
  sure,
  textOf,
  undefinedValue,
  type Activation,
  type Alternatives,
  type Argument,
  type FunctionValue,
  type Guards,
  type Lazy,
  type ObjectValue,
  type Value,
} from '../value.js';
import type { Callback } from './callbacks.js';
import type { BuiltinCall } from './context.js';

/** More members than this of one proxy are not told apart. */
const mostMembers = 1_024;

type Proxied = NonNullable<ObjectValue['proxy']>;

/** `new Proxy(target, handler)`: an object whose members its handler reads; undefined where the handler isn't known. */
export function makeProxy(call: BuiltinCall): Alternatives | undefined {
  const handlers = argumentAt(call.m, call.args, 1);
  if (handlers.length === 0 || handlers.some(({ value }) => value.kind !== 'object' || value.proxy))
    return undefined;
  const { activation, index } = call.site;
  const open = hole('runtime', 'proxy', activation.module, callOf(activation.module, index).at);
  return flatMap(argumentAt(call.m, call.args, 0), (target) =>
    flatMap(handlers, (handler) => {
      if (handler.kind !== 'object') return [];
      const get = trapOf(call.m, handler, 'get');
      // Without a trap, members are the target's own.
      if (!get) return sure(handler.open ? open : target);
      const apply = trapOf(call.m, handler, 'apply');
      const proxy = { target, handler, get, ...(apply && { apply }) };
      return sure<Value>({ kind: 'object', props: new Map(), open, home: undefined, proxy });
    }),
  );
}

function trapOf(m: Machine, handler: ObjectValue, name: string): Proxied['get'] | undefined {
  const lazy = handler.props.get(name);
  const values = lazy ? force(m, lazy) : [];
  return values.length === 1 && values[0]?.value.kind === 'function' ? values[0].value : undefined;
}

/** `Reflect.get(target, key)` is `target[key]`. */
export function reflectGet(call: BuiltinCall): Alternatives {
  const { activation, index } = call.site;
  const { at } = callOf(activation.module, index);
  return flatMap(argumentAt(call.m, call.args, 0), (target) =>
    flatMap(argumentAt(call.m, call.args, 1), (key) => {
      const name = textOf(key);
      return name === undefined
        ? sure<Value>(hole('dynamic-key', 'member', activation.module, at))
        : memberOf(call.m, target, name, activation, at);
    }),
  );
}

/** Arguments by which one member is read; kept, so that each read is the same run of the trap. */
const reads = new WeakMap<object, Map<string, Callback['args']>>();

function argumentsFor(proxied: Proxied, name: string, receiver: ObjectValue): Callback['args'] {
  const known = reads.get(proxied) ?? new Map<string, Callback['args']>();
  reads.set(proxied, known);
  const args =
    known.get(name) ??
    [proxied.target, stringValue(name), receiver].map((value) => ({
      spread: false,
      value: lazyValue(value),
    }));
  known.set(name, args);
  return args;
}

/** A member of a proxy is what its handler's `get` gives for the name. */
export function proxyMember(
  m: Machine,
  object: ObjectValue,
  name: string,
  activation: Activation,
): Alternatives {
  const { proxy } = object;
  if (!proxy) return [];
  const args = argumentsFor(proxy, name, object);
  return invoke(m, proxy.get, args, sure<Value>(proxy.handler), activation, `get ${name}`);
}

/** The run of the `apply` trap of a proxy that is called; undefined where calls go to the target itself. */
export function proxyCall(
  callee: ObjectValue,
  args: readonly Argument[],
): { readonly fn: FunctionValue; readonly args: readonly Argument[] } | undefined {
  const { proxy } = callee;
  if (!proxy?.apply) return undefined;
  const { target, handler, apply } = proxy;
  const items = args.every(({ spread }) => !spread) ? args.map(({ value }) => value) : undefined;
  if (!items) return undefined;
  const passed: readonly Value[] = [target, undefinedValue, { kind: 'array', items, open: undefined }];
  return {
    fn: { ...apply, self: apply.self ?? sure<Value>(handler) },
    args: passed.map((value) => ({ spread: false, value: lazyValue(value) })),
  };
}

/** The reads of all members that a new proxy lists: whoever gets it may make any of them. */
export const proxyCallbacks = (call: BuiltinCall): readonly Callback[] =>
  askAside(call.m, () => memberReads(call));

function memberReads(call: BuiltinCall): readonly Callback[] {
  const { m, site } = call;
  const made = makeProxy(call) ?? [];
  const out: Callback[] = [];
  for (const { value } of made) {
    if (value.kind !== 'object' || !value.proxy) continue;
    const { target, handler, get } = value.proxy;
    const fn = { ...get, self: get.self ?? sure<Value>(handler) };
    for (const { names, guards } of namesOf(m, value.proxy, site.activation)) {
      const self = lazyValue(under(target, guards));
      const which = decisions(guards)
        .map(({ branch }) => branch)
        .join();
      for (const name of names) {
        const args = [self, lazyValue(stringValue(name)), lazyValue(value)];
        out.push({
          fn,
          args: args.map((a) => ({ spread: false, value: a })),
          tag: `member:${which}:${name}`,
          element: undefined,
          argument: 1,
        });
        if (out.length > mostMembers * 2) return [];
      }
    }
  }
  return out;
}

interface Names {
  readonly names: readonly string[];
  readonly guards: Guards;
}

/** What `ownKeys` lists; without it, the target's own keys. Nothing, where these aren't all known. */
function namesOf(m: Machine, { target, handler }: Proxied, activation: Activation): readonly Names[] {
  const ownKeys = trapOf(m, handler, 'ownKeys');
  if (!ownKeys)
    return target.kind === 'object' && !target.open && !handler.open
      ? [{ names: [...target.props.keys()], guards: noGuards }]
      : [];
  const args = [{ spread: false, value: lazyValue(target) }];
  const lists = invoke(m, ownKeys, args, sure<Value>(handler), activation, 'ownKeys');
  return lists.flatMap(({ value, guards }) => {
    if (value.kind !== 'array' || value.open || value.items.length > mostMembers) return [];
    const names = value.items.map((item) => {
      const [only, ...others] = force(m, item);
      return others.length === 0 && only ? textOf(only.value) : undefined;
    });
    return names.every((name) => name !== undefined) ? [{ names, guards }] : [];
  });
}

/** The target where some decisions were taken: its members are those that agree with them. */
function under(target: Value, guards: Guards): Value {
  if (target.kind !== 'object' || guards.size === 0) return target;
  const props = [...target.props].map(([name, value]): [string, Lazy] => [
    name,
    { kind: 'either', options: [{ value, guards }] },
  ]);
  return { ...target, props: new Map(props) };
}
