import type { GrantSource } from '../grant-source.js';
import { listsOf, wordsAt } from '../read-call.js';

/** `chrome.identity.getAuthToken({ scopes })`: beside the list of the extension's manifest. */
export const browserIdentity: GrantSource = {
  id: 'browser-identity',
  title: 'Identity API of browser extensions',
  docsUrl: 'https://developer.chrome.com/docs/extensions/reference/api/identity',
  modules: /^global$/,
  read: (call) =>
    /^(?:chrome|browser)\.identity\.getAuthToken$/.test(call.path)
      ? listsOf(call, wordsAt(call, 0, 'scopes'), {
          source: 'browser-identity',
          flow: 'user',
          host: 'accounts.google.com',
        })
      : [],
};
