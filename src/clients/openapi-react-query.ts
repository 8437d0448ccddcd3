import { flatMap, map } from '../values/alternatives.js';
import { argumentAt } from '../values/call.js';
import { sure, undefinedValue, type Alternatives } from '../values/value.js';
import type { ClientCall, ClientModel } from './client-model.js';
import { argument, property, targets } from './client-values.js';
import { withPlaceholders } from './path-template.js';

/** `createClient(fetchClient).useQuery('get', '/items/{id}', init)`: hooks over a client of openapi-fetch. */
export const openapiReactQueryModel: ClientModel = {
  id: 'openapi-react-query',
  title: 'openapi-react-query',
  docsUrl: 'https://openapi-ts.dev/openapi-react-query/',
  modules: ['openapi-react-query'],
  types: ['openapi-react-query#OpenapiQueryClient'],
  request(call) {
    const hook =
      /^(?:\(\)|default\(\)|createClient\(\)|OpenapiQueryClient\.new)\.(?:use(?:Suspense)?Query|useInfiniteQuery|useSuspenseInfiniteQuery|useMutation|queryOptions)$/;
    if (call.isNew || !hook.test(call.path)) return undefined;
    const joined = targets(call, argument(call, 0), argument(call, 1), baseOf(call));
    return {
      targets: map(joined, (target) => ({ ...target, url: withPlaceholders(call, target.url) })),
      headers: [property(call, property(call, argument(call, 2), 'params'), 'header')],
    };
  },
};

/** The base URL of the client of openapi-fetch that the hooks are made of. */
function baseOf(call: ClientCall): Alternatives {
  const step = call.callee.steps.find((s) => s.kind === 'call');
  if (step?.kind !== 'call') return sure(undefinedValue);
  return flatMap(argumentAt(call.m, step.args, 0), (client) => {
    const made = client.kind === 'external' ? client.steps.find((s) => s.kind === 'call') : undefined;
    return made?.kind === 'call'
      ? property(call, argumentAt(call.m, made.args, 0), 'baseUrl')
      : sure(undefinedValue);
  });
}
