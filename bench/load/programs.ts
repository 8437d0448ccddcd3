/** A program as people write it, with what its collections hold in each point that is tried. */
export interface Shape {
  readonly name: string;
  readonly source: string;
  /** What the server answers with: how many users, orders and pages there are. */
  readonly points: readonly Readonly<Record<string, number>>[];
  /** The symbols that the tool must name, and which number of the point each one is. */
  readonly symbols: Readonly<Record<string, string>>;
  readonly minutes?: number;
}

const head = `
const base = 'https://api.example.test';
const get = async (path: string) => (await fetch(base + path)).json();
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
`;
const cronHead = `import cron from 'node-cron';\n${head}`;
const users = { 'users.length': 'users' };
const some = [{ users: 40 }, { users: 300 }, { users: 1200 }];

export const shapes: readonly Shape[] = [
  {
    name: 'interval',
    points: [{}],
    symbols: {},
    source: `${head}
setInterval(async () => { await fetch(base + '/items/1'); }, 5000);`,
  },
  {
    name: 'timeout-recursion',
    points: [{}],
    symbols: {},
    source: `${head}
async function tick() { await fetch(base + '/items/1'); setTimeout(tick, 2000); }
tick();`,
  },
  {
    name: 'while-sleep',
    points: [{}],
    symbols: {},
    source: `${head}
async function main() { while (true) { await fetch(base + '/items/1'); await sleep(1500); } }
main();`,
  },
  {
    name: 'cron-sequential',
    points: some,
    symbols: users,
    source: `${cronHead}
cron.schedule('* * * * *', async () => {
  const users = await get('/users');
  for (const user of users) { await fetch(base + '/items/' + user.id); }
});`,
  },
  {
    name: 'cron-burst',
    points: some,
    symbols: users,
    source: `${cronHead}
async function sync() {
  const users = await get('/users');
  await Promise.all(users.map((user) => fetch(\`\${base}/items/\${user.id}\`)));
}
cron.schedule('*/5 * * * *', sync, { timezone: 'UTC' });`,
  },
  {
    name: 'cron-for-each-async',
    points: some,
    symbols: users,
    source: `${cronHead}
cron.schedule('*/10 * * * *', async () => {
  const users = await get('/users');
  users.forEach(async (user) => { await fetch(base + '/items/' + user.id); });
});`,
  },
  {
    name: 'cronjob-class',
    points: some,
    symbols: users,
    source: `import { CronJob } from 'cron';\n${head}
class Syncer {
  async syncOne(id: string) { const response = await fetch(\`\${base}/items/\${id}\`); return response.json(); }
  async syncAll(users: { id: string }[]) { for (const u of users) await this.syncOne(u.id); }
}
const syncer = new Syncer();
new CronJob('0 */5 * * * *', async () => { const users = await get('/users'); await syncer.syncAll(users); }, null, true, 'UTC');`,
  },
  {
    name: 'croner-protect',
    points: some,
    symbols: users,
    source: `import { Cron } from 'croner';\n${head}
new Cron('* * * * *', { protect: true, timezone: 'UTC' }, async () => {
  const users = await get('/users');
  for (const user of users) await fetch(base + '/items/' + user.id);
});`,
  },
  {
    name: 'node-schedule-rule',
    points: [{}],
    symbols: {},
    source: `import schedule from 'node-schedule';\n${head}
const rule = new schedule.RecurrenceRule();
rule.minute = 30;
schedule.scheduleJob('*/15 * * * *', async () => {
  for (let i = 0; i < 50; i++) await fetch(base + '/items/' + i);
});`,
  },
  {
    name: 'toad',
    points: [{}],
    symbols: {},
    source: `import { ToadScheduler, SimpleIntervalJob, AsyncTask } from 'toad-scheduler';\n${head}
const scheduler = new ToadScheduler();
const task = new AsyncTask('refresh', async () => { await fetch(base + '/items/1'); });
scheduler.addSimpleIntervalJob(new SimpleIntervalJob({ seconds: 20, runImmediately: true }, task));`,
  },
  {
    name: 'six-fields',
    points: [{}],
    symbols: {},
    source: `${cronHead}
cron.schedule('* */5 * * * *', () => fetch(base + '/items/1'));`,
  },
  {
    name: 'aligned',
    points: [{ users: 60 }],
    symbols: users,
    source: `${cronHead}
cron.schedule('0 * * * *', async () => { for (let i = 0; i < 100; i++) await fetch(base + '/items/' + i); });
cron.schedule('*/30 * * * *', async () => { const users = await get('/users'); await Promise.all(users.map((u) => fetch(base + '/items/' + u.id))); });
cron.schedule('* * * * *', () => fetch(base + '/items/1'));`,
  },
  {
    name: 'reduce-chain',
    points: some,
    symbols: users,
    source: `${cronHead}
cron.schedule('*/5 * * * *', async () => {
  const users = await get('/users');
  await users.reduce((before, user) => before.then(() => fetch(base + '/items/' + user.id)), Promise.resolve());
});`,
  },
  {
    name: 'cursor',
    points: [{ pages: 12 }, { pages: 80 }, { pages: 700 }],
    symbols: { 'fetchAll.pages': 'pages' },
    source: `${cronHead}
async function fetchAll() {
  let cursor = '0';
  const all = [];
  do {
    const response = await fetch(\`\${base}/pages?cursor=\${cursor}\`);
    const page = await response.json();
    all.push(...page.items);
    cursor = page.next;
  } while (cursor);
  return all;
}
cron.schedule('*/10 * * * *', fetchAll);`,
  },
  {
    name: 'page-and-detail',
    points: [
      { pages: 5, items: 10 },
      { pages: 20, items: 10 },
    ],
    symbols: { 'sync.pages': 'pages', 'page.items.length': 'items' },
    source: `${cronHead}
async function sync() {
  let page = { items: [], next: '0' };
  while (page.next !== null) {
    page = await get('/pages?cursor=' + page.next);
    await Promise.all(page.items.map((item) => fetch(base + '/items/' + item.id)));
  }
}
cron.schedule('*/10 * * * *', sync);`,
  },
  {
    name: 'recursion-cursor',
    points: [{ pages: 12 }, { pages: 200 }],
    symbols: { 'load.pages': 'pages' },
    source: `${cronHead}
async function load(cursor: string): Promise<unknown[]> {
  const page = await (await fetch(\`\${base}/pages?cursor=\${cursor}\`)).json();
  if (!page.next) return page.items;
  return [...page.items, ...(await load(page.next))];
}
cron.schedule('*/10 * * * *', () => load('0'));`,
  },
  {
    name: 'async-generator',
    points: [
      { pages: 5, items: 10 },
      { pages: 20, items: 10 },
    ],
    symbols: { 'pagesOf.pages': 'pages', 'page.items.length': 'items' },
    source: `${cronHead}
async function* pagesOf() {
  let cursor = '0';
  do {
    const page = await get('/pages?cursor=' + cursor);
    for (const item of page.items) yield item;
    cursor = page.next;
  } while (cursor);
}
cron.schedule('*/10 * * * *', async () => {
  for await (const item of pagesOf()) await fetch(base + '/items/' + item.id);
});`,
  },
  {
    name: 'nested-n-plus-one',
    points: [
      { users: 10, items: 5 },
      { users: 40, items: 5 },
    ],
    symbols: { 'users.length': 'users', 'orders.length': 'items' },
    source: `${cronHead}
cron.schedule('*/10 * * * *', async () => {
  const users = await get('/users');
  for (const user of users) {
    const orders = await get('/orders?user=' + user.id);
    for (const order of orders) await fetch(base + '/items/' + order.id);
  }
});`,
  },
  {
    name: 'chunk-helper',
    points: some,
    symbols: users,
    source: `${cronHead}
function chunk<T>(list: T[], size: number): T[][] {
  const out: T[][] = [];
  for (let i = 0; i < list.length; i += size) out.push(list.slice(i, i + size));
  return out;
}
cron.schedule('*/10 * * * *', async () => {
  const users = await get('/users');
  for (const batch of chunk(users, 50)) {
    await Promise.all(batch.map((user) => fetch(base + '/items/' + user.id)));
    await sleep(1000);
  }
});`,
  },
  {
    name: 'slice-loop',
    points: some,
    symbols: users,
    source: `${cronHead}
cron.schedule('*/10 * * * *', async () => {
  const users = await get('/users');
  for (let i = 0; i < users.length; i += 25) {
    const part = users.slice(i, i + 25);
    await Promise.all(part.map(async (user) => { await fetch(base + '/items/' + user.id); }));
  }
});`,
  },
  {
    name: 'tasks-pushed',
    points: some,
    symbols: users,
    source: `${cronHead}
cron.schedule('*/10 * * * *', async () => {
  const users = await get('/users');
  const tasks = [];
  for (const user of users) tasks.push(fetch(base + '/items/' + user.id));
  await Promise.all(tasks);
});`,
  },
  {
    name: 'branch',
    points: [{ users: 40 }, { users: 300 }],
    symbols: users,
    source: `${cronHead}
cron.schedule('*/5 * * * *', async () => {
  const users = await get('/users');
  for (const user of users) {
    if (!user.active) continue;
    await fetch(base + '/items/' + user.id);
  }
});`,
  },
  {
    name: 'p-limit-module',
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
    name: 'guarded-interval',
    points: some,
    symbols: users,
    source: `${head}
let running = false;
setInterval(async () => {
  if (running) return;
  running = true;
  try {
    const users = await get('/users');
    for (const user of users) await fetch(base + '/items/' + user.id);
  } finally { running = false; }
}, 30_000);`,
  },
  {
    name: 'overlapping-interval',
    points: [{ users: 40 }, { users: 300 }],
    symbols: users,
    source: `${head}
setInterval(async () => {
  const users = await get('/users');
  for (const user of users) await fetch(base + '/items/' + user.id);
}, 10_000);`,
  },
  {
    name: 'retry-loop',
    points: [{ users: 40 }, { users: 300 }],
    symbols: users,
    source: `${cronHead}
async function withRetry(path: string) {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const response = await fetch(base + path);
      if (response.ok) return response.json();
    } catch (error) {
      if (attempt === 2) throw error;
    }
    await sleep(1000 * 2 ** attempt);
  }
}
cron.schedule('*/5 * * * *', async () => {
  const users = await get('/users');
  await Promise.all(users.map((user) => withRetry('/items/' + user.id)));
});`,
  },
  {
    name: 'p-retry',
    points: [{ users: 40 }, { users: 300 }],
    symbols: users,
    source: `import pRetry from 'p-retry';\n${cronHead}
cron.schedule('*/5 * * * *', async () => {
  const users = await get('/users');
  for (const user of users) await pRetry(() => fetch(base + '/items/' + user.id), { retries: 4 });
});`,
  },
  {
    name: 'startup',
    points: some,
    symbols: users,
    source: `${head}
const users = await get('/users');
for (const user of users) await fetch(base + '/items/' + user.id);`,
  },
  {
    name: 'workers',
    points: [{ users: 40 }, { users: 300 }],
    symbols: users,
    source: `${cronHead}
cron.schedule('*/5 * * * *', async () => {
  const users = await get('/users');
  await Promise.all([users.slice(0, 20), users.slice(20)].map((part) => Promise.all(part.map((user) => fetch(base + '/items/' + user.id)))));
});`,
  },
  {
    name: 'then-chain',
    points: [{ users: 40 }, { users: 300 }],
    symbols: users,
    source: `${cronHead}
cron.schedule('*/5 * * * *', () => {
  fetch(base + '/users').then((response) => response.json()).then((users) => Promise.all(users.map((user) => fetch(base + '/items/' + user.id))));
});`,
  },
];
