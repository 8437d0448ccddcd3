import type { Shape } from '../shape.js';
import { forUsers, head, shapesLike } from '../shape.js';

const shape = shapesLike(16);

/** Limiters that a helper waits for, and what clients do before their requests. */
export const gatesAndHooks: readonly Shape[] = [
  shape(
    'limit-per-item',
    `import pLimit from 'p-limit';
${head}
async function sync(user: any) {
  const limit = pLimit(1);
  await Promise.all([1, 2, 3, 4, 5].map((n) => limit(async () => { await get('/items/' + user.id + n); await sleep(2000); })));
}
setInterval(async () => {
  const users = await get('/users');
  await Promise.all(users.map(sync));
}, 60_000);`,
    forUsers,
  ),
  shape(
    'queue-per-item-interval',
    `import PQueue from 'p-queue';
${head}
async function sync(user: any) {
  const queue = new PQueue({ interval: 10_000, intervalCap: 1 });
  await queue.addAll([1, 2, 3].map((n) => () => get('/items/' + user.id + n)));
}
setInterval(async () => {
  const users = await get('/users');
  await Promise.all(users.map(sync));
}, 120_000);`,
    forUsers,
  ),
  shape(
    'gate-in-helper',
    `import { RateLimiter } from 'limiter';
${head}
const limiter = new RateLimiter({ tokensPerInterval: 5, interval: 2000 });
async function throttle() { await limiter.removeTokens(1); }
async function run(path: string, n: number) {
  for (let i = 0; i < n; i++) { await throttle(); void get(path + i); }
}
setInterval(() => void run('/items/', 40), 60_000);
setInterval(() => void run('/stock/', 25), 90_000);`,
  ),
  shape('gate-in-class', {
    'src/throttle.ts': `import { RateLimit } from 'async-sema';
export class Throttle {
  private readonly slot: () => Promise<void>;
  constructor(perSecond: number) { this.slot = RateLimit(perSecond); }
  async wait(): Promise<void> { return this.slot(); }
}`,
    'src/main.ts': `import { Throttle } from './throttle.js';
${head}
const throttle = new Throttle(2);
async function item(id: string) { await throttle.wait(); return get('/items/' + id); }
async function stock(id: string) { await throttle.wait(); return get('/stock/' + id); }
setInterval(async () => { for (let i = 0; i < 40; i++) void item('a' + i); }, 60_000);
setInterval(async () => { for (let i = 0; i < 30; i++) void stock('a' + i); }, 90_000);`,
  }),
  shape(
    'optional-gate',
    `import { RateLimiter } from 'limiter';
${head}
const limiter = process.env.NO_LIMIT ? undefined : new RateLimiter({ tokensPerInterval: 5, interval: 2000 });
async function call(path: string) {
  if (limiter) await limiter.removeTokens(1);
  return get(path);
}
setInterval(() => { for (let i = 0; i < 40; i++) void call('/items/' + i); }, 60_000);
setInterval(() => { for (let i = 0; i < 25; i++) void call('/stock/' + i); }, 90_000);`,
  ),
  shape(
    'gate-not-waited-for',
    `import { RateLimit } from 'async-sema';
${head}
const slot = RateLimit(1);
setInterval(() => { void slot(); for (let i = 0; i < 30; i++) void get('/items/' + i); }, 10_000);`,
  ),
  shape(
    'bottleneck-submit-two',
    `import Bottleneck from 'bottleneck';
${head}
const limiter = new Bottleneck({ minTime: 300 });
async function call(path: string) { return limiter.schedule(() => get(path)); }
setInterval(() => { for (let i = 0; i < 100; i++) void call('/items/' + i); }, 60_000);
setInterval(() => { for (let i = 0; i < 60; i++) void call('/stock/' + i); }, 90_000);`,
  ),
  shape(
    'axios-interceptor-token',
    `import axios from 'axios';
const api = axios.create({ baseURL: process.env.API_BASE });
const auth = axios.create({ baseURL: process.env.API_BASE });
api.interceptors.request.use(async (config) => {
  const { data } = await auth.get('/customers');
  config.headers.set('authorization', 'Bearer ' + data.token);
  return config;
});
setInterval(async () => { await api.get('/users'); await api.get('/orders'); }, 5000);`,
    { wire: true },
  ),
  shape(
    'axios-interceptor-401',
    `import axios from 'axios';
const api = axios.create({ baseURL: process.env.API_BASE });
let token = '';
api.interceptors.response.use((r) => r, async (error) => {
  if (error.response?.status === 401 && !error.config._retry) {
    error.config._retry = true;
    const { data } = await axios.post(process.env.API_BASE + '/items/login');
    token = data.token;
    return api(error.config);
  }
  throw error;
});
setInterval(async () => { await api.get('/users', { headers: { authorization: token } }); }, 5000);`,
    { wire: true },
  ),
  shape(
    'got-extend-hooks',
    `import got from 'got';
const api = got.extend({ prefixUrl: process.env.API_BASE, retry: { limit: 0 }, hooks: { beforeRequest: [async (options) => { await got(process.env.API_BASE + '/customers'); options.headers['x'] = '1'; }] } });
setInterval(async () => { await api('users').json(); }, 5000);`,
    { wire: true },
  ),
  shape(
    'got-paginate-class',
    `import got from 'got';
class Api {
  private http = got.extend({ prefixUrl: process.env.API_BASE, responseType: 'json' });
  tickets() {
    return this.http.paginate<any>('tickets', {
      searchParams: { page: 1, per_page: 50 },
      pagination: {
        transform: (r: any) => r.body.items,
        paginate: ({ response }: any) => response.body.has_more ? { searchParams: { page: response.body.page + 1, per_page: 50 } } : false,
        backoff: 200,
      },
    });
  }
}
const api = new Api();
setInterval(async () => { for await (const t of api.tickets()) void t; }, 60_000);`,
    {
      wire: true,
      points: [{ total: 220, pages: 5 }],
      symbols: { 'tickets.pages': 'pages', 'Api.tickets.pages': 'pages' },
    },
  ),
  shape(
    'undici-request-pool',
    `import { request, Pool } from 'undici';
const pool = new Pool(process.env.API_BASE!, { connections: 2 });
setInterval(async () => {
  const { body } = await request(process.env.API_BASE + '/users');
  const users: any = await body.json();
  await Promise.all(users.map(async (u: any) => { const r = await pool.request({ path: '/items/' + u.id, method: 'GET' }); await r.body.dump(); }));
}, 60_000);`,
    { wire: true, ...forUsers },
  ),
  shape(
    'on-limit-queue-from-events',
    `import express from 'express';
import PQueue from 'p-queue';
${head}
const queue = new PQueue({ concurrency: 1, interval: 1000, intervalCap: 2 });
const app = express();
app.post('/hooks', (req, res) => {
  void queue.add(async () => { await get('/items/1'); await get('/stock/1'); });
  res.sendStatus(202);
});
app.listen(3456);`,
    { points: [{ rate: 30 }, { rate: 100 }], events: { 'POST /hooks': 'rate' } },
  ),
  shape(
    'settled-tail',
    `${head}
let tail = Promise.resolve();
const enqueue = (fn: () => Promise<unknown>) => (tail = tail.then(fn).then(() => sleep(500)).catch(() => undefined) as Promise<void>);
setInterval(() => { for (let i = 0; i < 20; i++) void enqueue(() => get('/items/' + i)); }, 60_000);
setInterval(() => void enqueue(() => get('/orders')), 7000);`,
  ),
  shape(
    'interval-with-rest',
    `${head}
class Backoff {
  private n = 0;
  next() { return Math.min(1000 * 2 ** this.n++, 30_000); }
  reset() { this.n = 0; }
}
const backoff = new Backoff();
async function loop(): Promise<void> {
  try { await get('/users'); backoff.reset(); } catch { /* later */ }
  await sleep(backoff.next());
  return loop();
}
void loop();`,
  ),
  shape(
    'abortable-loop',
    `import { setTimeout as delay } from 'node:timers/promises';
${head}
const controller = new AbortController();
process.once('SIGTERM', () => controller.abort());
async function poll(signal: AbortSignal) {
  while (!signal.aborted) {
    await get('/users');
    await delay(2500, undefined, { signal }).catch(() => undefined);
  }
}
await poll(controller.signal);`,
  ),
  shape('ticker-class', {
    'src/ticker.ts': `type Fn = () => void | Promise<void>;
export class Ticker {
  private subs = new Set<Fn>();
  constructor(ms: number) { setInterval(() => { for (const fn of this.subs) void fn(); }, ms); }
  add(fn: Fn) { this.subs.add(fn); return () => this.subs.delete(fn); }
}`,
    'src/main.ts': `import { Ticker } from './ticker.js';
${head}
const ticker = new Ticker(5000);
ticker.add(async () => { await get('/users'); });
const off = ticker.add(() => void get('/orders'));
setTimeout(off, 60_000);`,
  }),
  shape(
    'batching-set',
    `${head}
let pending = new Set<string>();
let timer: NodeJS.Timeout | null = null;
function want(id: string) {
  pending.add(id);
  timer ??= setTimeout(flush, 50);
}
async function flush() {
  timer = null;
  const ids = [...pending];
  pending = new Set();
  await get('/items/' + ids.join(','));
}
setInterval(() => { for (const id of ['a', 'b', 'c', 'd']) want(id); }, 1000);`,
  ),
  shape(
    'batching-loader-class',
    `${head}
class Loader {
  private batch: { id: string; resolve: (v: any) => void }[] = [];
  private scheduled = false;
  load(id: string): Promise<any> {
    return new Promise((resolve) => {
      this.batch.push({ id, resolve });
      if (!this.scheduled) { this.scheduled = true; setTimeout(() => void this.flush(), 10); }
    });
  }
  private async flush() {
    this.scheduled = false;
    const batch = this.batch.splice(0);
    const answer = await get('/items/' + batch.map((b) => b.id).join(','));
    for (const one of batch) one.resolve(answer);
  }
}
const loader = new Loader();
setInterval(async () => {
  const users = await get('/users');
  await Promise.all(users.map((u: any) => loader.load(u.id)));
}, 10_000);`,
    forUsers,
  ),
];
