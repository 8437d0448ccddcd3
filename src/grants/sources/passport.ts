import type { GrantSource, PackageCall } from '../grant-source.js';
import { envOf, firstText, listsOf, option, wordsAt } from '../read-call.js';

/** `passport.authenticate('github', { scope })`, and the options of a strategy. */
export const passport: GrantSource = {
  id: 'passport',
  title: 'Passport',
  docsUrl: 'https://www.passportjs.org/concepts/oauth2/authorization/',
  modules: /^passport(?:-|$)|\/passport(?:-|$)/,
  read(call) {
    if (/(?:^|\.)(?:authenticate|authorize)$/.test(call.path)) {
      const provider = firstText(option(call, 0));
      return listsOf(call, wordsAt(call, 1, 'scope'), {
        ...signIn,
        ...(provider === undefined ? {} : { provider }),
      });
    }
    if (!isStrategy(call)) return [];
    const provider = /passport-([a-z]+)/.exec(call.callee.module)?.[1];
    return listsOf(call, wordsAt(call, 0, 'scope'), {
      ...signIn,
      clientEnv: envOf(call, option(call, 0, 'clientID')),
      ...(provider === undefined ? {} : { provider }),
    });
  },
};

const signIn = { source: 'passport', flow: 'user', signsIn: true } as const;

const isStrategy = ({ module, index }: PackageCall): boolean => module.calls[index]?.kind === 'new';
