import type { Shape } from '../shape.js';
import { some, users } from '../shape.js';

const api = `import cron from 'node-cron';
const API = 'https://api.example.test';`;

/** The same shapes in other people's hands: classes, several files, other names, other styles. */
export const variedLimiters: readonly Shape[] = [
  {
    name: 'varied-limit-file',
    of: 29,
    points: some,
    symbols: users,
    source: {
      'src/limit.ts': `import pLimit from 'p-limit';
const CONCURRENCY = 4;
export const limit = pLimit({ concurrency: CONCURRENCY });
`,
      'src/main.ts': `${api}
import { limit } from './limit.js';
const fetchItem = async (id: string) => (await fetch(\`\${API}/items/\${id}\`)).json();
cron.schedule('*/10 * * * *', async () => {
  const users = await (await fetch(API + '/users')).json();
  const tasks = users.map((user) => limit(fetchItem, user.id));
  await Promise.all(tasks);
});
`,
    },
  },
  {
    name: 'varied-workers-by-hand',
    of: 29,
    points: some,
    symbols: { 'list.length': 'users' },
    source: `${api}
async function pool(list, size, work) {
  const executing = new Set();
  for (const item of list) {
    const p = Promise.resolve().then(() => work(item));
    executing.add(p);
    p.finally(() => executing.delete(p));
    if (executing.size >= size) await Promise.race(executing);
  }
  await Promise.all(executing);
}
cron.schedule('*/10 * * * *', async () => {
  const list = await fetch(API + '/users').then((r) => r.json());
  await pool(list, 6, (user) => fetch(API + '/items/' + user.id));
});`,
  },
  {
    name: 'varied-async-map-limit',
    of: 29,
    points: some,
    symbols: users,
    source: `${api}
import async from 'async';
cron.schedule('*/10 * * * *', async () => {
  const users = await (await fetch(API + '/users')).json();
  await async.mapLimit(users, 3, async (user) => {
    const res = await fetch(API + '/items/' + user.id);
    return res.json();
  });
});`,
  },
  {
    name: 'varied-limit-per-call',
    of: 30,
    points: some,
    symbols: { 'items.length': 'users' },
    source: `${api}
import pLimit from 'p-limit';
async function mapLimited<T, R>(items: T[], n: number, fn: (item: T) => Promise<R>): Promise<R[]> {
  const limit = pLimit(n);
  return Promise.all(items.map((item) => limit(() => fn(item))));
}
cron.schedule('*/10 * * * *', async () => {
  const items = await (await fetch(API + '/users')).json();
  await mapLimited(items, 10, (item) => fetch(API + '/items/' + item.id));
});`,
  },
  {
    name: 'varied-queue-class',
    of: 31,
    points: some,
    symbols: users,
    source: `${api}
import PQueue from 'p-queue';
class Throttled {
  private readonly queue = new PQueue({ concurrency: 5, interval: 60_000, intervalCap: 120 });
  async get(path: string) {
    return this.queue.add(async () => {
      const res = await fetch(API + path);
      return res.json();
    });
  }
}
const client = new Throttled();
cron.schedule('*/20 * * * *', async () => {
  const users = await (await fetch(API + '/users')).json();
  await Promise.all(users.map((user) => client.get('/items/' + user.id)));
});`,
  },
  {
    name: 'varied-queue-add-all',
    of: 31,
    points: some,
    symbols: users,
    source: `${api}
import PQueue from 'p-queue';
const queue = new PQueue({ concurrency: 8 });
cron.schedule('*/20 * * * *', async () => {
  const users = await (await fetch(API + '/users')).json();
  await queue.addAll(users.map((user) => async () => { await fetch(API + '/items/' + user.id); }));
  await queue.onIdle();
});`,
  },
  {
    name: 'varied-throttled-fetch',
    of: 32,
    points: some,
    symbols: users,
    source: `${api}
import pThrottle from 'p-throttle';
const throttled = pThrottle({ limit: 100, interval: 60_000, strict: true })(fetch);
cron.schedule('*/20 * * * *', async () => {
  const users = await (await fetch(API + '/users')).json();
  for (const user of users) {
    const res = await throttled(API + '/items/' + user.id);
    await res.json();
  }
});`,
  },
  {
    name: 'varied-bottleneck-wrap',
    of: 33,
    points: some,
    symbols: users,
    source: {
      'src/http.ts': `import Bottleneck from 'bottleneck';
const limiter = new Bottleneck({ maxConcurrent: 3, minTime: 250 });
const API = 'https://api.example.test';
export async function request(path: string) {
  const response = await limiter.schedule(() => fetch(API + path));
  return response.json();
}
`,
      'src/main.ts': `import cron from 'node-cron';
import { request } from './http.js';
cron.schedule('*/20 * * * *', async () => {
  const users = await request('/users');
  const details = await Promise.all(users.map((u) => request(\`/items/\${u.id}\`)));
  console.log(details.length);
});
`,
    },
  },
  {
    name: 'varied-sema-acquire',
    of: 34,
    points: some,
    symbols: users,
    source: `${api}
import { Sema } from 'async-sema';
const sema = new Sema(5, { capacity: 100 });
async function getItem(id) {
  await sema.acquire();
  try {
    return await (await fetch(API + '/items/' + id)).json();
  } finally {
    sema.release();
  }
}
cron.schedule('*/20 * * * *', async () => {
  const users = await (await fetch(API + '/users')).json();
  await Promise.all(users.map((u) => getItem(u.id)));
});`,
  },
  {
    name: 'varied-max-rps',
    of: 35,
    points: some,
    symbols: { 'data.length': 'users' },
    source: `import cron from 'node-cron';
import axios from 'axios';
import rateLimit from 'axios-rate-limit';
const client = rateLimit(axios.create({ baseURL: 'https://api.example.test/', adapter: 'fetch' }), { maxRPS: 4 });
cron.schedule('*/20 * * * *', async () => {
  const { data } = await client.get('/users');
  await Promise.all(data.map(({ id }) => client({ url: \`/items/\${id}\`, method: 'GET' })));
});`,
  },
  {
    name: 'varied-rxjs-defer',
    of: 36,
    points: some,
    symbols: users,
    source: `${api}
import { defer, from, lastValueFrom } from 'rxjs';
import { mergeMap, toArray } from 'rxjs/operators';
const getItem = (id) => defer(() => fetch(API + '/items/' + id).then((r) => r.json()));
cron.schedule('*/20 * * * *', async () => {
  const users = await (await fetch(API + '/users')).json();
  const items = await lastValueFrom(from(users).pipe(mergeMap((user) => getItem(user.id), 4), toArray()), { defaultValue: [] });
  console.log(items.length);
});`,
  },
  {
    name: 'varied-rxjs-interval',
    of: 36,
    points: [{}],
    symbols: {},
    source: `import { interval, switchMap } from 'rxjs';
const API = 'https://api.example.test';
interval(10_000).pipe(switchMap(() => fetch(API + '/items/1'))).subscribe();`,
  },
];
