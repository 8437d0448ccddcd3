import { describe, expect, test } from 'vitest';
import { requestsByLine } from '../support/fixture-project.js';

/** The origins of the tokens of each request to `/x`, in the order of the code. */
function originsIn(code: string): string[] {
  const lines = requestsByLine({ name: 'x', files: new Map([['x.ts', code]]) }).get('x.ts');
  return [...(lines?.values() ?? [])]
    .flat()
    .filter(({ url }) => url.some((p) => p.kind === 'text' && p.text.includes('/x')))
    .map(({ credentials }) => credentials.map((c) => `${c.id} ${c.kind} ${c.tokenKind}`).join(', '));
}

const get = 'fetch("https://api.test/x", { headers: { Authorization: `Bearer ${token}` } });';

describe('where a token comes from', () => {
  test.each([
    ['localStorage.getItem', `const token = localStorage.getItem('t'); ${get}`, 'storage:t storage bearer'],
    ['sessionStorage member', `const token = window.sessionStorage.t; ${get}`, 'storage:t storage bearer'],
    [
      'AsyncStorage',
      `import AsyncStorage from '@react-native-async-storage/async-storage'; const token = await AsyncStorage.getItem('t'); ${get}`,
      'storage:t storage bearer',
    ],
    [
      'secure store',
      `import * as Store from 'expo-secure-store'; const token = await Store.getItemAsync('t'); ${get}`,
      'secret:t secret bearer',
    ],
    [
      'js-cookie',
      `import Cookies from 'js-cookie'; const token = Cookies.get('t'); ${get}`,
      'cookie:t cookie bearer',
    ],
    [
      'next cookies',
      `import { cookies } from 'next/headers'; const token = (await cookies()).get('t')?.value; ${get}`,
      'cookie:t cookie bearer',
    ],
    [
      'next-auth session',
      `import { getServerSession } from 'next-auth'; const session = await getServerSession(options); const token = session.accessToken; ${get}`,
      'session:accessToken session bearer',
    ],
    [
      'next-auth hook',
      `import { useSession } from 'next-auth/react'; export function A() { const { data } = useSession(); const token = data.accessToken; ${get} }`,
      'session:accessToken session bearer',
    ],
    [
      'msal',
      `import { PublicClientApplication } from '@azure/msal-browser'; const app = new PublicClientApplication({}); const { accessToken: token } = await app.acquireTokenSilent({ scopes: ['a'] }); ${get}`,
      'session:msal session bearer',
    ],
    [
      'express session',
      `app.get('/me', (req, res) => { const token = req.session.token; ${get} });`,
      'session:token session bearer',
    ],
    [
      'express cookies',
      `app.get('/me', (req, res) => { const token = req.cookies.t; ${get} });`,
      'cookie:t cookie bearer',
    ],
    [
      'passport user',
      `app.get('/me', (req, res) => { const token = req.user.accessToken; ${get} });`,
      'session:accessToken session bearer',
    ],
    [
      'config',
      `import config from 'config'; const token = config.get('ot.token'); ${get}`,
      'config:ot.token config bearer',
    ],
    [
      'setting of Nest, from the environment',
      `import { ConfigService } from '@nestjs/config'; export class S { constructor(private config: ConfigService) {} get() { const token = this.config.get<string>('OT_TOKEN'); ${get} } }`,
      'env:OT_TOKEN env bearer',
    ],
    [
      'setting of Nest, loaded',
      `import { ConfigService } from '@nestjs/config'; export class S { constructor(private config: ConfigService) {} get() { const token = this.config.get('ot.token'); ${get} } }`,
      'config:ot.token config bearer',
    ],
    [
      'Apps Script property',
      `const token = PropertiesService.getScriptProperties().getProperty('t'); ${get}`,
      'config:t config bearer',
    ],
    [
      'secrets manager',
      `import { SecretsManagerClient, GetSecretValueCommand } from '@aws-sdk/client-secrets-manager'; const c = new SecretsManagerClient({}); const token = (await c.send(new GetSecretValueCommand({ SecretId: 'ot/token' }))).SecretString; ${get}`,
      'secret:ot/token secret bearer',
    ],
    [
      'a parameter that callers fill',
      `function send(token: string) { ${get} }\nsend(process.env.TOKEN); `,
      'env:TOKEN env bearer',
    ],
    [
      'a parameter, two calls up',
      `function send(token: string) { ${get} }\nfunction outer(t: string) { send(t); }\nouter(localStorage.getItem('t')); `,
      'storage:t storage bearer',
    ],
    [
      'two callers with tokens of their own',
      `function send(token: string) { ${get} }\nsend(process.env.A);\nsend(process.env.B); `,
      'env:A env bearer, env:B env bearer',
    ],
    [
      'a parameter that nobody fills',
      `export function send(token: string) { ${get} }`,
      'parameter:token parameter bearer',
    ],
  ])('%s', (_, code, expected) => {
    expect(originsIn(code)).toEqual([expected]);
  });
});

