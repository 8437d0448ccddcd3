import type { GrantSource } from '../grant-source.js';
import { listsOf, wordsAt } from '../read-call.js';

/** `new GoogleAuth({ scopes })`, `new JWT({ scopes })` and `client.generateAuthUrl({ scope })`, from either package. */
export const googleAuth: GrantSource = {
  id: 'google-auth',
  title: 'google-auth-library',
  docsUrl: 'https://github.com/googleapis/google-auth-library-nodejs',
  modules: /^(?:google-auth-library|googleapis|@googleapis\/[a-z]+|@google-cloud\/local-auth)$/,
  read(call) {
    const facts = { source: 'google-auth', host: 'accounts.google.com' } as const;
    if (/(?:^|\.)generateAuthUrl$/.test(call.path))
      return listsOf(call, wordsAt(call, 0, 'scope'), { ...facts, flow: 'user' });
    if (call.callee.module === '@google-cloud/local-auth')
      return listsOf(call, wordsAt(call, 0, 'scopes'), { ...facts, flow: 'user' });
    if (/(?:^|\.)(?:GoogleAuth|JWT|getClient)$/.test(call.path)) {
      const words = wordsAt(call, 0, 'scopes') ?? (call.path.endsWith('JWT') ? wordsAt(call, 3) : undefined);
      return listsOf(call, words, { ...facts, flow: 'client' });
    }
    return [];
  },
};
