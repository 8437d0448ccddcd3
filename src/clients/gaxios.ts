import type { ClientModel } from './client-model.js';
import { argument, stepArguments, targets, withDefault } from './client-values.js';
import { argumentAt } from '../values/call.js';
import { joinUrl } from './join-url.js';
import { baseOption, described, option } from './options.js';

const gaxios =
  /^(?:request|instance\.request|Gaxios\.new\.request|Gaxios\.new\.fetch|instance\.fetch|fetch)$/;
/** Clients of Google's authentication libraries, and what gives them. */
const authorized =
  /^(?:.*\.)?(?:\w*(?:Auth|Client|JWT|Compute|Impersonated|OAuth2|UserRefreshClient))(?:\.new)?(?:\.\w*[cC]lient\(\)|\.fromJSON\(\))*\.(?:request|fetch)$/;

/** `request({ url, method })` of gaxios, and of the clients of google-auth-library and googleapis. */
export const gaxiosModel: ClientModel = {
  id: 'gaxios',
  title: 'Gaxios and google-auth-library',
  docsUrl: 'https://github.com/googleapis/gaxios#readme',
  modules: ['gaxios', 'google-auth-library', 'googleapis', 'googleapis-common'],
  types: [
    'google-auth-library#GoogleAuth',
    'google-auth-library#OAuth2Client',
    'google-auth-library#AuthClient',
    'google-auth-library#JWT',
    'gaxios#Gaxios',
    'googleapis-common#OAuth2Client',
  ],
  request(call) {
    if (call.isNew) return undefined;
    const own = call.callee.module === 'gaxios' ? gaxios : authorized;
    if (!own.test(call.path)) return undefined;
    const first = argument(call, 0);
    const isUrl = call.path.endsWith('fetch') && first.every(({ value }) => value.kind !== 'object');
    const options = isUrl ? argument(call, 1) : first;
    const made = stepArguments(
      call.callee,
      (step, before) => step.kind === 'new' && before.endsWith('Gaxios'),
    );
    const sources = [options, ...(made ? [argumentAt(call.m, made, 0)] : [])];
    return {
      targets: targets(
        call,
        withDefault(option(call, sources, 'method'), 'GET'),
        joinUrl(
          call,
          isUrl ? first : option(call, sources, 'url'),
          baseOption(call, sources, 'baseURL', 'baseUrl'),
        ),
      ),
      ...described(call, sources, { query: ['params'], body: ['data', 'body'], retry: ['retryConfig'] }),
    };
  },
};
