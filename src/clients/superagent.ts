import { argumentAt } from '../values/call.js';
import type { Alternatives } from '../values/value.js';
import type { ClientCall, ClientModel, RequestParts } from './client-model.js';
import { argument, fixed, targets } from './client-values.js';
import { followers, headersSetBy, type Follower } from './followers.js';
import { authorization, clientMember, type ClientShape } from './options.js';

const shape: ClientShape = {
  globals: ['superagent'],
  names: ['default', 'superagent', 'SuperAgentStatic', 'new'],
  makers: ['agent'],
};
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

/** `superagent.get(url).set(…)`, `superagent(method, url)`, and agents. */
export const superagentModel: ClientModel = {
  id: 'superagent',
  title: 'SuperAgent',
  docsUrl: 'https://ladjs.github.io/superagent/',
  modules: ['superagent', 'superagent-promise', 'global'],
  types: ['superagent#SuperAgentStatic'],
  request(call) {
    const member = clientMember(withoutSettings(call), shape);
    if (member === undefined || call.isNew) return undefined;
    if (member === '') return whole(call);
    const verb = Object.hasOwn(verbs, member) ? verbs[member] : undefined;
    return verb === undefined ? undefined : parts(call, fixed(verb), argument(call, 0));
  },
};

const settings: ReadonlySet<string> = new Set(
  ['set', 'auth', 'query', 'use', 'type', 'accept', 'withCredentials', 'retry', 'timeout', 'ok'].map(
    (name) => `${name}()`,
  ),
);

/** An agent's own settings stand between it and the request: `agent().set(…).get(url)`. */
function withoutSettings(call: ClientCall): ClientCall {
  const words = call.path.split('.').filter((word) => !settings.has(word));
  return { ...call, path: words.join('.').replace('agent.new', 'agent()') };
}

/** `superagent(url)` gets, `superagent(method, url)` says what it does. */
function whole(call: ClientCall): RequestParts {
  const second = argument(call, 1);
  if (second.every((a) => a.value.kind === 'undefined' || a.value.kind === 'function'))
    return parts(call, fixed('GET'), argument(call, 0));
  return parts(call, argument(call, 0), second);
}

function parts(call: ClientCall, methods: Alternatives, urls: Alternatives): RequestParts {
  const own = settingsOfAgent(call);
  const chained = followers(call, [
    'set',
    'auth',
    'query',
    'send',
    'retry',
    'accept',
    'type',
    'timeout',
    'field',
    'attach',
  ]);
  const all = [...own, ...chained];
  const of = (name: string): Follower[] => all.filter((f) => f.name === name);
  const [query] = of('query');
  const [body] = of('send');
  return {
    targets: targets(call, methods, urls),
    headers: [...headersSetBy(call, of('set')), ...of('auth').map((f) => authOf(call, f))],
    ...(query?.args[0] ? { query: query.args[0].value } : {}),
    ...(body?.args[0] ? { body: body.args[0].value } : {}),
    ...(call.callee.home === undefined ? {} : { binding: call.callee.home }),
  };
}

function settingsOfAgent(call: ClientCall): Follower[] {
  const { steps } = call.callee;
  return steps.flatMap((step, i): Follower[] => {
    const before = steps[i - 1];
    return step.kind === 'call' && before?.kind === 'member' && before.name !== 'agent'
      ? [{ name: before.name, args: step.args }]
      : [];
  });
}

/** `.auth(token, { type: 'bearer' })`, `.auth(user, password)`. */
function authOf(call: ClientCall, { args }: Follower): Alternatives {
  const isBearer = argumentAt(call.m, args, 1).some(
    ({ value }) => value.kind === 'object' && value.props.has('type'),
  );
  return authorization(call, isBearer ? 'Bearer' : 'Basic', argumentAt(call.m, args, 0));
}
