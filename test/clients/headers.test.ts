import { describe, expect, test } from 'vitest';
import { formatAbstractString } from '../../src/model/abstract-string.js';
import { requestsByLine } from '../support/fixture-project.js';

/** The Authorization header and the token's origin of the requests in a piece of code. */
function authorizationIn(code: string): { header: string | undefined; credentials: string[] }[] {
  const lines = requestsByLine({ name: 'x', files: new Map([['x.ts', code]]) }).get('x.ts');
  return [...(lines?.values() ?? [])].flat().map(({ headers, credentials }) => ({
    header: headers['authorization'] && formatAbstractString(headers['authorization']),
    credentials: credentials.map((c) => `${c.id} ${c.tokenKind}`),
  }));
}

const bearer = { header: 'Bearer {env:TOKEN}', credentials: ['env:TOKEN bearer'] };
const basic = { header: 'Basic {env:NAME}', credentials: ['env:NAME basic'] };
const headers = '{ headers: { Authorization: `Bearer ${process.env.TOKEN}` } }';

describe('where each client takes the Authorization header from', () => {
  test.each([
    ['fetch init', `fetch('https://a.test/x', ${headers})`],
    [
      'Headers object',
      "const h = new Headers(); h.set('Authorization', `Bearer ${process.env.TOKEN}`); fetch('https://a.test/x', { headers: h })",
    ],
    ['Request object', `fetch(new Request('https://a.test/x', ${headers}))`],
    ['axios config', `import axios from 'axios'; axios.get('https://a.test/x', ${headers})`],
    ['axios create', `import axios from 'axios'; axios.create(${headers}).get('https://a.test/x')`],
    [
      'axios create, common',
      "import axios from 'axios'; axios.create({ headers: { common: { Authorization: `Bearer ${process.env.TOKEN}` } } }).get('https://a.test/x')",
    ],
    [
      'axios defaults',
      "import axios from 'axios'; const c = axios.create(); c.defaults.headers.common['Authorization'] = `Bearer ${process.env.TOKEN}`; c.get('https://a.test/x')",
    ],
    [
      'axios package defaults',
      "import axios from 'axios'; axios.defaults.headers.common.Authorization = `Bearer ${process.env.TOKEN}`; axios.get('https://a.test/x')",
    ],
    [
      'axios interceptor, assigned',
      "import axios from 'axios'; const c = axios.create(); c.interceptors.request.use((r) => { r.headers.Authorization = `Bearer ${process.env.TOKEN}`; return r; }); c.get('https://a.test/x')",
    ],
    [
      'axios interceptor, set',
      "import axios from 'axios'; const c = axios.create(); c.interceptors.request.use((r) => { r.headers.set('Authorization', `Bearer ${process.env.TOKEN}`); return r; }); c.get('https://a.test/x')",
    ],
    ['got options', `import got from 'got'; got('https://a.test/x', ${headers})`],
    [
      'got extend',
      `import got from 'got'; got.extend(${headers}).extend({ prefixUrl: 'https://a.test' }).get('x')`,
    ],
    ['ky create', `import ky from 'ky'; ky.create(${headers}).get('https://a.test/x')`],
    ['ofetch create', `import { ofetch } from 'ofetch'; ofetch.create(${headers})('https://a.test/x')`],
    [
      'wretch auth',
      "import wretch from 'wretch'; wretch('https://a.test').auth(`Bearer ${process.env.TOKEN}`).get('/x')",
    ],
    [
      'wretch headers',
      "import wretch from 'wretch'; wretch('https://a.test').headers({ Authorization: `Bearer ${process.env.TOKEN}` }).get('/x')",
    ],
    [
      'superagent set',
      "import sa from 'superagent'; sa.get('https://a.test/x').query({}).set('Authorization', `Bearer ${process.env.TOKEN}`)",
    ],
    [
      'superagent set, object',
      "import sa from 'superagent'; sa.get('https://a.test/x').set({ Authorization: `Bearer ${process.env.TOKEN}` })",
    ],
    [
      'superagent variable',
      "import sa from 'superagent'; const r = sa.get('https://a.test/x'); r.set('Authorization', `Bearer ${process.env.TOKEN}`)",
    ],
    [
      'superagent auth',
      "import sa from 'superagent'; sa.get('https://a.test/x').auth(process.env.TOKEN, { type: 'bearer' })",
    ],
    [
      'superagent agent',
      "import sa from 'superagent'; const a = sa.agent().set('Authorization', `Bearer ${process.env.TOKEN}`); a.get('https://a.test/x')",
    ],
    ['needle options', `import needle from 'needle'; needle.get('https://a.test/x', ${headers})`],
    [
      'request options',
      "import request from 'request'; request({ uri: 'https://a.test/x', headers: { Authorization: 'Bearer ' + process.env.TOKEN } })",
    ],
    [
      'request bearer',
      "import request from 'request'; request.get('https://a.test/x', { auth: { bearer: process.env.TOKEN } })",
    ],
    ['undici request', `import { request } from 'undici'; request('https://a.test/x', ${headers})`],
    [
      'node https',
      "import https from 'https'; https.get('https://a.test/x', { headers: { Authorization: 'Bearer ' + process.env.TOKEN } })",
    ],
    [
      'node setHeader',
      "import https from 'https'; const r = https.request('https://a.test/x'); r.setHeader('Authorization', 'Bearer ' + process.env.TOKEN); r.end()",
    ],
    [
      'http2 headers',
      "import { connect } from 'http2'; connect('https://a.test').request({ ':path': '/x', authorization: `Bearer ${process.env.TOKEN}` })",
    ],
    [
      'XMLHttpRequest',
      "const x = new XMLHttpRequest(); x.open('GET', 'https://a.test/x'); x.setRequestHeader('Authorization', 'Bearer ' + process.env.TOKEN); x.send()",
    ],
    ['jQuery', `$.ajax('https://a.test/x', ${headers})`],
  ])('%s: a bearer token', (_, code) => {
    expect(authorizationIn(code)).toEqual([bearer]);
  });

  test.each([
    [
      'axios auth',
      "import axios from 'axios'; axios.get('https://a.test/x', { auth: { username: process.env.NAME, password: 'p' } })",
    ],
    [
      'request auth',
      "import request from 'request'; request({ url: 'https://a.test/x', auth: { user: process.env.NAME, pass: 'p' } })",
    ],
    [
      'superagent auth',
      "import sa from 'superagent'; sa.get('https://a.test/x').auth(process.env.NAME, 'p')",
    ],
  ])('%s: a basic token', (_, code) => {
    expect(authorizationIn(code)).toEqual([basic]);
  });

  test('an interceptor of another instance adds nothing', () => {
    const code = [
      "import axios from 'axios';",
      'const a = axios.create();',
      'const b = axios.create();',
      "a.interceptors.request.use((r) => { r.headers.Authorization = 'x'; return r; });",
      "b.get('https://a.test/x');",
    ].join('\n');
    expect(authorizationIn(code)).toEqual([{ header: undefined, credentials: [] }]);
  });
});
