import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { grantSources } from '../../src/grants/sources/index.js';
import { linesIn, listsIn } from './lists-in.js';

describe('authorize-url', () => {
  const spotify = 'authorize-url user accounts.spotify.com a-read b-write';
  test.each([
    [
      'one text',
      "location.href = 'https://accounts.spotify.com/authorize?client_id=x&scope=a-read%20b-write&state=1'",
    ],
    ['plus between words', "location.href = 'https://accounts.spotify.com/authorize?scope=a-read+b-write'"],
    ['commas between words', "location.href = 'https://accounts.spotify.com/authorize?scope=a-read,b-write'"],
    [
      'template',
      "const scopes = ['a-read', 'b-write']; window.open(`https://accounts.spotify.com/authorize?scope=${encodeURIComponent(scopes.join(' '))}`)",
    ],
    [
      'URLSearchParams in a template',
      "const p = new URLSearchParams({ response_type: 'code', client_id: 'x', redirect_uri: 'y', scope: 'a-read b-write' }); location.href = `https://accounts.spotify.com/authorize?${p}`",
    ],
    [
      'URLSearchParams, set and toString',
      "const p = new URLSearchParams(); p.set('scope', 'a-read b-write'); location.assign('https://accounts.spotify.com/authorize?' + p.toString())",
    ],
    [
      'URL object',
      "const u = new URL('https://accounts.spotify.com/authorize'); u.searchParams.set('scope', ['a-read', 'b-write'].join(' ')); location.href = u.toString()",
    ],
    [
      'querystring',
      "import qs from 'querystring'; export default (req, res) => res.redirect('https://accounts.spotify.com/authorize?' + qs.stringify({ response_type: 'code', scope: 'a-read b-write' }))",
    ],
    [
      'a function that its caller gives the scopes',
      "const url = (scopes: string[]) => `https://accounts.spotify.com/authorize?scope=${scopes.join(' ')}`; location.href = url(['a-read', 'b-write']);",
    ],
  ])('%s', (_, code) => {
    expect(linesIn(code)).toEqual([spotify]);
  });
  test('parameters alone, whatever makes a URL of them', () => {
    expect(
      linesIn("import { go } from 'x'; go({ client_id: process.env.ID, redirect_uri: 'y', scope: 'a b' })"),
    ).toEqual(['authorize-url user - a b by ID']);
  });
  test("Slack's two lists", () => {
    expect(
      linesIn("location.href = 'https://slack.com/oauth/v2/authorize?scope=commands&user_scope=users:read'"),
    ).toEqual(['authorize-url user slack.com commands', 'authorize-url user slack.com users:read']);
  });
  test('a scope that the code does not say', () => {
    expect(linesIn('location.href = `https://a.test/authorize?scope=read ${process.env.MORE}`')).toEqual([
      'authorize-url user a.test read …',
    ]);
  });
  test.each([
    ['a list that reaches no request', "export const SCOPES = ['a-read', 'b-write'];"],
    ['a scope of something else', "fetch('https://api.test/search?scope=all')"],
    ['a search with a scope', "fetch('https://api.test/v1/authors?scope=all&page=1')"],
    ['no scope at all', "location.href = 'https://a.test/authorize?client_id=x&response_type=code'"],
    ['text about it', "console.log('the scope=a parameter of /authorize?')"],
  ])('nothing: %s', (_, code) => {
    expect(linesIn(code)).toEqual([]);
  });
});

