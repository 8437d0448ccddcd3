import type { GrantSource } from '../grant-source.js';
import { envOf, hostAt, listsOf, option, wordsAt } from '../read-call.js';

/** `new AuthorizationCode(config).authorizeURL({ scope })`, `new ClientCredentials(config).getToken({ scope })`. */
export const simpleOauth2: GrantSource = {
  id: 'simple-oauth2',
  title: 'simple-oauth2',
  docsUrl: 'https://github.com/lelylan/simple-oauth2/blob/master/API.md',
  modules: /^simple-oauth2$/,
  read(call) {
    if (!/\.(?:authorizeURL|getToken)$/.test(call.path)) return [];
    const made = call.callee.steps.find((step) => step.kind === 'new');
    const config = { ...call, args: made?.kind === 'new' ? made.args : [] };
    const host = hostAt(config, [
      ...option(config, 0, 'auth', 'tokenHost'),
      ...option(config, 0, 'auth', 'authorizeHost'),
    ]);
    return listsOf(call, wordsAt(call, 0, 'scope'), {
      source: 'simple-oauth2',
      flow: call.path.startsWith('ClientCredentials') ? 'client' : 'user',
      clientEnv: envOf(config, option(config, 0, 'client', 'id')),
      ...(host === undefined ? {} : { host }),
    });
  },
};
