import { flatMap, map } from '../alternatives.js';
import { argumentAt, enterFunction, listArguments, returnsOf } from '../call.js';
import { hole } from '../holes.js';
import { callOf, isRecursive, type Machine } from '../machine.js';
import { withEntries } from '../stores.js';
import { stringOf, type Part } from '../parts.js';
import { promiseMethods } from '../promises.js';
import { toParts } from '../to-string.js';
import {
  lazyValue,
  stringValue,
  sure,
  type Alternatives,
  type Argument,
  type CallSite,
  type ExternalValue,
  type MethodValue,
  type Value,
} from '../value.js';
import { callArrayMethod, isArrayMethod } from './array.js';
import { callbacksOf } from './callbacks.js';
import { arrayFrom, newSet } from './collections.js';
import type { BuiltinCall } from './context.js';
import { getEntry, hasEntry, hasOwnMember, makeBuiltin, objectFunctions } from './object.js';
import { callPackage } from './packages.js';
import { makeProxy, reflectGet } from './proxy.js';
import { executed, newRegExp } from './pattern-match.js';
import { testText } from './pattern-test.js';
import { callStringMethod, isHoleMethod } from './string.js';
import { encode, encodeComponent, toNumber } from './conversion.js';
import { borrowed, callFunctionMethod } from './function.js';
import { pathOf } from '../path-of.js';
import { rawTemplate } from './template.js';
import { resolveUrl, urlProperty } from './url.js';

const objectMethods: ReadonlySet<string> = new Set([
  'get',
  'has',
  'set',
  'append',
  'toString',
  'entries',
  'keys',
  'values',
  'forEach',
  'delete',
]);

/** Whether a builtin value has a method of this name that evaluation knows. */
export function hasMethod(value: Value, name: string): boolean {
  if (promiseMethods.has(name)) return value.kind !== 'instance' && value.kind !== 'namespace';
  switch (value.kind) {
    case 'array':
      return isArrayMethod(name);
    case 'hole':
      return isHoleMethod(name);
    case 'url':
      return name === 'toString' || name === 'toJSON';
    case 'object':
      if (value.builtin === undefined) return name === 'hasOwnProperty';
      return objectMethods.has(name);
    default:
      return false;
  }
}

/** Calls a method of a builtin value; undefined when the result can't be told. */
export function callMethod(
  m: Machine,
  method: MethodValue,
  args: readonly Argument[],
  site: CallSite,
): Alternatives | undefined {
  const call: BuiltinCall = { m, args, site };
  const { receiver, name } = method;
  if (promiseMethods.has(name)) return settle(method, call);
  switch (receiver.kind) {
    case 'function':
    case 'method':
      return callFunctionMethod(receiver, name, call);
    case 'string':
      return callStringMethod(receiver, name, call);
    case 'regexp':
      return name === 'test'
        ? testText(receiver, call)
        : name === 'exec'
          ? executed(receiver, call)
          : undefined;
    case 'hole':
      return callStringMethod(
        { kind: 'string', parts: toParts(m, receiver, undefined, site.activation) },
        name,
        call,
      );
    case 'number':
    case 'boolean':
      return name === 'toString' || name === 'toFixed'
        ? sure(stringValue(String(receiver.value)))
        : undefined;
    case 'array':
      return callArrayMethod(receiver, name, call);
    case 'url':
      return sure(urlProperty(receiver, 'href') ?? receiver);
    case 'object':
      return callObjectMethod(receiver, name, call);
    default:
      return undefined;
  }
}

function callObjectMethod(
  self: Extract<Value, { kind: 'object' }>,
  name: string,
  call: BuiltinCall,
): Alternatives | undefined {
  const receiver = /^(?:entries|keys|values)$/.test(name) ? withEntries(call.m, self) : self;
  if (name === 'hasOwnProperty') return hasOwnMember(call, receiver, 0);
  if (name === 'get') return getEntry(receiver, call);
  if (name === 'toString') return sure(queryHole(call, receiver));
  if (name === 'entries') {
    const items = [...receiver.props].map(([key, lazy]) =>
      lazyValue({ kind: 'array', items: [lazyValue(stringValue(key)), lazy], open: undefined }),
    );
    return sure({ kind: 'array', items, open: receiver.open });
  }
  if (name === 'keys')
    return sure({
      kind: 'array',
      items: [...receiver.props.keys()].map((k) => lazyValue(stringValue(k))),
      open: receiver.open,
    });
  if (name === 'values')
    return sure({ kind: 'array', items: [...receiver.props.values()], open: receiver.open });
  if (name === 'has') return hasEntry(receiver, call);
  if (name === 'delete') return undefined;
  return sure(receiver);
}

/** The query string of parameters: unknown text, whose parts can be asked for. */
function queryHole(call: BuiltinCall, query?: Extract<Value, { kind: 'object' }>): Value {
  const { activation, index } = call.site;
  const text = hole('runtime', 'query', activation.module, callOf(activation.module, index).at);
  return query ? { ...text, query } : text;
}

/** `promise.then(f)`: what `f` makes of the value; without a known function, the value itself. */
function settle(method: MethodValue, call: BuiltinCall): Alternatives {
  if (method.name !== 'then') return sure(method.receiver);
  const [callback] = callbacksOf(method, call);
  const from = {
    call: callOf(call.site.activation.module, call.site.index),
    index: call.site.index,
    activation: call.site.activation,
  };
  if (!callback || isRecursive(callback.fn.activation.module, callback.fn.fn, from))
    return sure(method.receiver);
  return returnsOf(call.m, enterFunction(call.m, callback.fn, callback.args, undefined, from, callback.tag));
}

