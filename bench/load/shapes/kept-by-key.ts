import type { Shape } from '../shape.js';
import { head, shapesLike, users } from '../shape.js';

const shape = shapesLike(28);

/** Answers that are kept for good: by key, by what asks once, by what is made once. */
export const keptByKey: readonly Shape[] = [
  shape(
    'a-map-of-answers',
    `${head}
const cache = new Map<string, any>();
async function item(id: string) {
  if (cache.has(id)) return cache.get(id);
  const answer = await get('/items/' + id);
  cache.set(id, answer);
  return answer;
}
setInterval(async () => { for (const id of ['a', 'b', 'c']) await item(id); }, 5000);`,
  ),
  shape(
    'a-map-of-promises',
    `${head}
const cache = new Map<string, Promise<any>>();
function item(id: string) {
  let found = cache.get(id);
  if (!found) {
    found = get('/items/' + id);
    cache.set(id, found);
  }
  return found;
}
setInterval(async () => {
  const users = await get('/users');
  await Promise.all(users.map((user: any) => item(user.id)));
}, 30_000);`,
    { points: [{ users: 40 }], symbols: users },
  ),
  shape(
    'an-object-of-answers',
    `${head}
const cache: Record<string, any> = {};
async function item(id: string) {
  cache[id] ??= await get('/items/' + id);
  return cache[id];
}
setInterval(async () => { await item('a'); await item('b'); }, 2000);`,
  ),
  shape(
    'asked-for-once-by-lodash',
    `import _ from 'lodash';
${head}
const config = _.once(() => get('/users'));
setInterval(async () => { await config(); await get('/orders'); }, 1000);`,
  ),
  shape(
    'memoized-by-lodash',
    `import memoize from 'lodash/memoize.js';
${head}
const item = memoize((id: string) => get('/items/' + id));
setInterval(async () => { await item('1'); await item('2'); await get('/orders'); }, 1000);`,
  ),
  shape('memoized-by-a-helper', {
    'src/memo.ts': `export function once<T>(fn: () => T): () => T {
  let done = false;
  let value: T;
  return () => {
    if (!done) { value = fn(); done = true; }
    return value;
  };
}`,
    'src/main.ts': `import { once } from './memo.js';
${head}
const config = once(() => get('/users'));
setInterval(async () => { await config(); await get('/orders'); }, 1000);`,
  }),
  shape(
    'a-singleton-made-once',
    `${head}
class Client {
  private static instance: Client | undefined;
  private constructor(private readonly token: any) {}
  static async open() {
    if (!Client.instance) Client.instance = new Client(await get('/users'));
    return Client.instance;
  }
  orders() { return get('/orders'); }
}
setInterval(async () => { await (await Client.open()).orders(); }, 1000);`,
  ),
  shape(
    'once-a-day',
    `${head}
let lastDay = '';
setInterval(async () => {
  const day = new Date().toISOString().slice(0, 10);
  if (day === lastDay) return;
  lastDay = day;
  await get('/users');
}, 10_000);`,
  ),
  shape(
    'once-an-hour',
    `${head}
let lastHour = -1;
setInterval(async () => {
  const hour = new Date().getHours();
  if (hour !== lastHour) {
    lastHour = hour;
    await get('/users');
  }
}, 10_000);`,
  ),
  shape(
    'a-token-that-is-there',
    `${head}
let token: any = null;
async function auth() {
  if (token) return token;
  const answer = await get('/users');
  token = answer[0]?.id ?? 'none';
  return token;
}
setInterval(async () => { await auth(); await get('/orders'); }, 1000);`,
    { points: [{ users: 4 }] },
  ),
  shape(
    'a-token-of-an-answer',
    `${head}
class Api {
  #token: string | undefined;
  async #login() {
    const response = await fetch(base + '/customers', { method: 'GET' });
    const body = await response.json();
    this.#token = body.data;
  }
  async call(path: string) {
    if (!this.#token) await this.#login();
    return fetch(base + path, { headers: { authorization: 'Bearer ' + this.#token } });
  }
}
const api = new Api();
setInterval(() => void api.call('/orders'), 1000);`,
  ),
  shape(
    'a-flag-that-it-is-loaded',
    `${head}
let loaded = false;
async function init() {
  if (loaded) return;
  loaded = true;
  await get('/users');
}
setInterval(async () => { await init(); await get('/orders'); }, 500);`,
  ),
  shape('logged-in-by-a-function-beside', {
    'src/auth.ts': `${head}
let session: any = null;
async function login() {
  const response = await fetch(base + '/customers');
  if (!response.ok) throw new Error('no login');
  session = await response.json();
}
export async function authorized(path: string) {
  if (session === null) await login();
  return fetch(base + path, { headers: { session: session.data } });
}`,
    'src/main.ts': `import { authorized } from './auth.js';
setInterval(() => void authorized('/orders'), 800);`,
  }),
  shape('refreshed-by-a-method', {
    'src/tokens.ts': `${head}
export class Tokens {
  private value: any;
  private goodUntil = 0;
  private async refresh() {
    this.value = await get('/customers');
    this.goodUntil = Date.now() + 30_000;
  }
  async current() {
    if (Date.now() >= this.goodUntil) await this.refresh();
    return this.value;
  }
}`,
    'src/main.ts': `import { Tokens } from './tokens.js';
${head}
const tokens = new Tokens();
setInterval(async () => { await tokens.current(); await get('/orders'); }, 700);`,
  }),
  shape(
    'a-login-that-keeps-nothing-at-times',
    `${head}
let token: any;
let n = 0;
async function login() {
  const answer = await get('/customers');
  if (n++ < 5000) return;
  token = answer.data;
}
setInterval(async () => { if (!token) await login(); await get('/orders'); }, 1000);`,
  ),
];
