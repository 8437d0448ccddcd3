import { flatMap } from '../values/alternatives.js';
import { argumentAt } from '../values/call.js';
import { hole } from '../values/holes.js';
import { baseQueryOf, endpointPath, queriesOf } from '../values/builtins/rtk-query.js';
import { sure, type Alternatives, type Value } from '../values/value.js';
import type { ClientCall, ClientModel, RequestParts } from './client-model.js';
import { argument, fixed, property, targets, withDefault } from './client-values.js';
import { described } from './options.js';

/** RTK Query: endpoints over `fetchBaseQuery`, and calls of such a base query itself. */
export const rtkQueryModel: ClientModel = {
  id: 'rtk-query',
  title: 'RTK Query',
  docsUrl: 'https://redux-toolkit.js.org/rtk-query/api/fetchBaseQuery',
  modules: ['@reduxjs/toolkit'],
  request(call) {
    if (/(?:^|\.)fetchBaseQuery\(\)$/.test(call.path))
      return sent(call, argument(call, 0), baseUrlOf(call, sure<Value>(call.callee)));
    if (!endpointPath.test(call.path)) return undefined;
    const bases = baseQueryOf(call.m, call.callee, call.site);
    // A base query of the project sends the request, and is looked at there.
    if (bases.every(({ value }) => value.kind === 'function')) return undefined;
    const queries = queriesOf(call.m, argument(call, 0), call.site);
    return queries.length === 0 ? undefined : sent(call, queries, baseUrlOf(call, bases));
  },
};

/** A query is a URL, which is got, or the request's description. */
function sent(call: ClientCall, queries: Alternatives, base: Alternatives): RequestParts {
  const found = queries.flatMap((query) => {
    const one = [query];
    const isDescription = query.value.kind === 'object';
    const methods = isDescription ? withDefault(property(call, one, 'method'), 'GET') : fixed('GET');
    return targets(call, methods, isDescription ? property(call, one, 'url') : one, base);
  });
  const objects = queries.filter(({ value }) => value.kind === 'object');
  return {
    targets: found,
    ...described(call, objects.length === 0 ? [] : [objects], { query: ['params'], body: ['body'] }),
  };
}

/** `fetchBaseQuery({ baseUrl })`; what another base query does with the URL can't be told. */
function baseUrlOf(call: ClientCall, bases: Alternatives): Alternatives {
  const { activation, index } = call.site;
  const unknown = hole(
    'external',
    'baseQuery',
    activation.module,
    activation.module.calls[index]?.at ?? [0, 0],
  );
  return flatMap(bases, (value) => {
    const [maker, step] = value.kind === 'external' ? value.steps.slice(-2) : [];
    if (maker?.kind !== 'member' || maker.name !== 'fetchBaseQuery' || step?.kind !== 'call')
      return sure<Value>(unknown);
    return property(call, argumentAt(call.m, step.args, 0), 'baseUrl');
  });
}
