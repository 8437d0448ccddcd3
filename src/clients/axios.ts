import { flatMap, map } from '../values/alternatives.js';
import { argumentAt } from '../values/call.js';
import { sure, undefinedValue, type Alternatives, type Value } from '../values/value.js';
import type { ClientCall, ClientModel, RequestParts } from './client-model.js';
import { argument, assigned, fixed, lazyArgument, property, stepArguments, targets, withDefault } from './client-values.js';

const bodiless: ReadonlySet<string> = new Set(['get', 'delete', 'head', 'options']);
const withBody: Readonly<Record<string, string>> = { post: 'POST', put: 'PUT', patch: 'PATCH', postForm: 'POST', putForm: 'PUT', patchForm: 'PATCH' };

/** `axios(config)`, `axios.get(url, config)`, and instances made by `axios.create(config)`. */
export const axiosModel: ClientModel = {
  id: 'axios',
  title: 'Axios',
  docsUrl: 'https://axios-http.com/docs/api_intro',
  modules: ['axios', 'redaxios', 'global'],
  types: ['axios#AxiosInstance', 'axios#AxiosStatic', 'axios#Axios'],
  request(call) {
    const member = memberName(call);
    if (member === undefined || call.isNew) return undefined;
    if (member === '') return callForm(call);
    if (member === 'request') return configForm(call, argument(call, 0));
    if (bodiless.has(member)) return shortForm(call, member.toUpperCase(), 1);
    const method = Object.hasOwn(withBody, member) ? withBody[member] : undefined;
    return method === undefined ? undefined : shortForm(call, method, 2);
  },
};

/** The member of an axios object that is called, `''` for the object itself; undefined for anything else. */
function memberName({ callee, path }: ClientCall): string | undefined {
  const own = callee.module === 'global' ? /^axios(?:\.(.*))?$/.exec(path)?.[1] ?? (path === 'axios' ? '' : undefined) : path;
  if (own === undefined) return undefined;
  const instance = /^(?:axios\.|default\.)?(?:(?:create\(\)|AxiosInstance\.new|AxiosStatic\.new|Axios\.new)\.?|axios\.?|default\.?)*/.exec(own)?.[0] ?? '';
  const rest = own.slice(instance.length);
  return /^[a-zA-Z]*$/.test(rest) ? rest : undefined;
}

/** `axios(url, config)` or `axios(config)`. */
function callForm(call: ClientCall): RequestParts | undefined {
  const first = argument(call, 0);
  if (first.length === 0) return undefined;
  const isUrl = first.every((a) => a.value.kind === 'string' || a.value.kind === 'url');
  if (!isUrl) return configForm(call, first);
  const config = argument(call, 1);
  return parts(call, withDefault(property(call, config, 'method'), 'GET'), first, config);
}

function configForm(call: ClientCall, config: Alternatives): RequestParts {
  const fallback = defaultOf(call, 'method');
  const methods = flatMap(property(call, config, 'method'), (m) => (m.kind === 'undefined' ? withDefault(fallback, 'GET') : sure(m)));
  return parts(call, methods, property(call, config, 'url'), config);
}

function shortForm(call: ClientCall, method: string, configAt: number): RequestParts {
  const body = configAt === 2 ? lazyArgument(call, 1) : undefined;
  return { ...parts(call, fixed(method), argument(call, 0), argument(call, configAt)), ...(body ? { body } : {}) };
}

function parts(call: ClientCall, methods: Alternatives, urls: Alternatives, config: Alternatives): RequestParts {
  const own = property(call, config, 'baseURL');
  const base = flatMap(own, (value) => (value.kind === 'undefined' ? defaultOf(call, 'baseURL') : sure(value)));
  const body = property(call, config, 'data');
  return {
    targets: targets(call, methods, urls, base),
    headers: [defaultOf(call, 'headers'), commonHeaders(call), property(call, config, 'headers')],
    query: { kind: 'values', values: property(call, config, 'params') },
    ...(body.every((b) => b.value.kind === 'undefined') ? {} : { body: { kind: 'values' as const, values: body } }),
    ...(call.callee.home === undefined ? {} : { binding: call.callee.home }),
  };
}

/** A default of the instance: assigned to `defaults`, or given to `create`. */
function defaultOf(call: ClientCall, key: string): Alternatives {
  const later = assigned(call, ['defaults', key]);
  if (later) return later;
  const config = stepArguments(call.callee, (step, before) => step.kind === 'call' && before.endsWith('create'));
  return config ? property(call, argumentAt(call.m, config, 0), key) : sure(undefinedValue);
}

/** `client.defaults.headers.common['Authorization'] = x`. */
function commonHeaders(call: ClientCall): Alternatives {
  const props = new Map(
    call.callee.steps.flatMap((step) => {
      const key = step.kind === 'assign' ? /^defaults\.headers\.(?:common\.)?([^.]+)$/.exec(step.path.join('.'))?.[1] : undefined;
      return step.kind === 'assign' && key !== undefined ? [[key, step.value] as const] : [];
    }),
  );
  return map(sure(undefinedValue), (none): Value => (props.size === 0 ? none : { kind: 'object', props, open: undefined, home: undefined }));
}
