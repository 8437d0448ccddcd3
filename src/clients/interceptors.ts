import { callFunction } from '../values/call.js';
import { map } from '../values/alternatives.js';
import {
  lazyValue,
  stringValue,
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
    (current, fn) => afterOne(call, current, fn),
    config,
  );
}

function afterOne(call: ClientCall, config: Config, fn: FunctionValue): Config {
  const props = new Map([
    ['url', { kind: 'values' as const, values: config.url }],
    ['baseURL', { kind: 'values' as const, values: config.baseURL }],
    ['method', { kind: 'values' as const, values: map(config.method, lowerCase) }],
    ['headers', lazyValue({ kind: 'object', props: new Map(), open: undefined, home: undefined })],
  ]);
  const given: ObjectValue = { kind: 'object', props, open: undefined, home: undefined };
  const returned = callFunction(
    call.m,
    fn,
    [{ spread: false, value: lazyValue(given) }],
    undefined,
    undefined,
    'interceptor',
  );
  const configs = returned.filter((a) => a.value.kind === 'object');
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
