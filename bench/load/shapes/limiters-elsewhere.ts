import type { Shape } from '../shape.js';
import { forUsers, head, shapesLike } from '../shape.js';

const shape = shapesLike(34);

/** Limiters in classes, in helpers and in other files, and those that people write themselves. */
export const limitersElsewhere: readonly Shape[] = [
  shape(
    'bottleneck-group',
    `import Bottleneck from 'bottleneck';
${head}
const group = new Bottleneck.Group({ minTime: 500, maxConcurrent: 1 });
setInterval(async () => {
  await Promise.all(['a', 'b', 'c', 'd'].flatMap((tenant) =>
    [1, 2, 3, 4, 5, 6].map((n) => group.key(tenant).schedule(() => get('/items/' + tenant + n)))));
}, 30_000);`,
  ),
  shape('queue-per-tenant', {
    'src/queues.ts': `import PQueue from 'p-queue';
const queues = new Map<string, PQueue>();
export function queueFor(tenant: string): PQueue {
  let queue = queues.get(tenant);
  if (!queue) {
    queue = new PQueue({ interval: 10_000, intervalCap: 5 });
    queues.set(tenant, queue);
  }
  return queue;
}`,
    'src/main.ts': `import { queueFor } from './queues.js';
${head}
const tenants = ['acme', 'globex', 'initech'];
setInterval(() => {
  for (const tenant of tenants) {
    for (let i = 0; i < 20; i++) void queueFor(tenant).add(() => get('/items/' + tenant + i));
  }
}, 120_000);`,
  }),
  shape(
    'throttle-two-functions',
    `import pThrottle from 'p-throttle';
${head}
const throttle = pThrottle({ limit: 10, interval: 5000 });
const user = throttle((id: string) => get('/items/' + id));
const stock = throttle((id: string) => get('/stock/' + id));
setInterval(async () => {
  const users = await get('/users');
  await Promise.all(users.flatMap((u: any) => [user(u.id), stock(u.id)]));
}, 300_000);`,
    forUsers,
  ),
  shape(
    'limit-per-instance',
    `import pLimit from 'p-limit';
${head}
class Client {
  private limit = pLimit(2);
  constructor(private tenant: string) {}
  item(id: string) { return this.limit(() => get('/items/' + this.tenant + id)); }
}
const clients = ['a', 'b', 'c', 'd', 'e'].map((t) => new Client(t));
setInterval(async () => {
  const users = await get('/users');
  await Promise.all(clients.flatMap((c) => users.map((u: any) => c.item(u.id))));
}, 60_000);`,
    forUsers,
  ),
  shape(
    'map-limit-by-hand',
    {
      'src/pool.ts': `export async function mapLimit<T, R>(items: readonly T[], limit: number, fn: (item: T) => Promise<R>): Promise<R[]> {
  const results: Promise<R>[] = [];
  const executing = new Set<Promise<unknown>>();
  for (const item of items) {
    const p = Promise.resolve().then(() => fn(item));
    results.push(p);
    executing.add(p);
    const clean = () => executing.delete(p);
    p.then(clean).catch(clean);
    if (executing.size >= limit) await Promise.race(executing);
  }
  return Promise.all(results);
}`,
      'src/main.ts': `import cron from 'node-cron';
import { mapLimit } from './pool.js';
${head}
cron.schedule('*/5 * * * *', async () => {
  const users = await get('/users');
  await mapLimit(users, 4, async (user: any) => {
    await get('/items/' + user.id);
    await get('/stock/' + user.id);
  });
});`,
    },
    forUsers,
  ),
  shape(
    'shared-iterator',
    `${head}
async function worker(it: IterableIterator<any>) {
  for (const user of it) await get('/items/' + user.id);
}
setInterval(async () => {
  const users = await get('/users');
  const it = users.values();
  await Promise.all([worker(it), worker(it), worker(it)]);
}, 120_000);`,
    forUsers,
  ),
  shape(
    'mutex-by-chain',
    `${head}
class Mutex {
  private tail: Promise<unknown> = Promise.resolve();
  run<T>(fn: () => Promise<T>): Promise<T> {
    const next = this.tail.then(fn, fn);
    this.tail = next;
    return next;
  }
}
const mutex = new Mutex();
setInterval(() => { void mutex.run(async () => { await get('/users'); await sleep(900); }); }, 500);
setInterval(() => { void mutex.run(() => get('/orders')); }, 700);`,
  ),
  shape(
    'mutex-that-holds-nothing',
    `${head}
class Mutex {
  private tail: Promise<unknown> = Promise.resolve();
  run(fn: () => void) {
    this.tail = this.tail.then(() => { fn(); });
    return this.tail;
  }
}
const mutex = new Mutex();
setInterval(async () => {
  const users = await get('/users');
  for (const user of users) void mutex.run(() => void get('/items/' + user.id));
}, 60_000);`,
    forUsers,
  ),
  shape(
    'spin-lock',
    `${head}
let locked = false;
async function exclusive<T>(fn: () => Promise<T>) {
  while (locked) await sleep(20);
  locked = true;
  try { return await fn(); } finally { locked = false; }
}
setInterval(async () => {
  const users = await get('/users');
  await Promise.all(users.map((user: any) => exclusive(() => get('/items/' + user.id))));
}, 120_000);`,
    forUsers,
  ),
  shape(
    'drop-throttle',
    `${head}
function throttle<A extends unknown[]>(fn: (...args: A) => void, ms: number) {
  let last = 0;
  return (...args: A) => {
    const now = Date.now();
    if (now - last < ms) return;
    last = now;
    fn(...args);
  };
}
const refresh = throttle(() => { void get('/users'); }, 5000);
const again = throttle(() => { void get('/orders'); }, 3000);
setInterval(refresh, 700);
setInterval(again, 400);`,
  ),
  shape(
    'removed-tokens-class',
    {
      'src/client.ts': `import { RateLimiter } from 'limiter';
${head}
export class Client {
  private readonly limiter: RateLimiter;
  constructor({ perMinute }: { perMinute: number }) {
    this.limiter = new RateLimiter({ tokensPerInterval: perMinute, interval: 'minute' });
  }
  async item(id: string) {
    await this.limiter.removeTokens(1);
    return get('/items/' + id);
  }
}`,
      'src/main.ts': `import { Client } from './client.js';
${head}
const client = new Client({ perMinute: 30 });
setInterval(async () => {
  const users = await get('/users');
  await Promise.all(users.map((user: any) => client.item(user.id)));
}, 600_000);`,
    },
    forUsers,
  ),
  shape(
    'try-remove-tokens',
    `import { RateLimiter } from 'limiter';
${head}
const limiter = new RateLimiter({ tokensPerInterval: 3, interval: 10_000 });
setInterval(() => {
  if (!limiter.tryRemoveTokens(1)) return;
  void get('/users');
}, 500);`,
  ),
  shape(
    'rate-limit-two-schedules',
    `import { RateLimit } from 'async-sema';
${head}
const lim = RateLimit(5, { timeUnit: 2000 });
async function run(path: string, n: number) {
  for (let i = 0; i < n; i++) { await lim(); void get(path + i); }
}
setInterval(() => void run('/items/', 40), 60_000);
setInterval(() => void run('/stock/', 25), 90_000);`,
  ),
  shape(
    'bottleneck-wrap-chain',
    `import Bottleneck from 'bottleneck';
${head}
const perSecond = new Bottleneck({ minTime: 250 });
const inFlight = new Bottleneck({ maxConcurrent: 3 });
inFlight.chain(perSecond);
const item = inFlight.wrap((id: string) => get('/items/' + id));
setInterval(async () => {
  const users = await get('/users');
  await Promise.allSettled(users.map((user: any) => item(user.id)));
}, 120_000);`,
    forUsers,
  ),
  shape(
    'queue-paused',
    `import PQueue from 'p-queue';
${head}
const queue = new PQueue({ concurrency: 1, autoStart: false });
setInterval(() => { void queue.add(() => get('/items/1')); }, 1000);
setInterval(() => { queue.start(); setTimeout(() => queue.pause(), 2000); }, 60_000);`,
  ),
  shape(
    'limit-map',
    `import pLimit from 'p-limit';
${head}
const limit = pLimit(3);
async function sync(user: any) {
  await get('/items/' + user.id);
  await Promise.all([get('/stock/' + user.id), limit(() => get('/orders'))]);
}
setInterval(async () => {
  const users = await get('/users');
  for (const user of users) await limit(sync, user);
}, 180_000);`,
    forUsers,
  ),
];
