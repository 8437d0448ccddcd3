import type { Shape } from '../shape.js';
import { cronHead, some, users } from '../shape.js';

export const multipliers: readonly Shape[] = [
  {
    name: 'cron-burst',
    of: 17,
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
    of: 18,
    points: some,
    symbols: users,
    source: `${cronHead}
cron.schedule('*/10 * * * *', async () => {
  const users = await get('/users');
  users.forEach(async (user) => { await fetch(base + '/items/' + user.id); });
});`,
  },
  {
    name: 'reduce-chain',
    of: 19,
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
    of: 20,
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
    of: 20,
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
    of: 22,
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
    of: 23,
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
    of: 25,
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
    of: 26,
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
    of: 26,
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
    of: 17,
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
    of: 27,
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
    name: 'workers',
    of: 17,
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
    of: 17,
    points: [{ users: 40 }, { users: 300 }],
    symbols: users,
    source: `${cronHead}
cron.schedule('*/5 * * * *', () => {
  fetch(base + '/users').then((response) => response.json()).then((users) => Promise.all(users.map((user) => fetch(base + '/items/' + user.id))));
});`,
  },
  {
    name: 'for-of',
    of: 16,
    points: some,
    symbols: users,
    source: `${cronHead}
async function refresh(users: { id: string }[]) {
  for (const { id } of users) {
    const response = await fetch(\`\${base}/items/\${id}\`);
    await response.json();
  }
}
cron.schedule('*/15 * * * *', async () => refresh(await get('/users')), { timezone: 'UTC' });`,
  },
  {
    name: 'page-and-total',
    of: 21,
    points: [
      { total: 450, pages: 5 },
      { total: 3_000, pages: 30 },
      { total: 40_000, pages: 400 },
    ],
    symbols: { 'sync.pages': 'pages' },
    source: `${cronHead}
async function sync() {
  for (let page = 1; ; page++) {
    const body = await get(\`/tickets?page=\${page}&per_page=100\`);
    if (page >= body.total_pages) break;
  }
}
cron.schedule('*/10 * * * *', sync);`,
  },
  {
    name: 'got-paginate',
    of: 24,
    wire: true,
    points: [{ pages: 5 }, { pages: 40 }, { pages: 300 }],
    symbols: { 'sync.pages': 'pages' },
    source: `import got from 'got';
import cron from 'node-cron';
async function sync() {
  const items = got.paginate(process.env.API_BASE + '/pages?cursor=0', {
    responseType: 'json',
    pagination: {
      transform: (response) => (response.body as { items: unknown[] }).items,
      paginate: ({ response }) => {
        const { next } = response.body as { next: string | null };
        return next === null ? false : { searchParams: { cursor: next } };
      },
    },
  });
  for await (const item of items) void item;
}
cron.schedule('*/10 * * * *', sync);`,
  },
  {
    name: 'early-exit',
    of: 27,
    points: some,
    symbols: users,
    source: `${cronHead}
cron.schedule('*/5 * * * *', async () => {
  const users = await get('/users');
  for (const user of users) {
    const item = await get('/items/' + user.id);
    if (item.stop) break;
  }
});`,
  },
  {
    name: 'cache',
    of: 28,
    points: some,
    symbols: users,
    source: `${cronHead}
const cache = new Map<string, unknown>();
async function item(id: string) {
  if (cache.has(id)) return cache.get(id);
  const value = await get('/items/' + id);
  cache.set(id, value);
  return value;
}
cron.schedule('*/5 * * * *', async () => {
  cache.clear();
  const users = await get('/users');
  for (const user of users) await item(user.id);
});`,
  },
];
