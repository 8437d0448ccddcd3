import { flatMap, map } from '../values/alternatives.js';
import { argumentAt } from '../values/call.js';
import { stringValue, sure, type Alternatives, type Step, type Value } from '../values/value.js';
import type { ClientCall, ClientModel } from './client-model.js';
import {
  fixed,
  joinBase,
  lazyArgument,
  partsOf,
  property,
  stepArguments,
  withDefault,
} from './client-values.js';
import { headersSetBy, type Follower } from './followers.js';
import { entryOf } from './verbs.js';

const verbs: Readonly<Record<string, string>> = {
  get: 'GET',
  getStream: 'GET',
  post: 'POST',
  create: 'POST',
  put: 'PUT',
  putStream: 'PUT',
  patch: 'PATCH',
  update: 'PATCH',
  delete: 'DELETE',
  del: 'DELETE',
};

/** `client.api('/me/messages').version('beta').get()` of the Microsoft Graph client. */
export const microsoftGraphModel: ClientModel = {
  id: 'microsoft-graph',
  title: 'Microsoft Graph client',
  docsUrl: 'https://github.com/microsoftgraph/msgraph-sdk-javascript/blob/dev/docs/CallingPattern.md',
  modules: ['@microsoft/microsoft-graph-client'],
  types: ['@microsoft/microsoft-graph-client#Client'],
  request(call) {
    const member =
      /^Client\.(?:init\(\)|initWithMiddleware\(\)|new)\.api\(\)(?:\.\w+\(\))*\.(\w+)$/.exec(
        call.path,
      )?.[1] ?? '';
    const verb = entryOf(verbs, member);
    if (verb === undefined) return undefined;
    const body = ['post', 'create', 'put', 'patch', 'update', 'putStream'].includes(member)
      ? lazyArgument(call, 0)
      : undefined;
    const setters = stepsNamed(call, ['header', 'headers']);
    return {
      targets: flatMap(rootOf(call), (root) =>
        flatMap(lastOf(call, 'api'), (path) =>
          map(fixed(verb), (method) => ({
            method,
            url: joinBase(partsOf(call, root), partsOf(call, path), 'slash'),
          })),
        ),
      ),
      headers: headersSetBy(call, setters),
      ...(body ? { body } : {}),
    };
  },
};

/** The service's root and version: of the call, else of the client. */
function rootOf(call: ClientCall): Alternatives {
  const made = stepArguments(call.callee, (_, before) => /^Client\.init(?:WithMiddleware)?$/.test(before));
  const options = made ? argumentAt(call.m, made, 0) : [];
  const given = (key: string, fallback: string): Alternatives => {
    const values = withDefault(property(call, options, key), fallback);
    return values.length === 0 ? fixed(fallback) : values;
  };
  const own = stepsNamed(call, ['version']).at(-1);
  const versions = own ? argumentAt(call.m, own.args, 0) : given('defaultVersion', 'v1.0');
  return flatMap(given('baseUrl', 'https://graph.microsoft.com'), (base) =>
    map(versions, (version): Value => ({
      kind: 'string',
      parts: joinBase(partsOf(call, base), partsOf(call, version), 'slash'),
    })),
  );
}

function lastOf(call: ClientCall, name: string): Alternatives {
  const step = stepsNamed(call, [name]).at(-1);
  return step ? argumentAt(call.m, step.args, 0) : sure<Value>(stringValue(''));
}

function stepsNamed(call: ClientCall, names: readonly string[]): Follower[] {
  const { steps } = call.callee;
  return steps.flatMap((step: Step, i): Follower[] => {
    const before = steps[i - 1];
    return step.kind === 'call' && before?.kind === 'member' && names.includes(before.name)
      ? [{ name: before.name, args: step.args }]
      : [];
  });
}
