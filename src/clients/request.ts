import { flatMap } from '../values/alternatives.js';
import type { Alternatives } from '../values/value.js';
import type { ClientCall, ClientModel, RequestParts } from './client-model.js';
import { fixed, property, targets, urlInParts, withDefault } from './client-values.js';
import {
  authorization,
  baseOption,
  clientMember,
  described,
  instanceOptions,
  option,
  urlAndOptions,
  type ClientShape,
} from './options.js';

const shape: ClientShape = { globals: [], names: ['default', 'request'], makers: ['defaults'] };
const verbs: Readonly<Record<string, string>> = {
  get: 'GET',
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  head: 'HEAD',
  options: 'OPTIONS',
  del: 'DELETE',
  delete: 'DELETE',
};

/** `request(options)`, `request.post(uri, options)`, and the promise flavours of the same package. */
export const requestModel: ClientModel = {
  id: 'request',
  title: 'request and request-promise',
  docsUrl: 'https://github.com/request/request#requestoptions-callback',
  modules: [
    'request',
    'request-promise',
    'request-promise-native',
    'request-promise-any',
    'requestretry',
    'postman-request',
    '@cypress/request',
    '@cypress/request-promise',
  ],
  request(call) {
    const member = clientMember(call, shape);
    if (member === undefined || call.isNew) return undefined;
    if (member === '') return parts(call, undefined);
    const verb = Object.hasOwn(verbs, member) ? verbs[member] : undefined;
    return verb === undefined ? undefined : parts(call, fixed(verb));
  },
};

function parts(call: ClientCall, method: Alternatives | undefined): RequestParts {
  const { url, options } = urlAndOptions(call);
  const sources = [options, ...instanceOptions(call, shape.makers)];
  const methods = method ?? withDefault(option(call, sources, 'method'), 'GET');
  const { headers, ...rest } = described(call, sources, {
    query: ['qs'],
    body: ['body', 'form', 'formData', 'json'],
  });
  const bearer = authorization(call, 'Bearer', property(call, option(call, sources, 'auth'), 'bearer'));
  const basic = authorization(call, 'Basic', property(call, option(call, sources, 'auth'), 'user'));
  return {
    targets: targets(
      call,
      methods,
      url ?? flatMap(option(call, [options], 'uri', 'url'), (value) => urlInParts(call, value)),
      baseOption(call, sources, 'baseUrl'),
    ),
    headers: [...headers, basic, bearer],
    ...rest,
  };
}
