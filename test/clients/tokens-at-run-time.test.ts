import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import axios from 'axios';
import got from 'got';
import ky from 'ky';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ClientRequest } from '../../src/model/client-request.js';
import { requestsByLine } from '../support/fixture-project.js';

/**
 * Programs that hold several tokens: which of them each request sends is read off the running program, and must be
 * what is said of its source.
 */
const programs: Readonly<Record<string, string>> = {
  'objects of one class': `class Api {
  constructor(token) { this.token = token; }
  items() { return fetch(process.env.BASE + '/items', { headers: { Authorization: 'Bearer ' + this.token } }); }
  add() { return fetch(process.env.BASE + '/items', { method: 'POST', headers: { Authorization: 'Bearer ' + this.token } }); }
}
const reader = new Api(process.env.READ), writer = new Api(process.env.WRITE);
await reader.items();
await writer.add();`,
  'closures of one factory': `function createApi({ token }) {
  const send = (path, init = {}) => fetch(process.env.BASE + path, { ...init, headers: { authorization: 'Bearer ' + token } });
  return { items: () => send('/items'), add: () => send('/items', { method: 'POST' }) };
}
const reader = createApi({ token: process.env.READ }), writer = createApi({ token: process.env.WRITE });
await reader.items();
await writer.add();`,
  'axios instances in a class': `import axios from 'axios';
class Api {
  constructor(token) { this.http = axios.create({ baseURL: process.env.BASE, headers: { Authorization: 'Bearer ' + token } }); }
  items() { return this.http.get('/items'); }
  add() { return this.http.post('/items', {}); }
}
const reader = new Api(process.env.READ), writer = new Api(process.env.WRITE);
await reader.items();
await writer.add();`,
  'axios interceptors in a class': `import axios from 'axios';
class Api {
  constructor(token) {
    this.token = token;
    this.http = axios.create({ baseURL: process.env.BASE });
    this.http.interceptors.request.use((config) => { config.headers.Authorization = 'Bearer ' + this.token; return config; });
  }
  items() { return this.http.get('/items'); }
  add() { return this.http.post('/items', {}); }
}
const reader = new Api(process.env.READ), writer = new Api(process.env.WRITE);
await reader.items();
await writer.add();`,
  'a call with a token of its own beside a default': `import axios from 'axios';
const api = axios.create({ baseURL: process.env.BASE, headers: { Authorization: 'Bearer ' + process.env.READ } });
await api.get('/items');
await api.post('/items', {}, { headers: { Authorization: 'Bearer ' + process.env.WRITE } });`,
  'an interceptor that chooses by the method': `import axios from 'axios';
const api = axios.create({ baseURL: process.env.BASE });
api.interceptors.request.use((config) => {
  config.headers.Authorization = 'Bearer ' + (config.method === 'get' ? process.env.READ : process.env.WRITE);
  return config;
});
await api.get('/items');
await api.post('/items', {});`,
  'a method that sets a default of the client': `import axios from 'axios';
class Api {
  constructor() { this.http = axios.create({ baseURL: process.env.BASE }); }
  signIn(token) { this.http.defaults.headers.common.Authorization = 'Bearer ' + token; }
  items() { return this.http.get('/items'); }
}
const api = new Api();
api.signIn(process.env.READ);
await api.items();`,
  'hooks of ky, with a function for the token': `import ky from 'ky';
class Api {
  constructor(getToken) {
    this.getToken = getToken;
    this.http = ky.create({ prefixUrl: process.env.BASE, hooks: { beforeRequest: [async (request) => { request.headers.set('Authorization', 'Bearer ' + (await this.getToken())); }] } });
  }
  items() { return this.http.get('items').text(); }
  add() { return this.http.post('items').text(); }
}
const reader = new Api(async () => process.env.READ), writer = new Api(async () => process.env.WRITE);
await reader.items();
await writer.add();`,
  'hooks of got': `import got from 'got';
const token = async () => process.env.READ;
const api = got.extend({ prefixUrl: process.env.BASE, hooks: { beforeRequest: [async (options) => { options.headers.authorization = 'Bearer ' + (await token()); }] } });
await api.get('items');`,
  'two clients that each ask for a token': `class Tokens {
  constructor(id, secret) { this.id = id; this.secret = secret; }
  async get() {
    if (this.kept) return this.kept;
    const r = await fetch(process.env.BASE + '/oauth/token', { method: 'POST', body: new URLSearchParams({ grant_type: 'client_credentials', client_id: this.id, client_secret: this.secret }) });
    this.kept = (await r.json()).access_token;
    return this.kept;
  }
}
class Api {
  constructor(tokens) { this.tokens = tokens; }
  async send(method, path) { return fetch(process.env.BASE + path, { method, headers: { Authorization: 'Bearer ' + (await this.tokens.get()) } }); }
  items() { return this.send('GET', '/items'); }
  add() { return this.send('POST', '/items'); }
}
const reader = new Api(new Tokens(process.env.READ_ID, 's')), writer = new Api(new Tokens(process.env.WRITE_ID, 's'));
await reader.items();
await writer.add();`,
  'clients that name themselves in a Basic header': `async function tokenOf(id, secret) {
  const basic = Buffer.from(id + ':' + secret).toString('base64');
  const r = await fetch(process.env.BASE + '/oauth/token', { method: 'POST', headers: { Authorization: 'Basic ' + basic }, body: new URLSearchParams({ grant_type: 'client_credentials' }) });
  return (await r.json()).access_token;
}
const api = (id) => ({
  items: async () => fetch(process.env.BASE + '/items', { headers: { Authorization: 'Bearer ' + (await tokenOf(id, 's')) } }),
  add: async () => fetch(process.env.BASE + '/items', { method: 'POST', headers: { Authorization: 'Bearer ' + (await tokenOf(id, 's')) } }),
});
const reader = api(process.env.READ_ID), writer = api(process.env.WRITE_ID);
await reader.items();
await writer.add();`,
  'objects that other objects are given': `class Api {
  constructor(settings) { this.settings = settings; }
  items() { return fetch(process.env.BASE + '/items', { headers: { Authorization: 'Bearer ' + this.settings.token } }); }
  add() { return fetch(process.env.BASE + '/items', { method: 'POST', headers: { Authorization: 'Bearer ' + this.settings.token } }); }
}
class Report { constructor(api) { this.api = api; } run() { return this.api.items(); } }
class Publisher { constructor(api) { this.api = api; } run() { return this.api.add(); } }
await new Report(new Api({ token: process.env.READ })).run();
await new Publisher(new Api({ token: process.env.WRITE })).run();`,
  'tokens of regions, by a key': `const tokens = { eu: process.env.READ, us: process.env.WRITE };
const api = (region) => ({
  items: () => fetch(process.env.BASE + '/items', { headers: { Authorization: 'Bearer ' + tokens[region] } }),
  add: () => fetch(process.env.BASE + '/items', { method: 'POST', headers: { Authorization: 'Bearer ' + tokens[region] } }),
});
await api('eu').items();
await api('us').add();`,
};

