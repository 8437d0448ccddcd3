import { flatMap } from '../values/alternatives.js';
import { argumentAt } from '../values/call.js';
import { force } from '../values/evaluate.js';
import { sure, type Alternatives, type Lazy, type Value } from '../values/value.js';
import type { ClientCall, ClientModel, RequestParts } from './client-model.js';
import {
  argument,
  fileOf,
  fixed,
  lazyArgument,
  property,
  stepArguments,
  targets,
  withDefault,
} from './client-values.js';
import { changesElsewhere, changesRequests, isSentBefore, type Change } from './instance-changes.js';
import { intercepted } from './interceptors.js';
import {
  authorization,
  baseOption,
  clientMember,
  given,
  instanceOptions,
  isAbsent,
  option,
  urlAndOptions,
  type ClientShape,
} from './options.js';
import { isWhole } from './whole.js';

const shape: ClientShape = {
  globals: ['axios'],
  names: ['default', 'axios', 'Axios', 'AxiosInstance', 'AxiosStatic', 'new'],
  makers: ['create'],
};
const bodiless: ReadonlySet<string> = new Set(['get', 'delete', 'head', 'options']);
const withBody: Readonly<Record<string, string>> = {
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  postForm: 'POST',
  putForm: 'PUT',
  patchForm: 'PATCH',
};

/** `axios(config)`, `axios.get(url, config)`, and instances made by `axios.create(config)`. */
export const axiosModel: ClientModel = {
  id: 'axios',
  title: 'Axios',
  docsUrl: 'https://axios-http.com/docs/api_intro',
  modules: ['axios', 'redaxios', 'global'],
  types: ['axios#AxiosInstance', 'axios#AxiosStatic', 'axios#Axios'],
  request(call) {
    // `$get` is Nuxt's shorthand, which gives back the data.
    const member = clientMember(call, shape)?.replace(/^\$/, '');
    if (member === undefined || call.isNew) return undefined;
    if (member === '' || member === 'request') return callForm(call);
    if (bodiless.has(member)) return shortForm(call, member.toUpperCase(), 1);
    const method = Object.hasOwn(withBody, member) ? withBody[member] : undefined;
    return method === undefined ? undefined : shortForm(call, method, 2);
  },
};

/** `axios(url, config)` or `axios(config)`; `request` takes both forms too. */
function callForm(call: ClientCall): RequestParts | undefined {
  const first = argument(call, 0);
  // What is sent again after a failure was found where it was sent first.
  if (first.every(({ value }) => isSentBefore(call.m, value))) return undefined;
  const { url, options } = urlAndOptions(call);
  const own = option(call, [options], 'method');
  const methods = flatMap(own, (m) =>
    m.kind === 'undefined' ? withDefault(defaultOf(call, ['method']), 'GET') : sure(m),
  );
  const body = given(property(call, options, 'data'));
  return parts(call, methods, url ?? property(call, options, 'url'), options, body);
}

function shortForm(call: ClientCall, method: string, configAt: number): RequestParts {
  const config = argument(call, configAt);
  const body = configAt === 2 ? lazyArgument(call, 1) : given(property(call, config, 'data'));
  return parts(call, fixed(method), argument(call, 0), config, body);
}

function parts(
  call: ClientCall,
  methods: Alternatives,
  urls: Alternatives,
  config: Alternatives,
  body: Lazy | undefined,
): RequestParts {
  const base = flatMap(baseOption(call, [config], 'baseURL'), (value) =>
    value.kind === 'undefined' ? defaultOf(call, ['baseURL']) : sure(value),
  );
  const sent = intercepted(call, {
    options: [config, ...madeWith(call)],
    url: urls,
    baseURL: base,
    method: methods,
    added: [],
  });
  const query = given(property(call, config, 'params'));
  const auth = flatMap(property(call, config, 'auth'), (value) =>
    value.kind === 'undefined' ? defaultOf(call, ['auth']) : sure(value),
  );
  return {
    targets: targets(call, sent.method, sent.url, sent.baseURL),
    headers: [
      // Defaults that are assigned somewhere are there at some time.
      [
        ...defaultOf(call, ['headers']),
        ...property(call, defaultOf(call, ['headers']), 'common'),
        ...assignedHeaders(call).flat(),
      ],
      property(call, config, 'headers'),
      ...sent.added,
      authorization(call, 'Basic', property(call, auth, 'username')),
    ],
    ...(query ? { query } : {}),
    ...(body ? { body } : {}),
    ...(call.callee.home === undefined ? {} : { binding: call.callee.home }),
    complete: completeParts(call, config),
  };
}