/** What packages export that makes what the global `URL` makes. */
const urlClasses: Readonly<Record<string, readonly string[]>> = {
  url: ['URL'],
  'node:url': ['URL'],
  'whatwg-url': ['URL'],
  'url-parse': ['', 'default'],
};

/** Calls a global or a known function of a package; undefined for everything else. */
export function callExternal(
  m: Machine,
  callee: ExternalValue,
  args: readonly Argument[],
  site: CallSite,
): Alternatives | undefined {
  const call: BuiltinCall = { m, args, site };
  const wrapped = wrappedClient(callee, call);
  if (wrapped) return wrapped;
  const names: string[] = [];
  for (const step of callee.steps) {
    if (step.kind === 'member') names.push(step.name);
    else if (step.kind === 'new' && callee.module !== 'global') names.push('new');
    else return undefined;
  }
  const path = names.join('.');
  if (callee.module !== 'global') {
    if (urlClasses[callee.module]?.includes(path) === true) return callGlobal('URL', call);
    return callPackage(callee.module, path, call);
  }
  return callGlobal(path, call);
}

/** `pThrottle(options)(fetch)` sends what `fetch` sends. */
function wrappedClient(callee: ExternalValue, call: BuiltinCall): Alternatives | undefined {
  const isWrapper =
    (callee.module === 'p-throttle' && /^(?:default)?\(\)$/.test(pathOf(callee.steps))) ||
    (callee.module === 'bottleneck' && /new\.wrap$/.test(pathOf(callee.steps)));
  if (!isWrapper) return undefined;
  const given = argumentAt(call.m, call.args, 0);
  return given.length > 0 && given.every(({ value }) => value.kind === 'external') ? given : undefined;
}

function callGlobal(path: string, call: BuiltinCall): Alternatives | undefined {
  const first = (): Alternatives => argumentAt(call.m, call.args, 0);
  const object = Object.hasOwn(objectFunctions, path) ? objectFunctions[path] : undefined;
  if (object) return object(call);
  const [, method, how] = /^(?:Array|String)\.prototype\.(\w+)\.(\w+)$/.exec(path) ?? [];
  if (method !== undefined && how !== undefined) return borrowed(method, how, call);
  switch (path) {
    case 'encodeURIComponent':
    case 'encodeURI':
      return map(asString(call, 0), path === 'encodeURI' ? (v) => encode(v, encodeURI) : encodeComponent);
    case 'decodeURIComponent':
    case 'decodeURI':
    case 'String':
      return asString(call, 0);
    case 'Number':
    case 'parseInt':
    case 'parseFloat':
      return map(first(), (v) => toNumber(v));
    case 'RegExp':
      return newRegExp(call);
    case 'URL':
      return newUrl(call);
    case 'URLSearchParams':
    case 'Headers':
    case 'Map':
      return makeBuiltin(path, call);
    case 'Proxy':
      return makeProxy(call);
    case 'Reflect.get':
      return reflectGet(call);
    case 'Array.from':
      return arrayFrom(call);
    case 'Set':
      return newSet(call);
    case 'Array.isArray':
      return map(first(), (v) => isArray(v) ?? queryHole(call));
    case 'Array.of':
      return sure({ kind: 'array', items: listArguments(call.m, call.args).items, open: undefined });
    case 'Promise.resolve':
      return first();
    case 'Promise.all':
    case 'Promise.allSettled':
    case 'Promise.race':
    case 'Promise.any':
      return first();
    case 'Promise':
      return sure(
        hole(
          'runtime',
          'promise',
          call.site.activation.module,
          callOf(call.site.activation.module, call.site.index).at,
        ),
      );
    case '$.param':
    case 'jQuery.param':
      return map(first(), (v) => queryHole(call, v.kind === 'object' ? v : undefined));
    case 'String.raw':
      return rawTemplate(call);
    case 'Deno.env.get':
      return map(first(), (v): Value => {
        const parts = v.kind === 'string' ? v.parts : [];
        const name = parts[0]?.kind === 'text' ? parts[0].text : 'environment';
        return hole(
          'environment',
          `env:${name}`,
          call.site.activation.module,
          callOf(call.site.activation.module, call.site.index).at,
        );
      });
    default:
      return undefined;
  }
}

function isArray(value: Value): Value | undefined {
  if (value.kind === 'hole' || value.kind === 'external') return undefined;
  return { kind: 'boolean', value: value.kind === 'array' };
}

function asString(call: BuiltinCall, index: number): Alternatives {
  return map(argumentAt(call.m, call.args, index), (v) =>
    stringOf(toParts(call.m, v, undefined, call.site.activation)),
  );
}

function newUrl(call: BuiltinCall): Alternatives {
  return flatMap(argumentAt(call.m, call.args, 0), (input) =>
    map(argumentAt(call.m, call.args, 1), (base) => {
      const parts = (v: Value): Part[] => toParts(call.m, v, undefined, call.site.activation);
      // Where others take a base, `url-parse` may be told whether to read the query.
      const isBase = base.kind !== 'undefined' && base.kind !== 'boolean';
      return resolveUrl(parts(input), isBase ? parts(base) : undefined);
    }),
  );
}