describe('packages', () => {
  test.each([
    [
      'passport.authenticate',
      "import passport from 'passport'; app.get('/in', passport.authenticate('github', { scope: ['user:email', 'repo'] }))",
      'passport user github user:email repo',
    ],
    [
      'passport strategy',
      "import { Strategy } from 'passport-spotify'; new Strategy({ clientID: process.env.ID, scope: 'a b' }, () => {})",
      'passport user spotify a b by ID',
    ],
    [
      'next-auth, parameters',
      "import Spotify from 'next-auth/providers/spotify'; Spotify({ clientId: process.env.ID, authorization: { params: { scope: 'a b' } } })",
      'next-auth user spotify a b by ID',
    ],
    [
      'next-auth, URL and constant',
      "import Spotify from '@auth/sveltekit/providers/spotify'; const scope = ['a', 'b'].join(','); Spotify({ authorization: `https://accounts.spotify.com/authorize?scope=${scope}` })",
      'next-auth user accounts.spotify.com a b',
    ],
    [
      'next-auth, provider of its own',
      "import NextAuth from 'next-auth'; NextAuth({ providers: [{ id: 'own', type: 'oauth', authorization: { url: 'https://own.test/authorize', params: { scope: 'a b' } } }] })",
      'next-auth user own.test a b',
    ],
    [
      'msal, instance',
      "import { PublicClientApplication } from '@azure/msal-browser'; const request = { scopes: ['User.Read', 'Mail.Send'] }; new PublicClientApplication({}).acquireTokenSilent({ ...request, account: null })",
      'msal user login.microsoftonline.com User.Read Mail.Send',
    ],
    [
      'msal, instance from a hook',
      "import { useMsal } from '@azure/msal-react'; export function A() { const { instance } = useMsal(); instance.loginPopup({ scopes: ['User.Read'] }); }",
      'msal user login.microsoftonline.com User.Read',
    ],
    [
      'msal, client credentials',
      "export const token = (cca: any) => cca.acquireTokenByClientCredential({ scopes: ['https://graph.microsoft.com/.default'] })",
      'msal client login.microsoftonline.com https://graph.microsoft.com/.default',
    ],
    [
      'azure-identity',
      "import { ClientSecretCredential } from '@azure/identity'; new ClientSecretCredential('t', process.env.ID, 's').getToken('https://graph.microsoft.com/.default')",
      'azure-identity client login.microsoftonline.com https://graph.microsoft.com/.default by ID',
    ],
    [
      'simple-oauth2, consent',
      "import { AuthorizationCode } from 'simple-oauth2'; const c = new AuthorizationCode({ client: { id: process.env.ID }, auth: { tokenHost: 'https://own.test' } }); c.authorizeURL({ scope: ['a', 'b'] })",
      'simple-oauth2 user own.test a b by ID',
    ],
    [
      'simple-oauth2, client credentials',
      "import { ClientCredentials } from 'simple-oauth2'; await new ClientCredentials({ client: { id: process.env.ID }, auth: { tokenHost: 'https://own.test' } }).getToken({ scope: 'a b' })",
      'simple-oauth2 client own.test a b by ID',
    ],
    [
      'openid-client 5',
      "import { Issuer } from 'openid-client'; const issuer = await Issuer.discover('x'); const c = new issuer.Client({}); c.authorizationUrl({ scope: 'openid a' })",
      'openid-client user - openid a',
    ],
    [
      'openid-client 6',
      "import * as client from 'openid-client'; client.clientCredentialsGrant(config, { scope: 'a b' })",
      'openid-client client - a b',
    ],
    [
      'google-auth-library',
      "import { OAuth2Client } from 'google-auth-library'; new OAuth2Client().generateAuthUrl({ access_type: 'offline', scope: ['https://www.googleapis.com/auth/gmail.readonly'] })",
      'google-auth user accounts.google.com https://www.googleapis.com/auth/gmail.readonly',
    ],
    [
      'googleapis',
      "import { google } from 'googleapis'; new google.auth.GoogleAuth({ scopes: ['https://www.googleapis.com/auth/drive'] })",
      'google-auth client accounts.google.com https://www.googleapis.com/auth/drive',
    ],
    [
      'react-native-app-auth',
      "import { authorize } from 'react-native-app-auth'; const config = { issuer: 'https://own.test', clientId: 'x', scopes: ['openid', 'a'] }; authorize(config)",
      'app-auth user own.test openid a',
    ],
    [
      'expo-auth-session',
      "import { useAuthRequest } from 'expo-auth-session'; export const A = () => useAuthRequest({ clientId: 'x', scopes: ['a'] }, { authorizationEndpoint: 'https://own.test/authorize' })",
      'app-auth user own.test a',
    ],
    [
      'browser extension',
      "chrome.identity.getAuthToken({ interactive: true, scopes: ['https://www.googleapis.com/auth/drive'] }, () => {})",
      'browser-identity user accounts.google.com https://www.googleapis.com/auth/drive',
    ],
    [
      'bolt',
      "import { App } from '@slack/bolt'; new App({ clientId: process.env.ID, scopes: ['chat:write'] })",
      'slack-oauth app slack.com chat:write by ID',
    ],
    [
      'supabase',
      "supabase.auth.signInWithOAuth({ provider: 'spotify', options: { scopes: 'a b' } })",
      'social-sign-in user spotify a b',
    ],
    [
      'firebase',
      "import { GoogleAuthProvider } from 'firebase/auth'; const p = new GoogleAuthProvider(); p.addScope('https://www.googleapis.com/auth/drive')",
      'social-sign-in user - https://www.googleapis.com/auth/drive',
    ],
  ])('%s', (_, code, expected) => {
    expect(linesIn(code)).toEqual([expected]);
  });
  test.each([
    [
      'passport without scopes',
      "import passport from 'passport'; passport.authenticate('github', { session: false })",
    ],
    ['a lookalike', "import x from 'other'; x.authenticate('github', { scope: ['a'] })"],
    [
      'options that no request gets',
      "import passport from 'passport'; export const options = { scope: ['a'] };",
    ],
  ])('nothing: %s', (_, code) => {
    expect(linesIn(code)).toEqual([]);
  });
});

describe('the place of each scope', () => {
  test('is where its name is written, through variables, spreads and modules', () => {
    const lists = listsIn({
      'scopes.ts': "export const READ = ['a-read'];\nexport const WRITE = ['b-write', 'c-write'];",
      'x.ts':
        "import { READ, WRITE } from './scopes.js';\nconst all = [...READ, ...WRITE];\nlocation.href = `https://a.test/authorize?scope=${all.join(' ')}`;",
    });
    expect(lists.map(({ written }) => written)).toEqual([['a-read', 'b-write', 'c-write']]);
    expect(lists[0]?.scopes.map(({ span }) => span.file)).toEqual(['scopes.ts', 'scopes.ts', 'scopes.ts']);
  });
  test('in a text of several names', () => {
    const [list] = listsIn({ 'x.ts': "location.href = 'https://a.test/authorize?scope=user%3Aread+user'" });
    expect(list?.written).toEqual(['user%3Aread', 'user']);
  });
});

test('the guide lists every source', () => {
  const guide = readFileSync(path.resolve(import.meta.dirname, '../../docs/grants.md'), 'utf8');
  const [, table = ''] = guide.split('<!-- sources');
  const rows = [...(table.split('\n## ')[0] ?? '').matchAll(/^\| `([a-z0-9-]+)` \|/gm)].map((row) => row[1]);
  expect(rows).toEqual(grantSources.map(({ id }) => id));
});
