import { callFunction } from '../values/call.js';
import { map } from '../values/alternatives.js';
import { hole } from '../values/holes.js';
import { askAside, functionKey, rootActivation, type Machine } from '../values/machine.js';
import { findOnce } from '../values/remember.js';
import {
  lazyValue,
  stringValue,
  sure,
  textOf,
  type Alternatives,
  type FunctionValue,
  type Lazy,
  type ObjectValue,
  type Value,
} from '../values/value.js';
import type { ClientCall } from './client-model.js';
import { fileOf, property } from './client-values.js';
import { requestInterceptors } from './instance-changes.js';
import { headersSetBy } from './request-hooks.js';

/** What a request interceptor sees, and what of it may be others after it. */
export interface Config {
  /** The options that the call gives: interceptors decide by members of their own, too. */
  readonly options: Alternatives;
  readonly url: Alternatives;
  readonly baseURL: Alternatives;
  readonly method: Alternatives;
  /** Objects of headers that interceptors add. */
  readonly added: readonly Alternatives[];
}

/** A request's config after the client's interceptors. What they leave alone, and what can't be told, stays. */
export function intercepted(call: ClientCall, config: Config): Config {
  return requestInterceptors(call.m, call.callee, fileOf(call)).reduce(
    (current, fn) => (isIdle(call, config.method, fn) ? current : afterOne(call, current, fn)),
    config,
  );
}

const idle = new WeakMap<Machine, Map<string, boolean>>();

/**
 * Whether an interceptor leaves all alone that requests of a method are told by, whatever their URL and whoever made
 * the client: of one that does its work on bodies, that is found out once, not for each request.
 */
function isIdle(call: ClientCall, method: Alternatives, fn: FunctionValue): boolean {
  const { m } = call;
  const known = idle.get(m) ?? new Map<string, boolean>();
  idle.set(m, known);
  const key = `${functionKey(fn.activation.module, fn.fn)} ${method.map(({ value }) => textOf(value) ?? '').join()}`;
  return findOnce(m, known, key, () => askAside(m, () => leavesAlone(call, method, fn)));
}

function leavesAlone(call: ClientCall, method: Alternatives, fn: FunctionValue): boolean {
  const { module } = fn.activation;
  const url = sure<Value>(hole('runtime', 'url', module, [0, 0]));
  const baseURL = sure<Value>(hole('runtime', 'baseURL', module, [0, 0]));
  const parent = rootActivation(call.m, module, module.functions[fn.fn]?.parent ?? 0);
  const rest = hole('runtime', 'config', module, [0, 0]);
  const options = sure<Value>({ kind: 'object', props: new Map(), open: rest, home: undefined });
  const config = { options, url, baseURL, method: map(method, lowerCase), added: [] };
  const configs = returnedBy(call, config, { ...fn, activation: parent });
  const isLeft = (key: 'url' | 'baseURL' | 'method'): boolean =>
    property(call, configs, key).every(({ value }) => config[key].some((g) => g.value === value));
  return (
    configs.every(({ value }) => value.kind === 'object' && (!value.open || value.open === rest)) &&
    (['url', 'baseURL', 'method'] as const).every(isLeft) &&
    property(call, configs, 'headers').every(({ value }) => isEmpty(value)) &&
    headersSetBy(call.m, fn).length === 0
  );
}

const isEmpty = (headers: Value): boolean =>
  headers.kind === 'object' && headers.props.size === 0 && !headers.open;

function afterOne(call: ClientCall, config: Config, fn: FunctionValue): Config {
  const configs = returnedBy(call, { ...config, method: map(config.method, lowerCase) }, fn).filter(
    ({ value }) => value.kind === 'object',
  );
  if (configs.length === 0) return { ...config, added: [...config.added, ...headersSetBy(call.m, fn)] };
  const read = (key: 'url' | 'baseURL' | 'method'): Alternatives =>
    known(property(call, configs, key), config[key]);
  return {
    options: configs,
    url: read('url'),
    baseURL: read('baseURL'),
    method: read('method'),
    added: [...config.added, property(call, configs, 'headers'), ...headersSetBy(call.m, fn)],
  };
}

/** What an interceptor gives back for a config. */
function returnedBy({ m }: ClientCall, config: Config, fn: FunctionValue): Alternatives {
  return callFunction(
    m,
    fn,
    [{ spread: false, value: { kind: 'values', values: map(config.options, (o) => seen(config, o)) } }],
    undefined,
    undefined,
    'interceptor',
  );
}

/** The config that an interceptor is given: a copy of the options of the call. */
function seen({ url, baseURL, method }: Config, options: Value): ObjectValue {
  const props = new Map<string, Lazy>([
    ...(options.kind === 'object' ? options.props : []),
    ['url', { kind: 'values', values: url }],
    ['baseURL', { kind: 'values', values: baseURL }],
    ['method', { kind: 'values', values: method }],
    ['headers', lazyValue({ kind: 'object', props: new Map(), open: undefined, home: undefined })],
  ]);
  const open = options.kind === 'object' ? options.open : options.kind === 'hole' ? options : undefined;
  return { kind: 'object', props, open, home: undefined };
}

/** Axios spells methods so before interceptors see them. */
const lowerCase = (method: Value): Value => {
  const text = textOf(method);
  return text === undefined ? method : stringValue(text.toLowerCase());
};

/** What is set to something unknown is unknown, unless nothing of the result can be told. */
const known = (after: Alternatives, before: Alternatives): Alternatives =>
  after.length > 0 ? after : before;
