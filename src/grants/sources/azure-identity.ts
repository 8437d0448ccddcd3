import type { GrantSource } from '../grant-source.js';
import { envOf, listsOf, option, wordsAt } from '../read-call.js';

/** Credentials of @azure/identity, and the provider that Microsoft's Graph client takes them through. */
export const azureIdentity: GrantSource = {
  id: 'azure-identity',
  title: 'Azure Identity',
  docsUrl: 'https://learn.microsoft.com/javascript/api/@azure/identity',
  modules: /^@azure\/identity$|^@microsoft\/microsoft-graph-client(?:\/|$)/,
  read(call) {
    const facts = { source: 'azure-identity', host: 'login.microsoftonline.com', flow: 'client' } as const;
    const made = call.callee.steps.find((step) => step.kind === 'new');
    if (call.callee.module === '@azure/identity')
      return /\.getToken$/.test(call.path)
        ? listsOf(call, wordsAt(call, 0), {
            ...facts,
            clientEnv:
              made?.kind === 'new'
                ? envOf({ ...call, args: made.args }, option({ ...call, args: made.args }, 1))
                : [],
          })
        : [];
    return /TokenCredentialAuthenticationProvider$/.test(call.path)
      ? listsOf(call, wordsAt(call, 1, 'scopes'), facts)
      : [];
  },
};
