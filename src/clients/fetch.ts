import { flatMap, under } from '../values/alternatives.js';
import { argumentAt } from '../values/call.js';
import { sure, undefinedValue, type Alternatives, type Value } from '../values/value.js';
import type { ClientCall, ClientModel } from './client-model.js';
import { argument, meantUrls, property, targets, withDefault } from './client-values.js';
import { methodsOf, requestArguments, urlsOf } from './request-objects.js';
import { isWhole } from './whole.js';

/** Packages whose default or `fetch` export is the standard function. */
const fetchPackages = [
  '@tauri-apps/plugin-http',
  '@whatwg-node/fetch',
  'cross-fetch',
  'electron-fetch',
  'fetch-ponyfill',
  'isomorphic-fetch',
  'isomorphic-unfetch',
  'make-fetch-happen',
  'minipass-fetch',
  'node-fetch',
  'node-fetch-native',
  'undici',
  'unfetch',
  'whatwg-fetch',
];

function isFetch({ callee, path }: ClientCall): boolean {
  if (callee.module === 'global') return path === 'fetch';
  if (path === 'fetch' || path === '().fetch') return true;
  return (path === '' || path === 'default') && callee.module !== 'undici';
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
    const sent = meantUrls(argument(call, 0)).flatMap(({ value: input, guards }) =>
      under(targets(call, withDefault(methodsOf(call, input, init), 'GET'), urlsOf(call, input)), guards),
    );
    const headers = property(call, init, 'headers');
    return {
      targets: sent,
      headers: [requestHeaders(call), headers],
      ...bodyOf(call),
      complete: completeParts(argument(call, 0), [init, headers]),
    };
  },
};

/** A `Request` and a URL object may hold more than is seen here. */
function completeParts(input: Alternatives, objects: readonly Alternatives[]): ('headers' | 'query')[] {
  if (!input.every(({ value }) => value.kind === 'string' || value.kind === 'url')) return [];
  return [
    ...(objects.every(isWhole) ? (['headers'] as const) : []),
    ...(input.every(({ value }) => value.kind === 'string') ? (['query'] as const) : []),
  ];
}

function requestHeaders(call: ClientCall): Alternatives {
  return flatMap(argument(call, 0), (input) => {
    const request = requestArguments(call.m, input);
    return request ? property(call, argumentAt(call.m, request, 1), 'headers') : sure<Value>(undefinedValue);
  });
}

function bodyOf(call: ClientCall): { body?: { kind: 'values'; values: Alternatives } } {
  const body = property(call, argument(call, 1), 'body');
  return body.every((b) => b.value.kind === 'undefined') ? {} : { body: { kind: 'values', values: body } };
}
