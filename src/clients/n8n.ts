import type { ClientCall, ClientModel, RequestParts } from './client-model.js';
import { property, targets, withDefault } from './client-values.js';
import { authorization, baseOption, described, option, urlAndOptions } from './options.js';

/** What n8n calls a node's functions with, as `this` or as an argument. */
const contexts = [
  'IAllExecuteFunctions',
  'IExecuteFunctions',
  'IExecutePaginationFunctions',
  'IExecuteSingleFunctions',
  'IHookFunctions',
  'ILoadOptionsFunctions',
  'IPollFunctions',
  'ISupplyDataFunctions',
  'ITriggerFunctions',
  'IWebhookFunctions',
];
const helper = /\.helpers\.(\w+)$/;
/** Helpers, and at which argument their options stand: after the credential's name in those that sign. */
const optionsAt: Readonly<Record<string, number>> = {
  httpRequest: 0,
  request: 0,
  httpRequestWithAuthentication: 1,
  requestWithAuthentication: 1,
  requestOAuth1: 1,
  requestOAuth2: 1,
};

/** Request helpers of n8n nodes: `this.helpers.httpRequestWithAuthentication.call(this, 'credential', options)`. */
export const n8nModel: ClientModel = {
  id: 'n8n',
  title: 'n8n request helpers',
  docsUrl: 'https://docs.n8n.io/connect/create-nodes/build-your-node/reference/http-request-helpers/',
  modules: ['n8n-workflow'],
  types: contexts.map((name) => `n8n-workflow#${name}`),
  request(call) {
    const name = helper.exec(call.path)?.[1] ?? '';
    return call.isNew || !Object.hasOwn(optionsAt, name) ? undefined : parts(call, optionsAt[name] ?? 0);
  },
};

function parts(call: ClientCall, at: number): RequestParts {
  // The older helpers take a URL before the options.
  const { url, options } = urlAndOptions(call, at);
  const { headers, ...rest } = described(call, [options], {
    query: ['qs'],
    body: ['body', 'form', 'formData'],
  });
  return {
    targets: targets(
      call,
      withDefault(option(call, [options], 'method'), 'GET'),
      url ?? option(call, [options], 'url', 'uri'),
      baseOption(call, [options], 'baseURL', 'baseUrl'),
    ),
    headers: [
      ...headers,
      authorization(call, 'Basic', property(call, option(call, [options], 'auth'), 'username')),
    ],
    ...rest,
  };
}