const seen: string[] = [];
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const authorization = request.headers.authorization ?? '';
    response.setHeader('content-type', 'application/json');
    if (request.url === '/oauth/token') {
      const client = clientOf(request, Buffer.concat(chunks).toString());
      response.end(JSON.stringify({ access_token: `client-credentials:env:${client}` }));
      return;
    }
    seen.push(`${request.method} ${request.url} ${authorization.replace('Bearer ', '')}`);
    response.end('{}');
  });
});

function clientOf({ headers }: IncomingMessage, body: string): string {
  const [, basic] = /^Basic (.+)$/.exec(headers.authorization ?? '') ?? [];
  if (basic !== undefined) return Buffer.from(basic, 'base64').toString().split(':')[0] ?? '';
  return new URLSearchParams(body).get('client_id') ?? '';
}

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise<unknown>((resolve) => server.close(resolve)));

/** What the program sends when it runs. Tokens and client ids are called as the variables that hold them. */
async function sentBy(code: string): Promise<readonly string[]> {
  seen.length = 0;
  const env = {
    BASE: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    READ: 'env:READ',
    WRITE: 'env:WRITE',
    READ_ID: 'READ_ID',
    WRITE_ID: 'WRITE_ID',
  };
  const body = `return (async () => {${code.replace(/^import .*$/gm, '')}})();`;
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- programs of this file
  const run = new Function('axios', 'got', 'ky', 'process', body) as (...given: unknown[]) => Promise<void>;
  await run(axios, got, ky, { env });
  return [...seen].sort();
}

function saidOf(code: string): readonly string[] {
  const lines = requestsByLine({ name: 'x', files: new Map([['x.js', code]]) }).get('x.js');
  const requests = [...(lines?.values() ?? [])].flat().filter((r) => !pathOf(r).startsWith('/oauth'));
  return requests
    .flatMap((r) =>
      r.credentials.map(
        ({ id, ofInstances }) => `${String(r.methods)} ${pathOf(r)} ${id}${ofInstances ? '?' : ''}`,
      ),
    )
    .sort();
}

const pathOf = ({ url }: ClientRequest): string => url.map((p) => (p.kind === 'text' ? p.text : '')).join('');

describe('which token a request sends', () => {
  test.each(Object.entries(programs))('%s', async (_, code) => {
    expect(saidOf(code)).toEqual(await sentBy(code));
  });
});
