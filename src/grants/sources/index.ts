import type { GrantSource } from '../grant-source.js';
import { appAuth } from './app-auth.js';
import { authorizeUrl } from './authorize-url.js';
import { azureIdentity } from './azure-identity.js';
import { browserIdentity } from './browser-identity.js';
import { googleAuth } from './google-auth.js';
import { msal } from './msal.js';
import { nextAuth } from './next-auth.js';
import { openidClient } from './openid-client.js';
import { passport } from './passport.js';
import { simpleOauth2 } from './simple-oauth2.js';
import { slackOauth } from './slack-oauth.js';
import { socialSignIn } from './social-sign-in.js';

/** Every kind of place in code that says which scopes are asked for. One line a source. */
export const grantSources: readonly GrantSource[] = [
  appAuth,
  authorizeUrl,
  azureIdentity,
  browserIdentity,
  googleAuth,
  msal,
  nextAuth,
  openidClient,
  passport,
  simpleOauth2,
  slackOauth,
  socialSignIn,
];
