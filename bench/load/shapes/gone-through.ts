import type { Shape } from '../shape.js';
import { forUsers, head, shapesLike, users } from '../shape.js';

const shape = shapesLike(16);

/** Promises that are kept, generators that are handed on, states and pools. */
export const goneThrough: readonly Shape[] = [
  shape(
    'in-flight-map',
    `${head}
const inFlight = new Map<string, Promise<any>>();
function item(id: string): Promise<any> {
  const running = inFlight.get(id);
  if (running) return running;
  const promise = get('/items/' + id).finally(() => inFlight.delete(id));
  inFlight.set(id, promise);
  return promise;
}
setInterval(() => { for (const id of ['a', 'b']) { void item(id); void item(id); } }, 1000);`,
  ),
  shape(
    'promises-by-index',
    `${head}
async function round() {
  const pending = [get('/users'), get('/orders'), get('/items/1')];
  const users = await pending[0];
  await sleep(users.length);
  await pending[1];
  await pending[2];
}
while (true) await round();`,
    { points: [{ users: 10, pause: 10 }], symbols: { 'users.length': 'pause' } },
  ),
  shape(
    'promises-in-a-map',
    `${head}
const names = ['a', 'b', 'c'];
async function round() {
  const pending = new Map<string, Promise<any>>();
  for (const name of names) pending.set(name, get('/items/' + name));
  for (const [, promise] of pending) await promise;
  await sleep(900);
}
while (true) await round();`,
  ),
  shape(
    'promises-in-an-object',
    `${head}
async function all<T extends Record<string, Promise<any>>>(tasks: T) {
  const out: Record<string, any> = {};
  await Promise.all(Object.entries(tasks).map(async ([key, task]) => { out[key] = await task; }));
  return out;
}
async function main() {
  await all({ users: get('/users'), orders: get('/orders') });
  setTimeout(main, 2000);
}
void main();`,
  ),
  shape(
    'recursive-pages-class',
    {
      'src/client.ts': `${head}
export class Client {
  constructor(private readonly root: string) {}
  async all(cursor = '0', acc: any[] = []): Promise<any[]> {
    const page = await get(this.root + '?cursor=' + cursor);
    const next = acc.concat(page.items);
    return page.next ? this.all(page.next, next) : next;
  }
}`,
      'src/main.ts': `import { Client } from './client.js';
${head}
const client = new Client('/pages');
setInterval(async () => {
  const items = await client.all();
  for (const item of items) await get('/items/' + item.id);
}, 60_000);`,
    },
    { points: [{ pages: 4, items: 3, all: 12 }], symbols: { 'all.pages': 'pages', 'items.length': 'all' } },
  ),
  shape(
    'generator-pipeline',
    `${head}
async function* pages() {
  let cursor: string | null = '0';
  while (cursor !== null) {
    const page: any = await get('/pages?cursor=' + cursor);
    yield page.items;
    cursor = page.next;
  }
}
async function* flatten<T>(source: AsyncIterable<T[]>) { for await (const list of source) yield* list; }
async function* batches<T>(source: AsyncIterable<T>, size: number) {
  let batch: T[] = [];
  for await (const one of source) {
    batch.push(one);
    if (batch.length === size) { yield batch; batch = []; }
  }
  if (batch.length > 0) yield batch;
}
setInterval(async () => {
  for await (const batch of batches(flatten(pages()), 4)) await Promise.all(batch.map((item: any) => get('/items/' + item.id)));
}, 60_000);`,
    { points: [{ pages: 5, items: 3 }], symbols: { 'pages.pages': 'pages', 'page.items.length': 'items' } },
  ),
  shape(
    'merged-streams',
    `${head}
async function* every(ms: number, path: string) { for (;;) { yield await get(path); await sleep(ms); } }
async function consume(source: AsyncIterable<unknown>) { for await (const _ of source) await get('/orders'); }
await Promise.all([consume(every(1000, '/users')), consume(every(3000, '/customers'))]);`,
  ),
  shape(
    'state-machine',
    `${head}
type State = 'list' | 'detail' | 'idle';
let state: State = 'list';
let users: any[] = [];
async function step() {
  switch (state) {
    case 'list': users = await get('/users'); state = 'detail'; break;
    case 'detail': for (const u of users) await get('/items/' + u.id); state = 'idle'; break;
    case 'idle': state = 'list'; break;
  }
}
setInterval(step, 20_000);`,
    forUsers,
  ),
  shape('circuit-breaker', {
    'src/breaker.ts': `export class Breaker {
  private failures = 0;
  private openUntil = 0;
  async run<T>(fn: () => Promise<T>): Promise<T> {
    if (Date.now() < this.openUntil) throw new Error('open');
    try { const r = await fn(); this.failures = 0; return r; }
    catch (error) {
      if (++this.failures >= 3) { this.openUntil = Date.now() + 30_000; this.failures = 0; }
      throw error;
    }
  }
}`,
    'src/main.ts': `import { Breaker } from './breaker.js';
${head}
const breaker = new Breaker();
setInterval(async () => {
  try { await breaker.run(() => get('/users')); } catch { await get('/orders'); }
}, 2000);`,
  }),
  shape(
    'pool-class',
    {
      'src/pool.ts': `type Job = () => Promise<void>;
export class Pool {
  private readonly jobs: Job[] = [];
  private active = 0;
  constructor(private readonly size: number) {}
  push(job: Job) { this.jobs.push(job); this.next(); }
  private next() {
    if (this.active >= this.size) return;
    const job = this.jobs.shift();
    if (!job) return;
    this.active++;
    job().finally(() => { this.active--; this.next(); });
  }
}`,
      'src/main.ts': `import { Pool } from './pool.js';
${head}
const pool = new Pool(2);
setInterval(async () => {
  const users = await get('/users');
  for (const user of users) pool.push(async () => { await get('/items/' + user.id); });
}, 60_000);`,
    },
    forUsers,
  ),
  shape(
    'scheduled-map',
    `import ms from 'ms';
${head}
const schedule = { '/users': '10s', '/orders': '1m', '/customers': '5 minutes' } as const;
for (const [path, every] of Object.entries(schedule)) setInterval(() => void get(path), ms(every));`,
  ),
  shape(
    'worker-shared-index',
    `${head}
async function each<T>(list: T[], lanes: number, fn: (one: T) => Promise<unknown>) {
  let index = 0;
  const worker = async () => { while (index < list.length) { const i = index++; await fn(list[i]!); } };
  await Promise.all(Array.from({ length: lanes }, worker));
}
setInterval(async () => {
  const users = await get('/users');
  await each(users, 3, (u: any) => get('/items/' + u.id));
}, 120_000);`,
    forUsers,
  ),
  shape(
    'timeout-per-item',
    `${head}
const timers = new Map<string, NodeJS.Timeout>();
function refresh(id: string) {
  clearTimeout(timers.get(id));
  timers.set(id, setTimeout(() => { void get('/items/' + id); refresh(id); }, 15_000));
}
for (const id of ['a', 'b', 'c', 'd']) refresh(id);`,
  ),
  shape('class-lifecycle', {
    'src/service.ts': `${head}
export abstract class Service {
  private running = false;
  private timer?: NodeJS.Timeout;
  constructor(protected readonly interval: number) {}
  async start() { if (this.running) return; this.running = true; await this.setup(); this.loop(); }
  stop() { this.running = false; clearTimeout(this.timer); }
  protected async setup(): Promise<void> {}
  protected abstract tick(): Promise<void>;
  private loop() {
    if (!this.running) return;
    this.tick().catch(console.error).finally(() => { this.timer = setTimeout(() => this.loop(), this.interval); });
  }
}`,
    'src/main.ts': `import { Service } from './service.js';
${head}
class Orders extends Service {
  protected override async setup() { await get('/customers'); }
  protected async tick() { await get('/orders'); await get('/items/1'); }
}
class Users extends Service {
  protected async tick() { await Promise.all([get('/users'), get('/stock/1')]); }
}
const services = [new Orders(3000), new Users(10_000)];
await Promise.all(services.map((s) => s.start()));`,
  }),
  shape(
    'filtered',
    `${head}
setInterval(async () => {
  const users = (await get('/users')).filter((u: any) => u.active);
  const ids = new Set<string>(users.map((u: any) => u.id));
  for (const id of ids) await get('/items/' + id);
  const groups = Object.groupBy ? users.reduce((m: Map<string, any[]>, u: any) => m.set(u.id, [...(m.get(u.id) ?? []), u]), new Map()) : new Map();
  for (const [, list] of groups) await Promise.all(list.map((u: any) => get('/stock/' + u.id)));
}, 120_000);`,
    { points: [{ users: 40 }], symbols: users },
  ),
  shape(
    'zip-two',
    `${head}
setInterval(async () => {
  const [users, orders] = await Promise.all([get('/users'), get('/orders')]);
  for (let i = 0; i < Math.min(users.length, orders.length); i++) await get('/items/' + users[i].id);
  for (const user of users) for (const order of orders) void get('/stock/' + user.id + order.id);
}, 120_000);`,
    { points: [{ users: 6, items: 4 }], symbols: { 'users.length': 'users', 'orders.length': 'items' } },
  ),
  shape(
    'debounce-per-key',
    `import express from 'express';
${head}
const timers: Record<string, NodeJS.Timeout> = {};
function later(key: string, fn: () => void, ms: number) {
  clearTimeout(timers[key]);
  timers[key] = setTimeout(fn, ms);
}
const app = express();
app.post('/change/:id', (req, res) => { later(req.params.id, () => void get('/items/' + req.params.id), 3000); res.end(); });
app.listen(3456);`,
    { points: [{ rate: 10 }, { rate: 60 }], events: { 'POST /change/:id': 'rate' } },
  ),
];