/** Nothing where an instance comes from elsewhere, or where something in the program changes requests. */
function completeParts(call: ClientCall, config: Alternatives): ('headers' | 'query')[] {
  const isOwn = call.callee.steps.every(
    (s) => s.kind === 'call' || (s.kind === 'member' && !injectedTypes.has(s.name)),
  );
  const configs = [config, ...madeWith(call)];
  if (call.callee.module === 'global' || !isOwn || !configs.every(isWhole)) return [];
  if (changesRequests(call.m, call.callee)) return [];
  return [
    ...(configs.every((c) => isWhole(property(call, c, 'headers'))) ? (['headers'] as const) : []),
    ...(madeWith(call).every((c) => isAbsent(property(call, c, 'params'))) ? (['query'] as const) : []),
  ];
}

const injectedTypes: ReadonlySet<string> = new Set(['AxiosInstance', 'AxiosStatic', 'Axios']);

/** A default of the instance: assigned to `defaults` beside the instance, given when it was made, or assigned elsewhere. */
function defaultOf(call: ClientCall, key: readonly string[]): Alternatives {
  const path = ['defaults', ...key].join('.');
  const assigned = ownChanges(call)
    .filter((c) => c.path.join('.') === path)
    .at(-1);
  if (assigned) return force(call.m, assigned.value);
  const made = option(call, madeWith(call), ...key);
  const later = changesElsewhere(call.m, call.callee, fileOf(call)).filter((c) => c.path.join('.') === path);
  if (later.length === 0) return made;
  return [...(isAbsent(made) ? [] : made), ...later.flatMap((c) => force(call.m, c.value))];
}

/** The configs of `create(config)` and `new Axios(config)`, nearest first. */
function madeWith(call: ClientCall): Alternatives[] {
  const constructed = stepArguments(
    call.callee,
    (step, before) => step.kind === 'new' && before.endsWith('Axios'),
  );
  return [
    ...instanceOptions(call, shape.makers),
    ...(constructed ? [argumentAt(call.m, constructed, 0)] : []),
  ];
}

/** Assignments to the variable that holds the instance, in the function that made it. */
const ownChanges = (call: ClientCall): Change[] =>
  call.callee.steps.flatMap((step) => (step.kind === 'assign' ? [step] : []));

/** `client.defaults.headers.common['Authorization'] = x`, here or elsewhere. */
function assignedHeaders(call: ClientCall): Alternatives[] {
  return [...ownChanges(call), ...changesElsewhere(call.m, call.callee, fileOf(call))].flatMap(
    ({ path, value }): Alternatives[] => {
      const [first, second, ...rest] = path;
      if (first !== 'defaults' || second !== 'headers') return [];
      const names = rest.filter((name, i) => i > 0 || !perMethod.has(name));
      const [name] = names;
      if (name === undefined) return [force(call.m, value)];
      const header: Value = {
        kind: 'object',
        props: new Map([[name, value]]),
        open: undefined,
        home: undefined,
      };
      return [sure(header)];
    },
  );
}

/** Keys of `defaults.headers` that hold headers, not one header. */
const perMethod: ReadonlySet<string> = new Set([
  'common',
  'get',
  'delete',
  'head',
  'options',
  'post',
  'put',
  'patch',
]);
