import { flatMap } from '../values/alternatives.js';
import { argumentAt } from '../values/call.js';
import { force } from '../values/evaluate.js';
import { undefinedValue, sure, type Alternatives, type Value } from '../values/value.js';
import type { ClientCall, ClientModel, RequestParts } from './client-model.js';
import { argument, fixed, lazyArgument, stepArguments, targets } from './client-values.js';
import { authorization } from './options.js';
import { commonVerbs, entryOf, type Verb } from './verbs.js';

const { delete: del, ...others } = commonVerbs;
const verbs: Readonly<Record<string, Verb>> = {
  ...others,
  ...(del ? { del } : {}),
  getJson: { method: 'GET', hasBody: false },
  postJson: { method: 'POST', hasBody: true },
  putJson: { method: 'PUT', hasBody: true },
  patchJson: { method: 'PATCH', hasBody: true },
};

/** The client of GitHub actions: `new HttpClient(agent, handlers).getJson(url, headers)`. */
export const actionsHttpModel: ClientModel = {
  id: 'actions-http',
  title: 'GitHub Actions HttpClient',
  docsUrl: 'https://github.com/actions/toolkit/tree/main/packages/http-client',
  modules: ['@actions/http-client'],
  types: ['@actions/http-client#HttpClient'],
  request(call) {
    const [, member] = /^HttpClient\.new\.(\w+)$/.exec(call.path) ?? [];
    if (call.isNew || member === undefined) return undefined;
    if (member === 'request' || member === 'sendStream') return parts(call, argument(call, 0), 1, true);
    const verb = entryOf(verbs, member);
    return verb && parts(call, fixed(verb.method), 0, verb.hasBody);
  },
};

function parts(call: ClientCall, methods: Alternatives, urlAt: number, hasBody: boolean): RequestParts {
  const body = hasBody ? lazyArgument(call, urlAt + 1) : undefined;
  return {
    targets: targets(call, methods, argument(call, urlAt)),
    headers: [signed(call), argument(call, urlAt + (hasBody ? 2 : 1))],
    ...(body ? { body } : {}),
  };
}

/** `[new BearerCredentialHandler(token)]`, as the second argument of the constructor. */
function signed(call: ClientCall): Alternatives {
  const args =
    stepArguments(call.callee, (step, before) => step.kind === 'new' && before === 'HttpClient') ?? [];
  const tokens = flatMap(argumentAt(call.m, args, 1), (list): Alternatives => {
    const handlers = list.kind === 'array' ? list.items.flatMap((item) => force(call.m, item)) : [];
    const found = handlers.flatMap(({ value }) => tokenOf(call, value));
    return found.length > 0 ? found : sure(undefinedValue);
  });
  return authorization(call, 'Bearer', tokens);
}

function tokenOf(call: ClientCall, value: Value): Alternatives {
  if (value.kind !== 'external') return [];
  const args = stepArguments(
    value,
    (step, before) => step.kind === 'new' && before.endsWith('BearerCredentialHandler'),
  );
  return args ? argumentAt(call.m, args, 0) : [];
}
