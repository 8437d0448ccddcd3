import type { Shape } from '../shape.js';
import { forUsers, head, shapesLike, users } from '../shape.js';

const shape = shapesLike(16);

/** Ways of packages that are less known. */
export const morePackages: readonly Shape[] = [
  shape(
    'many-queues-by-key',
    {
      'src/queues.ts': `import PQueue from 'p-queue';
const queues = new Map<string, PQueue>();
export function queueFor(key: string): PQueue {
  const known = queues.get(key);
  if (known) return known;
  const made = new PQueue({ interval: 60_000, intervalCap: 2 });
  queues.set(key, made);
  return made;
}`,
      'src/main.ts': `import { queueFor } from './queues.js';
${head}
setInterval(async () => {
  const users = await get('/users');
  for (const user of users) for (let i = 0; i < 3; i++) void queueFor(user.id).add(() => get('/items/' + user.id));
}, 300_000);`,
    },
    forUsers,
  ),
  shape(
    'limits-in-an-object',
    `import pLimit from 'p-limit';
${head}
const limits: Record<string, ReturnType<typeof pLimit>> = {};
const limitOf = (tenant: string) => (limits[tenant] ??= pLimit(1));
setInterval(() => {
  for (const t of ['a', 'b', 'c', 'd']) for (let i = 0; i < 5; i++) void limitOf(t)(async () => { await get('/items/' + t); await sleep(2000); });
}, 60_000);`,
  ),
  shape(
    'limiter-per-request-handler',
    `import express from 'express';
import Bottleneck from 'bottleneck';
${head}
const app = express();
app.post('/sync', async (req, res) => {
  const limiter = new Bottleneck({ minTime: 200 });
  const users = await get('/users');
  await Promise.all(users.map((user: any) => limiter.schedule(() => get('/items/' + user.id))));
  res.end();
});
app.listen(3456);`,
    { points: [{ users: 40, rate: 10 }], symbols: users, events: { 'POST /sync': 'rate' } },
  ),
  shape(
    'bottleneck-class-factory',
    {
      'src/http.ts': `import Bottleneck from 'bottleneck';
${head}
export const makeClient = (perSecond: number) => {
  const limiter = new Bottleneck({ reservoir: perSecond, reservoirRefreshAmount: perSecond, reservoirRefreshInterval: 1000, maxConcurrent: 5 });
  return { item: limiter.wrap((id: string) => get('/items/' + id)), users: () => limiter.schedule(() => get('/users')) };
};`,
      'src/main.ts': `import { makeClient } from './http.js';
const a = makeClient(4);
const b = makeClient(8);
setInterval(async () => {
  const users: any[] = await a.users();
  await Promise.all([...users.map((u) => a.item(u.id)), ...users.map((u) => b.item(u.id))]);
}, 180_000);`,
    },
    forUsers,
  ),
  shape(
    'token-bucket-of-limiter',
    `import { TokenBucket } from 'limiter';
${head}
const bucket = new TokenBucket({ bucketSize: 10, tokensPerInterval: 2, interval: 'second' });
async function paced(path: string) { await bucket.removeTokens(1); return get(path); }
setInterval(async () => {
  const users = await get('/users');
  await Promise.all(users.map((user: any) => paced('/items/' + user.id)));
}, 300_000);`,
    forUsers,
  ),
  shape(
    'tokens-in-bulk',
    `import { RateLimiter } from 'limiter';
${head}
const limiter = new RateLimiter({ tokensPerInterval: 20, interval: 10_000 });
setInterval(async () => {
  await limiter.removeTokens(10);
  await Promise.all(Array.from({ length: 10 }, (_, i) => get('/items/' + i)));
}, 6000);`,
  ),
  shape(
    'weighted-bottleneck',
    `import Bottleneck from 'bottleneck';
${head}
const limiter = new Bottleneck({ maxConcurrent: 4 });
setInterval(async () => {
  const users = await get('/users');
  await Promise.all(users.map((user: any) => limiter.schedule({ weight: 2 }, () => get('/items/' + user.id))));
}, 60_000);`,
    forUsers,
  ),
  shape(
    'queue-in-batches-of-tasks',
    `import PQueue from 'p-queue';
${head}
const queue = new PQueue({ concurrency: 2 });
async function enrich(user: any) {
  const item = await get('/items/' + user.id);
  await queue.add(() => get('/stock/' + user.id));
  return item;
}
setInterval(async () => {
  const users = await get('/users');
  for (let i = 0; i < users.length; i += 5) await Promise.all(users.slice(i, i + 5).map(enrich));
}, 120_000);`,
    forUsers,
  ),
  shape(
    'sema-try-acquire',
    `import { Sema } from 'async-sema';
${head}
const sema = new Sema(2);
async function work(id: number) {
  if (!sema.tryAcquire()) return;
  try { await get('/items/' + id); await sleep(3000); } finally { sema.release(); }
}
setInterval(() => { for (let i = 0; i < 5; i++) void work(i); }, 1000);`,
  ),
  shape(
    'limit-released-early',
    `import { Sema } from 'async-sema';
${head}
const sema = new Sema(2);
setInterval(async () => {
  const users = await get('/users');
  await Promise.all(users.map(async (user: any) => {
    await sema.acquire();
    const pending = get('/items/' + user.id);
    sema.release();
    await pending;
    await get('/stock/' + user.id);
  }));
}, 120_000);`,
    forUsers,
  ),
  shape(
    'async-queue-drained',
    `import async from 'async';
${head}
setInterval(async () => {
  const users = await get('/users');
  const q = async.queue(async (user: any) => { await get('/items/' + user.id); }, 3);
  q.push(users);
  await q.drain();
  await get('/orders');
}, 60_000);`,
    forUsers,
  ),
  shape(
    'pmap-nested',
    `import pMap from 'p-map';
${head}
setInterval(async () => {
  const users = await get('/users');
  await pMap(users, async (user: any) => {
    await pMap([1, 2, 3, 4], (n) => get('/items/' + user.id + n), { concurrency: 2 });
  }, { concurrency: 5 });
}, 120_000);`,
    forUsers,
  ),
  shape(
    'pretry-around-loop',
    `import pRetry from 'p-retry';
${head}
const strict = async (path: string) => {
  const res = await fetch(base + path);
  if (!res.ok) throw new Error(String(res.status));
  return res.json();
};
setInterval(() => pRetry(async () => {
  const users = await strict('/users');
  for (const user of users) await strict('/items/' + user.id);
}, { retries: 2, minTimeout: 500 }).catch(() => undefined), 60_000);`,
    { points: [{ users: 10 }], symbols: users, failing: { status: 500, share: 0.2 } },
  ),
  shape(
    'retry-recursive-per-item',
    `${head}
async function withRetry<T>(fn: () => Promise<T>, { tries = 4, delay = 100 } = {}): Promise<T> {
  try { return await fn(); }
  catch (error) {
    if (tries <= 1) throw error;
    await sleep(delay);
    return withRetry(fn, { tries: tries - 1, delay: delay * 2 });
  }
}
const strict = async (path: string) => {
  const res = await fetch(base + path);
  if (!res.ok) throw new Error(String(res.status));
  return res.json();
};
setInterval(async () => {
  const users = await strict('/users');
  await Promise.allSettled(users.map((u: any) => withRetry(() => strict('/items/' + u.id), { tries: 6 })));
}, 60_000);`,
    { points: [{ users: 10 }], symbols: users, failing: { status: 500, share: 0.3 } },
  ),
  shape(
    'ky-hook-second-call',
    `import ky from 'ky';
${head}
const client = ky.create({ prefixUrl: base, retry: 0, throwHttpErrors: false, hooks: { afterResponse: [async (req, opts, res) => { if (res.headers.get('x-more')) await get('/orders'); }], beforeRequest: [async () => { await get('/customers'); }] } });
setInterval(() => { void client.get('users').json(); }, 5000);`,
  ),
  shape(
    'bull-follow-up',
    `import { Queue, Worker } from 'bullmq';
${head}
const connection = { host: 'localhost', port: 6379 };
const pages = new Queue('pages', { connection });
const items = new Queue('items', { connection });
new Worker('pages', async (job) => {
  const page = await get('/pages?cursor=' + (job.data?.cursor ?? '0'));
  await items.addBulk(page.items.map((item: any) => ({ name: 'item', data: { id: item.id } })));
  if (page.next) await pages.add('page', { cursor: page.next }, { delay: 1000 });
}, { connection });
new Worker('items', async (job) => { await get('/items/' + job.data.id); }, { connection, concurrency: 2 });
setInterval(() => pages.add('page', { cursor: '0' }), 60_000);`,
    { points: [{ pages: 4, items: 5 }], symbols: { 'pages.rounds': 'pages', 'page.items.length': 'items' } },
  ),
  shape(
    'toad-many',
    `import { ToadScheduler, SimpleIntervalJob, AsyncTask } from 'toad-scheduler';
${head}
const scheduler = new ToadScheduler();
const specs = [['users', '/users', 10], ['orders', '/orders', 25]] as const;
for (const [id, path, seconds] of specs) {
  const task = new AsyncTask(id, async () => { await get(path); }, () => undefined);
  scheduler.addSimpleIntervalJob(new SimpleIntervalJob({ seconds, runImmediately: id === 'users' }, task, { id, preventOverrun: false }));
}
setTimeout(() => scheduler.stopById('orders'), 30 * 60_000);`,
  ),
  shape(
    'croner-variants',
    `import { Cron } from 'croner';
${head}
new Cron('*/30 * * * * *', { name: 'a', catch: true }, async () => { await get('/users'); });
new Cron('* * * * *', { maxRuns: 10 }, () => get('/orders'));
const job = new Cron('*/2 * * * *', { paused: true }, () => get('/customers'));
setTimeout(() => job.resume(), 600_000);
new Cron('*/10 * * * * *', { protect: () => undefined }, async () => { await get('/items/1'); await sleep(25_000); });`,
  ),
  shape(
    'node-schedule-kinds',
    `import schedule from 'node-schedule';
${head}
const rule = new schedule.RecurrenceRule();
rule.minute = new schedule.Range(0, 59, 5);
schedule.scheduleJob(rule, async () => { await get('/users'); });
schedule.scheduleJob('job', { hour: 1, minute: 30 }, () => { void get('/orders'); });
const j = schedule.scheduleJob('*/1 * * * *', function () { void get('/items/1'); });
schedule.scheduleJob(new Date(Date.now() + 90_000), () => { j.reschedule('*/10 * * * *'); });`,
    { minutes: 130 },
  ),
];
