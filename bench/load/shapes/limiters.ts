import type { Shape } from '../shape.js';
import { cronHead, some, users } from '../shape.js';

export const limiters: readonly Shape[] = [
  {
    name: 'p-limit-module',
    of: 29,
    points: some,
    symbols: users,
    source: `import pLimit from 'p-limit';\n${cronHead}
const limit = pLimit(5);
cron.schedule('*/5 * * * *', async () => {
  const users = await get('/users');
  await Promise.all(users.map((user) => limit(() => fetch(base + '/items/' + user.id))));
});`,
  },
  {
    name: 'p-limit-in-function',
    of: 30,
    points: some,
    symbols: users,
    source: `import pLimit from 'p-limit';\n${cronHead}
async function sync() {
  const limit = pLimit(8);
  const users = await get('/users');
  const jobs = users.map((user) => limit(async () => { const r = await fetch(base + '/items/' + user.id); return r.json(); }));
  return Promise.all(jobs);
}
cron.schedule('*/5 * * * *', sync);`,
  },
  {
    name: 'p-map',
    of: 29,
    points: some,
    symbols: users,
    source: `import pMap from 'p-map';\n${cronHead}
cron.schedule('*/5 * * * *', async () => {
  const users = await get('/users');
  await pMap(users, (user) => fetch(base + '/items/' + user.id), { concurrency: 10 });
});`,
  },
  {
    name: 'p-queue',
    of: 31,
    points: some,
    symbols: users,
    source: `import PQueue from 'p-queue';\n${cronHead}
const queue = new PQueue({ interval: 1000, intervalCap: 20 });
cron.schedule('*/10 * * * *', async () => {
  const users = await get('/users');
  await Promise.all(users.map((user) => queue.add(() => fetch(base + '/items/' + user.id))));
});`,
  },
  {
    name: 'p-throttle',
    of: 32,
    points: some,
    symbols: users,
    source: `import pThrottle from 'p-throttle';\n${cronHead}
const throttle = pThrottle({ limit: 10, interval: 1000 });
const getItem = throttle((id: string) => fetch(base + '/items/' + id));
cron.schedule('*/10 * * * *', async () => {
  const users = await get('/users');
  await Promise.all(users.map((user) => getItem(user.id)));
});`,
  },
  {
    name: 'bottleneck',
    of: 33,
    points: some,
    symbols: users,
    source: `import Bottleneck from 'bottleneck';\n${cronHead}
const limiter = new Bottleneck({ minTime: 100 });
cron.schedule('*/10 * * * *', async () => {
  const users = await get('/users');
  await Promise.all(users.map((user) => limiter.schedule(() => fetch(base + '/items/' + user.id))));
});`,
  },
  {
    name: 'sema',
    of: 34,
    points: some,
    symbols: users,
    source: `import { RateLimit } from 'async-sema';\n${cronHead}
const lim = RateLimit(10);
cron.schedule('*/10 * * * *', async () => {
  const users = await get('/users');
  for (const user of users) { await lim(); await fetch(base + '/items/' + user.id); }
});`,
  },
  {
    name: 'p-queue-strict',
    of: 31,
    points: some,
    symbols: users,
    source: `import PQueue from 'p-queue';\n${cronHead}
const queue = new PQueue({ interval: 60_000, intervalCap: 200, strict: true });
cron.schedule('*/10 * * * *', async () => {
  const users = await get('/users');
  for (const user of users) void queue.add(() => fetch(base + '/items/' + user.id));
});`,
  },
  {
    name: 'bottleneck-reservoir',
    of: 33,
    points: some,
    symbols: users,
    source: `import Bottleneck from 'bottleneck';\n${cronHead}
const limiter = new Bottleneck({ reservoir: 100, reservoirRefreshAmount: 100, reservoirRefreshInterval: 60 * 1000, maxConcurrent: 10 });
const getItem = limiter.wrap((id: string) => get('/items/' + id));
cron.schedule('*/10 * * * *', async () => {
  const users = await get('/users');
  await Promise.all(users.map((user) => getItem(user.id)));
});`,
  },
  {
    name: 'rate-limiter',
    of: 34,
    points: some,
    symbols: users,
    source: `import { RateLimiter } from 'limiter';\n${cronHead}
const limiter = new RateLimiter({ tokensPerInterval: 20, interval: 'second' });
cron.schedule('*/10 * * * *', async () => {
  const users = await get('/users');
  for (const user of users) {
    await limiter.removeTokens(1);
    await fetch(base + '/items/' + user.id);
  }
});`,
  },
  {
    name: 'axios-rate-limit',
    of: 35,
    points: some,
    symbols: users,
    source: `import axios from 'axios';
import rateLimit from 'axios-rate-limit';
import cron from 'node-cron';
const http = rateLimit(axios.create({ baseURL: 'https://api.example.test', adapter: 'fetch' }), { maxRequests: 10, perMilliseconds: 1000 });
const plain = axios.create({ baseURL: 'https://api.example.test', adapter: 'fetch' });
cron.schedule('*/10 * * * *', async () => {
  const { data: users } = await plain.get('/users');
  await Promise.all(users.map((user) => http.get('/items/' + user.id)));
});`,
  },
  {
    name: 'rxjs-merge-map',
    of: 36,
    points: some,
    symbols: users,
    source: `import { from, lastValueFrom, mergeMap, toArray } from 'rxjs';\n${cronHead}
cron.schedule('*/10 * * * *', async () => {
  const users = await get('/users');
  await lastValueFrom(from(users).pipe(mergeMap((user) => fetch(base + '/items/' + user.id), 5), toArray()));
});`,
  },
  {
    name: 'rxjs-concat-map',
    of: 36,
    points: some,
    symbols: users,
    source: `import { concatMap, from } from 'rxjs';\n${cronHead}
cron.schedule('*/10 * * * *', async () => {
  const users = await get('/users');
  from(users).pipe(concatMap((user) => fetch(base + '/items/' + user.id))).subscribe();
});`,
  },
];
