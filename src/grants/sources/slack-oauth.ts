import type { GrantSource } from '../grant-source.js';
import { envOf, listsOf, option, wordsAt } from '../read-call.js';

/** `new App({ scopes })` of Bolt, and `generateInstallUrl({ scopes, userScopes })` of the package below it. */
export const slackOauth: GrantSource = {
  id: 'slack-oauth',
  title: 'Slack OAuth',
  docsUrl: 'https://docs.slack.dev/tools/node-slack-sdk/oauth/',
  modules: /^@slack\/(?:bolt|oauth)$/,
  read(call) {
    const facts = { source: 'slack-oauth', host: 'slack.com', provider: 'slack' } as const;
    if (/(?:^|\.)(?:generateInstallUrl|handleInstallPath)$/.test(call.path))
      return [
        ...listsOf(call, wordsAt(call, 0, 'scopes') ?? wordsAt(call, 2, 'scopes'), { ...facts, flow: 'app' }),
        ...listsOf(call, wordsAt(call, 0, 'userScopes') ?? wordsAt(call, 2, 'userScopes'), {
          ...facts,
          flow: 'user',
        }),
      ];
    return /(?:^|\.)(?:App|ExpressReceiver|HTTPReceiver)$/.test(call.path)
      ? listsOf(call, wordsAt(call, 0, 'scopes'), {
          ...facts,
          flow: 'app',
          clientEnv: envOf(call, option(call, 0, 'clientId')),
        })
      : [];
  },
};
