import type { GrantSource } from '../grant-source.js';
import { firstText, listsOf, option, wordsAt } from '../read-call.js';

/** `supabase.auth.signInWithOAuth({ provider, options: { scopes } })`, and Firebase's `provider.addScope(…)`. */
export const socialSignIn: GrantSource = {
  id: 'social-sign-in',
  title: 'Sign-in with a provider through Supabase or Firebase',
  docsUrl: 'https://supabase.com/docs/reference/javascript/auth-signinwithoauth',
  methods: ['signInWithOAuth'],
  modules: /^firebase\/auth$/,
  read(call) {
    const facts = { source: 'social-sign-in', flow: 'user', signsIn: true } as const;
    if (/(?:^|\.)signInWithOAuth$/.test(call.path)) {
      const provider = firstText(option(call, 0, 'provider'));
      return listsOf(call, wordsAt(call, 0, 'options', 'scopes'), {
        ...facts,
        ...(provider === undefined ? {} : { provider }),
      });
    }
    return /\.addScope$/.test(call.path) ? listsOf(call, wordsAt(call, 0), facts) : [];
  },
};
