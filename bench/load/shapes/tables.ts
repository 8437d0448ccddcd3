import type { Shape } from '../shape.js';
import { api, none, some, users } from '../shape.js';

const exported = api.replace('const json', 'export const json');

/** Tables of jobs, lists that are put together, work that is spread over time. */
export const tables: readonly Shape[] = [
  {
    name: 'jobs-in-a-table',
    of: 14,
    points: some,
    symbols: users,
    source: {
      'src/api.ts': exported,
      'src/jobs.ts': `import { json } from './api.js';
export const jobs = [
  { name: 'users', schedule: '*/10 * * * *', run: async () => {
    const users = await json('/users');
    for (const user of users) await json('/items/' + user.id);
  } },
  { name: 'stock', schedule: '0 * * * *', run: () => json('/stock/all') },
  { name: 'orders', schedule: '*/2 * * * *', run: () => json('/orders') },
];
`,
      'src/main.ts': `import cron from 'node-cron';
import { jobs } from './jobs.js';
for (const job of jobs) {
  cron.schedule(job.schedule, async () => {
    try { await job.run(); } catch (error) { console.error(job.name, error); }
  });
}
`,
    },
  },
  {
    name: 'intervals-by-name',
    of: 1,
    points: none,
    symbols: {},
    source: `${api}
const SECOND = 1000;
const intervals = { users: 30 * SECOND, orders: 5 * SECOND, customers: 120 * SECOND };
const refresh = { users: () => json('/users'), orders: () => json('/orders'), customers: () => json('/customers') };
for (const [name, everyMs] of Object.entries(intervals)) {
  setInterval(() => { refresh[name]().catch(console.error); }, everyMs);
}
`,
  },
  {
    name: 'monitors-with-own-period',
    of: 1,
    points: none,
    symbols: {},
    source: {
      'src/monitor.ts': `${api}
export class Monitor {
  private timer?: NodeJS.Timeout;
  constructor(private readonly path: string, private readonly seconds: number) {}
  start() {
    this.timer = setInterval(() => this.ping(), this.seconds * 1000);
    return this;
  }
  private async ping() { await json(this.path); }
}
`,
      'src/main.ts': `import { Monitor } from './monitor.js';
const targets = [
  { path: '/items/1', seconds: 10 },
  { path: '/stock/1', seconds: 60 },
  { path: '/orders', seconds: 15 },
];
export const monitors = targets.map(({ path, seconds }) => new Monitor(path, seconds).start());
`,
    },
  },
  {
    name: 'pushed-lists',
    of: 16,
    points: [
      { users: 20, items: 10 },
      { users: 200, items: 90 },
    ],
    symbols: { 'users.length': 'users', 'orders.length': 'items' },
    source: `import cron from 'node-cron';
${api}
cron.schedule('*/20 * * * *', async () => {
  const ids = [];
  const users = await json('/users');
  ids.push(...users.map((user) => user.id));
  const orders = await json('/orders');
  ids.push(...orders.map((order) => order.id));
  for (const id of ids) await json('/items/' + id);
});
`,
  },
  {
    name: 'staggered-by-index',
    of: 17,
    points: [{ users: 30 }, { users: 240 }],
    symbols: users,
    source: `import cron from 'node-cron';
${api}
const GAP = 500;
cron.schedule('*/30 * * * *', async () => {
  const users = await json('/users');
  users.forEach((user, index) => {
    setTimeout(() => { json('/items/' + user.id).catch(() => undefined); }, index * GAP);
  });
});
`,
  },
  {
    name: 'staggered-map-all',
    of: 17,
    points: [{ users: 30 }, { users: 240 }],
    symbols: users,
    source: `import cron from 'node-cron';
${api}
const delay = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
cron.schedule('0 * * * *', async () => {
  const users = await json('/users');
  const details = await Promise.all(users.map(async (user, i) => {
    await delay(i * 200);
    return json('/items/' + user.id);
  }));
  await json('/stock/' + details.length);
});
`,
  },
  {
    name: 'staggered-start-of-timers',
    of: 1,
    points: none,
    symbols: {},
    source: `${api}
const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
ids.forEach((id, i) => {
  setTimeout(() => {
    setInterval(() => json('/items/' + id), 60_000);
  }, i * 10_000);
});
`,
  },
];
