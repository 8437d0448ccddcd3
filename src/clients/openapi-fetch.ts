import { map } from '../values/alternatives.js';
import type { Alternatives } from '../values/value.js';
import type { ClientCall, ClientModel, RequestParts } from './client-model.js';
import { argument, fixed, property, stepArguments, targets } from './client-values.js';
import { argumentAt } from '../values/call.js';
import { baseOption, described, instanceOptions } from './options.js';
import { withPlaceholders } from './path-template.js';

const methods = 'GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE';
/** `createClient(…).GET`, and the same of a client that is known by its type. */
const direct = new RegExp(`^(?:(?:createClient|default)?\\(\\)|Client\\.new)\\.(${methods})$`);
/** `client.request('get', path, init)`. */
const general = /^(?:(?:createClient|default)?\(\)|Client\.new)\.request$/;
const byPath = new RegExp(`\\.(${methods})$`);

/** `createClient({ baseUrl }).GET('/items/{id}', init)`, and `createPathBasedClient({ baseUrl })['/items/{id}'].GET(init)`. */
export const openapiFetchModel: ClientModel = {
  id: 'openapi-fetch',
  title: 'openapi-fetch',
  docsUrl: 'https://openapi-ts.dev/openapi-fetch/api',
  modules: ['openapi-fetch'],
  types: ['openapi-fetch#Client'],
  request(call) {
    if (call.isNew) return undefined;
    const method = direct.exec(call.path)?.[1];
    if (method !== undefined) return parts(call, fixed(method), argument(call, 0), argument(call, 1));
    if (general.test(call.path)) return parts(call, argument(call, 0), argument(call, 1), argument(call, 2));
    const [path, last] = call.callee.steps.filter((s) => s.kind === 'member').slice(-2);
    const named = byPath.exec(call.path)?.[1];
    if (
      !/^(?:createPathBasedClient|wrapAsPathBasedClient)\(\)\./.test(call.path) ||
      !path ||
      !last ||
      named === undefined
    )
      return undefined;
    return parts(call, fixed(named), fixed(path.name), argument(call, 0));
  },
};

function parts(call: ClientCall, sent: Alternatives, path: Alternatives, init: Alternatives): RequestParts {
  // `wrapAsPathBasedClient(client)` has the options of the client that it wraps.
  const wrapped = stepArguments(call.callee, (_, before) => before.endsWith('wrapAsPathBasedClient'));
  const inner = wrapped ? argumentAt(call.m, wrapped, 0) : [];
  const around = inner.flatMap(({ value }) =>
    value.kind === 'external' ? instanceOptionsOf({ ...call, callee: value }) : [],
  );
  const made = [...instanceOptionsOf(call), ...around];
  const query = property(call, property(call, init, 'params'), 'query');
  const joined = targets(call, sent, path, baseOption(call, [init, ...made], 'baseUrl'));
  return {
    targets: map(joined, (target) => ({ ...target, url: withPlaceholders(call, target.url) })),
    ...described(call, [init, ...made], { body: ['body'] }),
    query: { kind: 'values', values: query },
  };
}

/** The default export has no name on the way to it. */
function instanceOptionsOf(call: ClientCall): Alternatives[] {
  const [first] = call.callee.steps;
  const own = first?.kind === 'call' ? [argumentAt(call.m, first.args, 0)] : [];
  return [...own, ...instanceOptions(call, ['createClient', 'createPathBasedClient'])];
}
