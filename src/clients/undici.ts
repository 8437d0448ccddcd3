import { flatMap, map } from '../values/alternatives.js';
import { argumentAt } from '../values/call.js';
import { hole } from '../values/holes.js';
import { cutText } from '../values/parts.js';
import { stringValue, sure, undefinedValue, type Alternatives, type Value } from '../values/value.js';
import type { ClientCall, ClientModel, RequestParts } from './client-model.js';
import { argument, property, stepArguments, targets } from './client-values.js';
import { described } from './options.js';

const functions: ReadonlySet<string> = new Set(['request', 'stream', 'pipeline']);
const dispatchers =
  /^(?:Client|Pool|BalancedPool|RoundRobinPool|Agent|RetryAgent|ProxyAgent|EnvHttpProxyAgent|Dispatcher|getGlobalDispatcher\(\))(?:\.new)?(?:\.compose\(\))*\.(?:request|stream|pipeline|dispatch)$/;

/** undici's own functions, and its dispatchers: `new Client(origin).request({ path, method })`. */
export const undiciModel: ClientModel = {
  id: 'undici',
  title: 'undici',
  docsUrl: 'https://undici.nodejs.org/#/docs/api/Dispatcher',
  modules: ['undici'],
  types: ['undici#Client', 'undici#Pool', 'undici#Agent', 'undici#Dispatcher'],
  request(call) {
    const path = call.path.replace(/^default\./, '');
    if (call.isNew) return undefined;
    if (functions.has(path)) return functionParts(call);
    return dispatchers.test(path) ? dispatcherParts(call) : undefined;
  },
};

/** `request(url, options)`: PUT with a body, else GET. */
function functionParts(call: ClientCall): RequestParts {
  const options = argument(call, 1);
  const byBody = map(property(call, options, 'body'), (body): Value => {
    if (body.kind === 'hole') return { ...body, name: 'method' };
    return stringValue(body.kind === 'undefined' || body.kind === 'null' ? 'GET' : 'PUT');
  });
  const methods = flatMap(property(call, options, 'method'), (m) =>
    m.kind === 'undefined' ? byBody : sure(m),
  );
  const first = argument(call, 0);
  // `request({ origin, path, method })`
  if (first.length > 0 && first.every(({ value }) => value.kind === 'object' && value.props.has('path')))
    return dispatcherParts(call);
  return {
    targets: targets(call, methods, first),
    ...described(call, [options], { query: ['query'], body: ['body'] }),
  };
}

/** A dispatcher asks for `method` and `path`; the origin is its own or, for agents, given with each call. */
function dispatcherParts(call: ClientCall): RequestParts {
  const options = argument(call, 0);
  const { activation, index } = call.site;
  const missing = hole('runtime', 'method', activation.module, activation.module.calls[index]?.at ?? [0, 0]);
  const methods = map(property(call, options, 'method'), (m): Value =>
    m.kind === 'undefined' ? missing : m,
  );
  const origin = flatMap(property(call, options, 'origin'), (o) =>
    o.kind === 'undefined' ? ownOrigin(call) : sure(o),
  );
  return {
    targets: targets(call, methods, property(call, options, 'path'), origin, 'concat'),
    ...described(call, [options], { query: ['query'], body: ['body'] }),
  };
}

/** `new Client(origin)`; agents have none. */
function ownOrigin(call: ClientCall): Alternatives {
  const args = stepArguments(
    call.callee,
    (step, before) =>
      step.kind === 'new' && /(?:^|\.)(?:Client|Pool|BalancedPool|RoundRobinPool)$/.test(before),
  );
  if (!args) return sure(undefinedValue);
  const origins = argumentAt(call.m, args, 0);
  // The origin's own path, if any, is ignored.
  return map(origins, (v): Value =>
    v.kind === 'string' && v.parts.at(-1)?.kind === 'text'
      ? {
          ...v,
          parts: v.parts.map((p, i) =>
            p.kind === 'text' && i === v.parts.length - 1 ? cutText(p, 0, p.text.search(/\/?$/)) : p,
          ),
        }
      : v,
  );
}
