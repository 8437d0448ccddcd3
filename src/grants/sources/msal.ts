import type { GrantSource } from '../grant-source.js';
import { listsOf, wordsAt } from '../read-call.js';

/** Methods that take a request object first. */
const requests = [
  'acquireTokenSilent',
  'acquireTokenPopup',
  'acquireTokenRedirect',
  'acquireTokenByClientCredential',
  'acquireTokenByCode',
  'acquireTokenByDeviceCode',
  'acquireTokenByRefreshToken',
  'acquireTokenInteractive',
  'acquireTokenOnBehalfOf',
  'getAuthCodeUrl',
  'loginPopup',
  'loginRedirect',
  'ssoSilent',
];

/** Token requests of the Microsoft Authentication Library: `acquireTokenSilent({ scopes })`. */
export const msal: GrantSource = {
  id: 'msal',
  title: 'Microsoft Authentication Library',
  docsUrl: 'https://learn.microsoft.com/entra/msal/javascript/browser/acquire-token',
  methods: requests,
  modules: /^@azure\/msal-react$/,
  read(call) {
    const { steps } = call.callee;
    const last = steps.at(-1);
    const name = last?.kind === 'member' ? last.name : '';
    const facts = {
      source: 'msal',
      host: 'login.microsoftonline.com',
      flow: name === 'acquireTokenByClientCredential' ? 'client' : 'user',
    } as const;
    if (name === 'useMsalAuthentication') return listsOf(call, wordsAt(call, 1, 'scopes'), facts);
    return requests.includes(name) ? listsOf(call, wordsAt(call, 0, 'scopes'), facts) : [];
  },
};
