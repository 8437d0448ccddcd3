import type { GrantSource } from '../grant-source.js';
import { firstText, listsOf, option, wordsAt } from '../read-call.js';

/** Which argument holds the parameters, by function; version 6 takes the configuration first. */
const parametersAt: Readonly<Record<string, number>> = {
  authorizationUrl: 0,
  grant: 0,
  buildAuthorizationUrl: 1,
  buildAuthorizationUrlWithPAR: 1,
  clientCredentialsGrant: 1,
  genericGrantRequest: 2,
  initiateDeviceAuthorization: 1,
};

/** `client.authorizationUrl({ scope })` of version 5, `buildAuthorizationUrl(config, { scope })` of version 6. */
export const openidClient: GrantSource = {
  id: 'openid-client',
  title: 'openid-client',
  docsUrl: 'https://github.com/panva/openid-client',
  modules: /^openid-client$/,
  read(call) {
    const name = call.path.split('.').at(-1) ?? '';
    const at = Object.hasOwn(parametersAt, name) ? parametersAt[name] : undefined;
    if (at === undefined) return [];
    const isOwn =
      name === 'clientCredentialsGrant' || firstText(option(call, at, 'grant_type')) === 'client_credentials';
    return listsOf(call, wordsAt(call, at, 'scope'), {
      source: 'openid-client',
      flow: isOwn ? 'client' : 'user',
    });
  },
};
