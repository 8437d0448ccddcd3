import type { ClientCall, ClientModel, RequestParts } from './client-model.js';
import { argument, fixed, lazyArgument, property, targets, withDefault } from './client-values.js';
import { authorization, baseOption, clientMember, described, option, type ClientShape } from './options.js';
import { commonVerbs, entryOf, type Verb } from './verbs.js';

const shape: ClientShape = { globals: [], names: ['HttpService', 'new', 'axiosRef'], makers: [] };
const verbs: Readonly<Record<string, Verb>> = {
  ...commonVerbs,
  postForm: { method: 'POST', hasBody: true },
  putForm: { method: 'PUT', hasBody: true },
  patchForm: { method: 'PATCH', hasBody: true },
};

/** Nest's `HttpService`, which gives observables of what Axios would send, and its `axiosRef`. */
export const nestHttpModel: ClientModel = {
  id: 'nest-http',
  title: 'Nest HttpService',
  docsUrl: 'https://docs.nestjs.com/techniques/http-module',
  modules: ['@nestjs/axios', '@nestjs/common'],
  types: ['@nestjs/axios#HttpService', '@nestjs/common#HttpService'],
  request(call) {
    if (call.isNew || !/^HttpService\b/.test(call.path)) return undefined;
    const member = clientMember(call, shape);
    if (member === undefined) return undefined;
    if (member === 'request' || (member === '' && call.path.endsWith('axiosRef'))) return general(call);
    const verb = entryOf(verbs, member);
    return verb && parts(call, verb);
  },
};

/** `request(config)`; `axiosRef` takes a URL before it too. */
function general(call: ClientCall): RequestParts {
  const first = argument(call, 0);
  const isUrl = first.some(({ value }) => value.kind === 'string' || value.kind === 'url');
  const config = isUrl ? argument(call, 1) : first;
  return {
    targets: targets(
      call,
      withDefault(option(call, [config], 'method'), 'GET'),
      isUrl ? first : option(call, [config], 'url'),
      baseOption(call, [config], 'baseURL'),
    ),
    ...rest(call, config),
  };
}

function parts(call: ClientCall, verb: Verb): RequestParts {
  const config = argument(call, verb.hasBody ? 2 : 1);
  const body = verb.hasBody ? lazyArgument(call, 1) : undefined;
  return {
    targets: targets(call, fixed(verb.method), argument(call, 0), baseOption(call, [config], 'baseURL')),
    ...rest(call, config),
    ...(body ? { body } : {}),
  };
}

function rest(call: ClientCall, config: ReturnType<typeof argument>): Omit<RequestParts, 'targets'> {
  const { headers, ...others } = described(call, [config], { query: ['params'], body: ['data'] });
  return {
    headers: [
      ...headers,
      authorization(call, 'Basic', property(call, property(call, config, 'auth'), 'username')),
    ],
    ...others,
  };
}
