import type { Shape } from '../shape.js';
import { api, none, some, users } from '../shape.js';

const ids = (n: number): string => JSON.stringify(Array.from({ length: n }, (_, i) => `i${i}`));

/** Services as they grow: several files, state between runs, handlers and timers that share what they fetch. */
export const services: readonly Shape[] = [
  {
    name: 'refreshed-cache-handler',
    of: 28,
    points: [
      { users: 4, rate: 20 },
      { users: 10, rate: 60 },
    ],
    symbols: { 'cached().length': 'users' },
    events: { 'GET /summary': 'rate' },
    minutes: 70,
    source: {
      'src/api.ts': `${api.replace('const json', 'export const json')}\n`,
      'src/cache.ts': `import { json } from './api.js';
let users: { id: string }[] = [];
async function refresh() { users = await json('/users'); }
export function startRefreshing() {
  void refresh();
  setInterval(refresh, 60_000);
}
export const cached = () => users;
`,
      'src/main.ts': `import express from 'express';
import { json } from './api.js';
import { cached, startRefreshing } from './cache.js';
const app = express();
app.get('/summary', async (req, res) => {
  const details = await Promise.all(cached().map((user) => json('/items/' + user.id)));
  res.json(details);
});
startRefreshing();
app.listen(3456);
`,
    },
  },
  {
    name: 'bull-limited-repeat',
    of: 11,
    points: some,
    symbols: users,
    source: {
      'src/queues.ts': `import { Queue } from 'bullmq';
export const connection = { host: 'localhost', port: 6379 };
export const users = new Queue('users', { connection });
export const details = new Queue('details', { connection });
`,
      'src/workers.ts': `import { Worker } from 'bullmq';
import { connection, details } from './queues.js';
${api}
new Worker('users', async () => {
  const users = await json('/users');
  await details.addBulk(users.map((user) => ({ name: 'detail', data: { id: user.id } })));
}, { connection });
new Worker('details', async (job) => json('/items/' + job.data.id), {
  connection, concurrency: 5, limiter: { max: 100, duration: 60_000 },
});
`,
      'src/main.ts': `import './workers.js';
import { users } from './queues.js';
await users.upsertJobScheduler('refresh', { every: 20 * 60_000 }, { name: 'refresh' });
`,
    },
  },
  {
    name: 'tenants-cursor',
    of: 25,
    points: [
      { users: 4, pages: 3 },
      { users: 30, pages: 20 },
    ],
    symbols: { 'tenants.length': 'users', 'syncTenant.pages': 'pages' },
    source: {
      'src/sync.ts': `${api}
export async function syncTenant(tenant: { id: string }) {
  let cursor: string | undefined;
  do {
    const query = cursor ? '&cursor=' + cursor : '';
    const page = await json('/pages?tenant=' + tenant.id + query);
    cursor = page.next ?? undefined;
  } while (cursor);
}
export const tenantsOf = () => json('/users');
`,
      'src/main.ts': `import cron from 'node-cron';
import { syncTenant, tenantsOf } from './sync.js';
cron.schedule('*/20 * * * *', async () => {
  const tenants = await tenantsOf();
  for (const tenant of tenants) {
    try { await syncTenant(tenant); } catch (error) { console.error(error); }
  }
});
`,
    },
  },
  {
    name: 'token-bucket-by-hand',
    of: 34,
    points: some,
    symbols: users,
    source: {
      'src/bucket.ts': `export class TokenBucket {
  private tokens: number;
  private last = Date.now();
  constructor(private readonly capacity: number, private readonly perSecond: number) { this.tokens = capacity; }
  private refill() {
    const now = Date.now();
    this.tokens = Math.min(this.capacity, this.tokens + ((now - this.last) / 1000) * this.perSecond);
    this.last = now;
  }
  async take() {
    for (;;) {
      this.refill();
      if (this.tokens >= 1) { this.tokens -= 1; return; }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
`,
      'src/main.ts': `import cron from 'node-cron';
import { TokenBucket } from './bucket.js';
${api}
const bucket = new TokenBucket(20, 4);
cron.schedule('*/20 * * * *', async () => {
  const users = await json('/users');
  await Promise.all(users.map(async (user) => {
    await bucket.take();
    return json('/items/' + user.id);
  }));
});
`,
    },
  },
  {
    name: 'poller-start-stop',
    of: 3,
    points: [{ users: 5 }, { users: 40 }],
    symbols: users,
    source: `${api}
class Poller {
  running = false;
  constructor(readonly everyMs: number, readonly work: () => Promise<void>) {}
  start() {
    if (this.running) return;
    this.running = true;
    void this.loop();
  }
  stop() { this.running = false; }
  async loop() {
    while (this.running) {
      await this.work().catch((error) => console.error(error));
      await new Promise((resolve) => setTimeout(resolve, this.everyMs));
    }
  }
}
const poller = new Poller(15_000, async () => {
  const users = await json('/users');
  for (const user of users) await json('/items/' + user.id);
});
poller.start();
process.once('SIGINT', () => poller.stop());`,
  },
  {
    name: 'queue-two-modules',
    of: 31,
    points: [{ users: 40 }, { users: 300 }],
    symbols: users,
    source: {
      'src/queue.ts': `import PQueue from 'p-queue';
export const queue = new PQueue({ concurrency: 10, intervalCap: 50, interval: 60_000, strict: true });
`,
      'src/items.ts': `import { queue } from './queue.js';
${api}
export const item = (id: string) => queue.add(() => json('/items/' + id));
`,
      'src/stock.ts': `import { queue } from './queue.js';
${api}
export const stock = (id: string) => queue.add(() => json('/stock/' + id));
`,
      'src/main.ts': `import cron from 'node-cron';
import { item } from './items.js';
import { stock } from './stock.js';
${api}
cron.schedule('*/20 * * * *', async () => {
  const users = await json('/users');
  await Promise.all(users.flatMap((user) => [item(user.id), stock(user.id)]));
});
`,
    },
  },
  {
    name: 'retry-around-paginator',
    of: 38,
    points: [{ pages: 12 }, { pages: 300 }],
    symbols: { 'listAll.pages': 'pages' },
    source: {
      'src/retry.ts': `export async function withRetry<T>(work: () => Promise<T>, attempts = 4): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1000 * 2 ** attempt));
    }
  }
}
`,
      'src/main.ts': `import cron from 'node-cron';
import { withRetry } from './retry.js';
${api}
async function listAll() {
  const all = [];
  let cursor = '';
  while (true) {
    const page = await json('/pages' + (cursor ? '?cursor=' + cursor : ''));
    all.push(...page.items);
    if (!page.next) return all;
    cursor = page.next;
  }
}
cron.schedule('*/20 * * * *', async () => { await withRetry(() => listAll()); });
`,
    },
  },
  {
    name: 'ttl-getter',
    of: 28,
    points: none,
    symbols: {},
    source: {
      'src/settings.ts': `${api}
const TTL = 5 * 60_000;
let value: unknown;
let fetchedAt = 0;
export async function settings() {
  if (value && Date.now() - fetchedAt < TTL) return value;
  value = await json('/items/settings');
  fetchedAt = Date.now();
  return value;
}
`,
      'src/main.ts': `import { settings } from './settings.js';
setInterval(async () => { const current = await settings(); console.log(Boolean(current)); }, 10_000);
`,
    },
  },
  {
    name: 'semaphore-by-hand',
    of: 29,
    points: some,
    symbols: users,
    source: {
      'src/semaphore.ts': `export class Semaphore {
  private waiting: (() => void)[] = [];
  private active = 0;
  constructor(private readonly max: number) {}
  async acquire() {
    if (this.active < this.max) { this.active++; return; }
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
  release() {
    const next = this.waiting.shift();
    if (next) next();
    else this.active--;
  }
  async use<T>(work: () => Promise<T>): Promise<T> {
    await this.acquire();
    try { return await work(); } finally { this.release(); }
  }
}
`,
      'src/main.ts': `import cron from 'node-cron';
import { Semaphore } from './semaphore.js';
${api}
const gate = new Semaphore(4);
cron.schedule('*/20 * * * *', async () => {
  const users = await json('/users');
  await Promise.all(users.map((user) => gate.use(() => json('/items/' + user.id))));
});
`,
    },
  },
  {
    name: 'emitter-fan-out',
    of: 17,
    points: some,
    symbols: users,
    source: {
      'src/bus.ts': `import { EventEmitter } from 'node:events';
export const bus = new EventEmitter();
`,
      'src/listeners.ts': `import { bus } from './bus.js';
${api}
bus.on('user', async (id: string) => { await json('/items/' + id); });
bus.on('user', (id: string) => void json('/stock/' + id));
`,
      'src/main.ts': `import cron from 'node-cron';
import { bus } from './bus.js';
import './listeners.js';
${api}
cron.schedule('*/20 * * * *', async () => {
  const users = await json('/users');
  for (const user of users) bus.emit('user', user.id);
});
`,
    },
  },
  {
    name: 'job-registry',
    of: 14,
    points: [{ users: 20 }, { users: 120 }],
    symbols: users,
    source: {
      'src/job.ts': `export abstract class Job {
  abstract readonly every: string;
  abstract run(): Promise<void>;
  async execute() { try { await this.run(); } catch (error) { console.error(error); } }
}
`,
      'src/jobs.ts': `import { Job } from './job.js';
${api}
export class Users extends Job {
  readonly every = '*/10 * * * *';
  async run() {
    const users = await json('/users');
    await Promise.all(users.map((user) => json('/items/' + user.id)));
  }
}
export class Health extends Job {
  readonly every = '* * * * *';
  async run() { await json('/items/health'); }
}
`,
      'src/main.ts': `import cron from 'node-cron';
import { Health, Users } from './jobs.js';
for (const job of [new Users(), new Health()]) {
  cron.schedule(job.every, () => job.execute());
}
`,
    },
  },
  {
    name: 'table-of-timers',
    of: 1,
    points: none,
    symbols: {},
    source: `${api}
const jobs = [
  { every: 10_000, run: () => json('/items/a') },
  { every: 60_000, run: () => Promise.all(${ids(7)}.map((id) => json('/items/' + id))) },
  { every: 300_000, run: async () => { for (const id of ${ids(5)}) await json('/stock/' + id); } },
];
jobs.forEach(({ every, run }) => { setInterval(() => void run(), every); });`,
  },
];
