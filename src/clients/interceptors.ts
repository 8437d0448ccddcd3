import { callFunction } from '../values/call.js';
import { map } from '../values/alternatives.js';
import { hole } from '../values/holes.js';
import { askAside, functionKey, rootActivation, type Machine } from '../values/machine.js';
import {
  lazyValue,
  stringValue,
  sure,
  textOf,
  type Alternatives,
  type FunctionValue,
  type ObjectValue,
  type Value,
} from '../values/value.js';
import type { ClientCall } from './client-model.js';
import { fileOf, property } from './client-values.js';
import { requestInterceptors } from './instance-changes.js';
import { headersSetBy } from './request-hooks.js';

/** What a request interceptor sees and may replace. */
export interface Config {
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
  const { module } = fn.activation;
  const known = idle.get(m) ?? new Map<string, boolean>();
  idle.set(m, known);
  const key = `${functionKey(module, fn.fn)} ${method.map(({ value }) => textOf(value) ?? '').join()}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const any = hole('runtime', 'url', module, [0, 0]);
  const base = hole('runtime', 'baseURL', module, [0, 0]);
  const config = { url: sure<Value>(any), baseURL: sure<Value>(base), method, added: [] };
  const parent = module.functions[fn.fn]?.parent ?? 0;
  const alike = { ...fn, activation: rootActivation(m, module, parent) };
  const after = askAside(m, () => afterOne(call, config, alike));
  const isSame = (['url', 'baseURL', 'method'] as const).every((part) => isOneOf(after[part], config[part]));
  const answer = isSame && after.added.every((headers) => headers.every(({ value }) => isEmpty(value)));
  known.set(key, answer);
  return answer;
}

const isOneOf = (after: Alternatives, before: Alternatives): boolean =>
  after.every(({ value }) =>
    before.some((b) => b.value === value || (textOf(value) !== undefined && isSameMethod(b.value, value))),
  );

const isSameMethod = (a: Value, b: Value): boolean => textOf(a)?.toLowerCase() === textOf(b)?.toLowerCase();

const isEmpty = (headers: Value): boolean =>
  headers.kind === 'undefined' || (headers.kind === 'object' && headers.props.size === 0 && !headers.open);

function afterOne(call: ClientCall, config: Config, fn: FunctionValue): Config {
  const configs = configsReturned(call, config, fn);
  if (configs.length === 0) return { ...config, added: [...config.added, ...headersSetBy(call.m, fn)] };
  const read = (key: 'url' | 'baseURL' | 'method'): Alternatives =>
    known(property(call, configs, key), config[key]);
  return {
    url: read('url'),
    baseURL: read('baseURL'),
    method: read('method'),
    added: [...config.added, property(call, configs, 'headers'), ...headersSetBy(call.m, fn)],
  };
}

function configsReturned({ m }: ClientCall, config: Config, fn: FunctionValue): Alternatives {
  const props = new Map([
    ['url', { kind: 'values' as const, values: config.url }],
    ['baseURL', { kind: 'values' as const, values: config.baseURL }],
    ['method', { kind: 'values' as const, values: map(config.method, lowerCase) }],
    ['headers', lazyValue({ kind: 'object', props: new Map(), open: undefined, home: undefined })],
  ]);
  const given: ObjectValue = { kind: 'object', props, open: undefined, home: undefined };
  const args = [{ spread: false, value: lazyValue(given) }];
  return callFunction(m, fn, args, undefined, undefined, 'interceptor').filter(
    (a) => a.value.kind === 'object',
  );
}

/** Axios spells methods so before interceptors see them. */
const lowerCase = (method: Value): Value => {
  const text = textOf(method);
  return text === undefined ? method : stringValue(text.toLowerCase());
};

/** An interceptor whose result can't be told leaves what was there. */
function known(after: Alternatives, before: Alternatives): Alternatives {
  const told = after.filter((a) => a.value.kind !== 'hole' || before.some((b) => b.value === a.value));
  return told.length > 0 ? told : before;
}