describe('tokens that a request gave', () => {
  const form =
    "{ grant_type: 'client_credentials', client_id: process.env.OT_CLIENT_ID, client_secret: process.env.OT_SECRET }";
  test.each([
    [
      'fetch, form',
      `async function getToken() { const r = await fetch('https://a.test/oauth/token', { method: 'POST', body: new URLSearchParams(${form}) }); const data = await r.json(); return data.access_token; }`,
    ],
    [
      'fetch, form as text',
      `async function getToken() { const p = new URLSearchParams(${form}); const r = await fetch('https://a.test/oauth/token', { method: 'POST', body: p.toString() }); return (await r.json()).access_token; }`,
    ],
    [
      'fetch, JSON',
      `async function getToken() { const r = await fetch('https://a.test/oauth/token', { method: 'POST', body: JSON.stringify(${form}) }); return (await r.json()).access_token; }`,
    ],
    [
      'axios',
      `import axios from 'axios'; async function getToken() { const { data } = await axios.post('https://a.test/oauth/token', ${form}); return data.access_token; }`,
    ],
    [
      'axios, text',
      `import axios from 'axios'; async function getToken() { const { data } = await axios.post('https://a.test/oauth/token', \`grant_type=client_credentials&client_id=\${process.env.OT_CLIENT_ID}\`); return data.access_token; }`,
    ],
    [
      'Basic header',
      "async function getToken() { const r = await fetch('https://a.test/oauth/token', { method: 'POST', headers: { Authorization: `Basic ${Buffer.from(`${process.env.OT_CLIENT_ID}:${process.env.OT_SECRET}`).toString('base64')}` }, body: 'grant_type=client_credentials' }); return (await r.json()).access_token; }",
    ],
    [
      'kept in a variable',
      `let kept: string | undefined; async function getToken() { if (kept) return kept; const r = await fetch('https://a.test/oauth/token', { method: 'POST', body: new URLSearchParams(${form}) }); const d = await r.json(); kept = d.access_token; return d.access_token; }`,
    ],
    [
      'simple-oauth2',
      "import { ClientCredentials } from 'simple-oauth2'; async function getToken() { const c = new ClientCredentials({ client: { id: process.env.OT_CLIENT_ID }, auth: { tokenHost: 'https://a.test' } }); const t = await c.getToken({}); return t.token.access_token; }",
    ],
    [
      '@azure/identity',
      "import { ClientSecretCredential } from '@azure/identity'; async function getToken() { return (await new ClientSecretCredential('t', process.env.OT_CLIENT_ID, 's').getToken('x')).token; }",
    ],
  ])('client credentials: %s', (_, code) => {
    const [origins] = originsIn(`${code}\nconst token = await getToken(); ${get}`);
    expect(origins?.split(', ')).toContain('client-credentials:env:OT_CLIENT_ID client-credentials bearer');
  });
  test('another response', () => {
    expect(
      originsIn(
        `const r = await fetch('https://a.test/login', { method: 'POST' }); const { token } = await r.json(); ${get}`,
      ),
    ).toEqual(['response:a.test/login response bearer']);
  });
});

describe('where a request carries it', () => {
  test.each([
    [
      'x-api-key',
      "fetch('https://api.test/x', { headers: { 'X-Api-Key': process.env.KEY } })",
      'env:KEY env api-key',
    ],
    [
      'private-token',
      "fetch('https://api.test/x', { headers: { 'PRIVATE-TOKEN': process.env.KEY } })",
      'env:KEY env api-key',
    ],
    [
      'Authorization beside a key',
      "fetch('https://api.test/x', { headers: { 'X-Api-Key': process.env.KEY, Authorization: `Bearer ${process.env.T}` } })",
      'env:T env bearer',
    ],
    ['query in the URL', 'fetch(`https://api.test/x?access_token=${process.env.T}&a=1`)', 'env:T env bearer'],
    ['key in the URL', 'fetch(`https://api.test/x?api_key=${process.env.KEY}`)', 'env:KEY env api-key'],
    [
      'axios params',
      "import axios from 'axios'; axios.get('https://api.test/x', { params: { access_token: process.env.T } })",
      'env:T env bearer',
    ],
    ['a query of another kind', 'fetch(`https://api.test/x?key=name`)', ''],
    [
      'a fallback that is no token',
      "const send = (t) => fetch('https://api.test/x', { headers: { Authorization: `Bearer ${t}` } }); send(undefined || false)",
      '',
    ],
    [
      'a state that is still empty',
      "const s = { token: '' }; fetch('https://api.test/x', { headers: { Authorization: `Bearer ${s.token}` } })",
      '',
    ],
    ['no token', "fetch('https://api.test/x')", ''],
    [
      'a plan of Basic',
      "fetch('https://api.test/x', { headers: { Authorization: `Basic ${btoa(process.env.USER + ':' + process.env.PASS)}` } })",
      'env:USER env basic',
    ],
    [
      'a bot',
      "fetch('https://api.test/x', { headers: { Authorization: `Bot ${process.env.BOT}` } })",
      'env:BOT env bot',
    ],
  ])('%s', (_, code, expected) => {
    expect(originsIn(code)).toEqual([expected]);
  });
});
