import type { GrantSource } from '../grant-source.js';
import { envOf, hostAt, listsOf, option, wordsAt } from '../read-call.js';

/** `authorize({ issuer, clientId, scopes })` of AppAuth for React Native, and Expo's request of the same shape. */
export const appAuth: GrantSource = {
  id: 'app-auth',
  title: 'AppAuth',
  docsUrl: 'https://commerce.nearform.com/open-source/react-native-app-auth/',
  modules: /^(?:react-native-app-auth|expo-auth-session(?:\/.*)?|expo-app-auth)$/,
  read(call) {
    if (!/(?:^|\.)(?:authorize|authAsync|refresh|useAuthRequest|AuthRequest|loadAsync)$/.test(call.path))
      return [];
    const host = hostAt(call, [
      ...option(call, 0, 'serviceConfiguration', 'authorizationEndpoint'),
      ...option(call, 1, 'authorizationEndpoint'),
      ...option(call, 0, 'issuer'),
    ]);
    return listsOf(call, wordsAt(call, 0, 'scopes'), {
      source: 'app-auth',
      flow: 'user',
      clientEnv: envOf(call, option(call, 0, 'clientId')),
      ...(host === undefined ? {} : { host }),
    });
  },
};
