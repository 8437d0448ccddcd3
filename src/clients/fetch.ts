import { flatMap, map } from '../values/alternatives.js';
import { argumentAt } from '../values/call.js';
import { sure, undefinedValue, type Alternatives, type Value } from '../values/value.js';
import type { ClientCall, ClientModel, Target } from './client-model.js';
import { argument, partsOf, property, withDefault } from './client-values.js';

/** Packages whose default or `fetch` export is the standard function. */
const fetchPackages = ['node-fetch', 'cross-fetch', 'isomorphic-fetch', 'isomorphic-unfetch', 'unfetch', 'whatwg-fetch', 'undici', 'make-fetch-happen', 'node-fetch-native', 'fetch-ponyfill'];

function isFetch({ callee, path }: ClientCall): boolean {
  if (callee.module === 'global') return path === 'fetch';
  return path === 'fetch' || ((path === '' || path === 'default') && callee.module !== 'undici');
}

/** `fetch(input, init)` of the Fetch standard. */
export const fetchModel: ClientModel = {
  id: 'fetch',
  title: 'fetch',
  docsUrl: 'https://developer.mozilla.org/docs/Web/API/fetch',
  modules: ['global', ...fetchPackages],
  request(call) {
    if (!isFetch(call) || call.isNew) return undefined;
    const init = argument(call, 1);
    const targets = flatMap(argument(call, 0), (input) => inputTargets(call, input, init));
    return { targets, headers: [requestHeaders(call), property(call, init, 'headers')], ...bodyOf(call) };
  },
};

function inputTargets(call: ClientCall, input: Value, init: Alternatives): Alternatives<Target> {
  const request = requestArguments(input);
  const own = property(call, init, 'method');
  if (!request) return map(withDefault(own, 'GET'), (method) => ({ method, url: partsOf(call, input) }));
  const inner = property(call, argumentAt(call.m, request, 1), 'method');
  const methods = flatMap(own, (method) => (method.kind === 'undefined' ? withDefault(inner, 'GET') : sure(method)));
  return flatMap(methods, (method) => map(argumentAt(call.m, request, 0), (url) => ({ method, url: partsOf(call, url) })));
}

/** The arguments of `new Request(url, init)`. */
function requestArguments(value: Value): Parameters<typeof argumentAt>[1] | undefined {
  if (value.kind !== 'external') return undefined;
  const step = value.steps.at(-1);
  const before = value.steps.at(-2);
  return step?.kind === 'new' && before?.kind === 'member' && before.name === 'Request' ? step.args : undefined;
}

function requestHeaders(call: ClientCall): Alternatives {
  return flatMap(argument(call, 0), (input) => {
    const request = requestArguments(input);
    return request ? property(call, argumentAt(call.m, request, 1), 'headers') : sure<Value>(undefinedValue);
  });
}

function bodyOf(call: ClientCall): { body?: { kind: 'values'; values: Alternatives } } {
  const body = property(call, argument(call, 1), 'body');
  return body.every((b) => b.value.kind === 'undefined') ? {} : { body: { kind: 'values', values: body } };
}

