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
  type HoleValue,
  type Lazy,
  type ObjectValue,
  type Value,
} from '../values/value.js';
import type { ClientCall } from './client-model.js';
import { fileOf, property } from './client-values.js';
import { requestInterceptors } from './instance-changes.js';
import { option } from './options.js';
import { headersSetBy } from './request-hooks.js';

/** What a request interceptor sees, and what of it may be others after it. */
export interface Config {
  /** Options of the call, then of the instances on the way to it: interceptors decide by members of their own, too. */
  readonly options: readonly Alternatives[];
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
  const config = { options: [options], url, baseURL, method: map(method, lowerCase), added: [] };
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
    known(property(call, configs, key), config[key], config);
  return {
    options: [configs],
    url: read('url'),
    baseURL: read('baseURL'),
    method: read('method'),
    added: [...config.added, property(call, configs, 'headers'), ...headersSetBy(call.m, fn)],
  };
}

/** What an interceptor gives back for a config. */
const returnedBy = (call: ClientCall, config: Config, fn: FunctionValue): Alternatives =>
  callFunction(
    call.m,
    fn,
    [{ spread: false, value: lazyValue(seen(call, config)) }],
    undefined,
    undefined,
    'interceptor',
  );

/** The config that an interceptor is given: one object, with what the options of the call may be. */
function seen(call: ClientCall, { options, url, baseURL, method }: Config): ObjectValue {
  const all = options.flat().flatMap(({ value }) => (value.kind === 'object' ? [...value.props.keys()] : []));
  const given = [...new Set(all)].map((key): [string, Lazy] => [
    key,
    { kind: 'values', values: option(call, options, key) },
  ]);
  const props = new Map<string, Lazy>([
    ...given,
    ['url', { kind: 'values', values: url }],
    ['baseURL', { kind: 'values', values: baseURL }],
    ['method', { kind: 'values', values: method }],
    ['headers', lazyValue({ kind: 'object', props: new Map(), open: undefined, home: undefined })],
  ]);
  return { kind: 'object', props, open: openOf(options[0] ?? []), home: undefined };
}

/** What stands for members that nobody knows. */
const openOf = (options: Alternatives): HoleValue | undefined =>
  options.flatMap(({ value }) =>
    value.kind === 'hole' ? [value] : value.kind === 'object' && value.open ? [value.open] : [],
  )[0];

/** Axios spells methods so before interceptors see them. */
const lowerCase = (method: Value): Value => {
  const text = textOf(method);
  return text === undefined ? method : stringValue(text.toLowerCase());
};

/**
 * What is set to something unknown is unknown, where all options are known; of others, an interceptor whose result
 * can't be told leaves what was there.
 */
function known(after: Alternatives, before: Alternatives, { options }: Config): Alternatives {
  const isClosed = options[0]?.every(({ value }) => value.kind === 'object' && !value.open) === true;
  const told = after.filter(
    ({ value }) => isClosed || value.kind !== 'hole' || before.some((b) => b.value === value),
  );
  return told.length > 0 ? told : before;
}
