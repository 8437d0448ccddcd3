import type { Alternatives } from '../values/value.js';
import type { ClientCall, ClientModel, RequestParts } from './client-model.js';
import { argument, fixed, lazyArgument, targets } from './client-values.js';
import { described } from './options.js';

/** Methods that take no body, and the ones that take it as the second argument. */
const bodiless: ReadonlySet<string> = new Set(['get', 'head']);
const withBody: ReadonlySet<string> = new Set(['post', 'put', 'patch', 'delete']);

/** `needle(method, url, data, options)`, `needle.get(url, options)`. */
export const needleModel: ClientModel = {
  id: 'needle',
  title: 'Needle',
  docsUrl: 'https://github.com/tomas/needle#needlemethod-url-data-options-callback',
  modules: ['needle'],
  request(call) {
    const member = call.path.replace(/^default\.?/, '');
    if (call.isNew) return undefined;
    if (member === '' || member === 'request') return parts(call, argument(call, 0), 1, 3);
    if (bodiless.has(member)) return parts(call, fixed(member), 0, 1);
    return withBody.has(member) ? parts(call, fixed(member), 0, 2) : undefined;
  },
};

function parts(call: ClientCall, methods: Alternatives, urlAt: number, optionsAt: number): RequestParts {
  const body = optionsAt === urlAt + 2 ? lazyArgument(call, urlAt + 1) : undefined;
  return {
    targets: targets(call, methods, argument(call, urlAt)),
    ...described(call, [argument(call, optionsAt)], {}),
    ...(body ? { body } : {}),
  };
}
