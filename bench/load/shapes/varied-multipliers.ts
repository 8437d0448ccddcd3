import type { Shape } from '../shape.js';
import { none, some, users } from '../shape.js';

const api = `import cron from 'node-cron';
const API = 'https://api.example.test';`;

/** The same shapes in other people's hands: classes, several files, other names, other styles. */
export const variedMultipliers: readonly Shape[] = [
  {
    name: 'varied-for-index',
    of: 16,
    points: some,
    symbols: { 'queue.length': 'users' },
    source: `${api}
cron.schedule('*/10 * * * *', async () => {
  const res = await fetch(API + '/users');
  const queue = await res.json();
  while (queue.length > 0) {
    const next = queue.shift();
    await fetch(API + '/items/' + next.id);
  }
});`,
  },
  {
    name: 'varied-for-in',
    of: 16,
    points: none,
    symbols: {},
    source: `${api}
const REGIONS = { eu: 'Europe', us: 'America', ap: 'Asia' } as const;
const PLANS = ['free', 'pro', 'team', 'enterprise'];
cron.schedule('*/5 * * * *', async () => {
  for (const region in REGIONS) {
    for (const plan of PLANS) {
      await fetch(\`\${API}/items/\${region}-\${plan}\`);
    }
  }
});`,
  },
  {
    name: 'varied-promise-all-two-kinds',
    of: 17,
    points: some,
    symbols: users,
    source: `${api}
async function j(url) { return (await fetch(url)).json(); }
async function enrich(user) {
  const [item, stock] = await Promise.all([j(\`\${API}/items/\${user.id}\`), j(\`\${API}/stock/\${user.id}\`)]);
  return { ...user, item, stock };
}
export async function run() {
  const users = await j(API + '/users');
  return Promise.all(users.map(enrich));
}
cron.schedule('*/10 * * * *', run);`,
  },
  {
    name: 'varied-for-each-function',
    of: 18,
    points: some,
    symbols: { 'body.data.length': 'users' },
    source: `${api}
function touch(c) { fetch(API + '/items/' + c.id).catch(() => {}); }
cron.schedule('*/10 * * * *', function () {
  fetch(API + '/customers').then(function (r) { return r.json(); }).then(function (body) {
    body.data.forEach(touch);
  });
});`,
  },
  {
    name: 'varied-reduce-async',
    of: 19,
    points: some,
    symbols: users,
    source: `${api}
cron.schedule('*/10 * * * *', async () => {
  const users = await (await fetch(API + '/users')).json();
  const total = await users.reduce(async (accP, user) => {
    const acc = await accP;
    const res = await fetch(API + '/items/' + user.id);
    return acc + (res.ok ? 1 : 0);
  }, Promise.resolve(0));
  console.log(total);
});`,
  },
  {
    name: 'varied-cursor-params',
    of: 20,
    points: [{ pages: 12 }, { pages: 80 }, { pages: 700 }],
    symbols: { 'listAll.pages': 'pages' },
    source: `${api}
type Page = { items: unknown[]; next: string | null };
const listAll = async () => {
  const results: unknown[] = [];
  let next: string | null = null;
  let first = true;
  while (first || next) {
    first = false;
    const params = new URLSearchParams();
    if (next) params.set('cursor', next);
    const page = (await (await fetch(\`\${API}/pages?\${params}\`)).json()) as Page;
    results.push(...page.items);
    next = page.next;
  }
  return results;
};
cron.schedule('*/20 * * * *', async () => { const all = await listAll(); console.log(all.length); });`,
  },
  {
    name: 'varied-has-more',
    of: 20,
    points: [
      { total: 250, pages: 3 },
      { total: 4_000, pages: 40 },
      { total: 60_000, pages: 600 },
    ],
    symbols: { 'TicketStore.loadAll.pages': 'pages' },
    source: `${api}
class TicketStore {
  private tickets: unknown[] = [];
  async loadAll() {
    let page = 1;
    let hasMore = true;
    while (hasMore) {
      const res = await fetch(\`\${API}/tickets?page=\${page}&per_page=100\`);
      const data = await res.json();
      this.tickets.push(...data.items);
      hasMore = data.has_more;
      page++;
    }
  }
}
const store = new TicketStore();
cron.schedule('*/30 * * * *', () => store.loadAll());`,
  },
  {
    name: 'varied-total-then-all',
    of: 21,
    points: [
      { total: 500, pages: 4 },
      { total: 3_100, pages: 30 },
      { total: 25_100, pages: 250 },
    ],
    symbols: { 'pages.length': 'pages' },
    source: `${api}
const PER_PAGE = 100;
async function tickets(page) {
  const res = await fetch(\`\${API}/tickets?page=\${page}&per_page=\${PER_PAGE}\`);
  return res.json();
}
cron.schedule('*/10 * * * *', async () => {
  const first = await tickets(1);
  const pages = Array.from({ length: first.total_pages - 1 }, (_, i) => i + 2);
  await Promise.all(pages.map((page) => tickets(page)));
});`,
  },
  {
    name: 'varied-short-page',
    of: 21,
    points: [
      { total: 130, pages: 3 },
      { total: 2_030, pages: 41 },
      { total: 10_010, pages: 201 },
    ],
    symbols: { 'sync.pages': 'pages' },
    source: `${api}
async function sync() {
  const size = 50;
  let page = 1;
  for (;;) {
    const { items } = await fetch(API + '/tickets?page=' + page + '&per_page=' + size).then((r) => r.json());
    if (items.length < size) return;
    page += 1;
  }
}
cron.schedule('*/15 * * * *', sync);`,
  },
  {
    name: 'varied-recursion-accumulator',
    of: 22,
    points: [{ pages: 12 }, { pages: 60 }, { pages: 500 }],
    symbols: { 'collect.pages': 'pages' },
    source: `${api}
function collect(cursor, acc = []) {
  const url = new URL('/pages', API);
  if (cursor) url.searchParams.set('cursor', cursor);
  return fetch(url)
    .then((res) => res.json())
    .then((body) => {
      const all = acc.concat(body.items);
      return body.next ? collect(body.next, all) : all;
    });
}
cron.schedule('*/20 * * * *', () => collect(undefined));`,
  },
  {
    name: 'varied-generator-method',
    of: 23,
    points: [
      { pages: 5, items: 10 },
      { pages: 30, items: 10 },
      { pages: 60, items: 20 },
    ],
    symbols: { 'Catalog.entries.pages': 'pages', 'page.items.length': 'items' },
    source: `${api}
class Catalog {
  constructor(base) { this.base = base; }
  async *entries() {
    let cursor;
    do {
      const res = await fetch(this.base + '/pages' + (cursor ? '?cursor=' + cursor : ''));
      const page = await res.json();
      yield* page.items;
      cursor = page.next;
    } while (cursor);
  }
}
cron.schedule('*/20 * * * *', async () => {
  const catalog = new Catalog(API);
  for await (const entry of catalog.entries()) {
    await fetch(API + '/items/' + entry.id);
  }
});`,
  },
  {
    name: 'varied-generator-of-pages',
    of: 23,
    points: [
      { pages: 5, items: 10 },
      { pages: 30, items: 10 },
      { pages: 100, items: 4 },
    ],
    symbols: { 'pages.pages': 'pages', 'page.length': 'items' },
    source: `${api}
async function* pages() {
  let cursor: string | null = '0';
  while (cursor !== null) {
    const body: { items: { id: string }[]; next: string | null } = await fetch(\`\${API}/pages?cursor=\${cursor}\`).then((r) => r.json());
    yield body.items;
    cursor = body.next;
  }
}
async function main() {
  for await (const page of pages()) {
    await Promise.all(page.map((item) => fetch(\`\${API}/items/\${item.id}\`)));
  }
}
cron.schedule('*/20 * * * *', main);`,
  },
  {
    name: 'varied-n-plus-one-services',
    of: 25,
    points: [
      { users: 10, items: 5 },
      { users: 60, items: 4 },
      { users: 100, items: 20 },
    ],
    symbols: { 'users.length': 'users', 'orders.length': 'items' },
    source: {
      'src/api.ts': `const API = 'https://api.example.test';
const json = async (path: string) => { const r = await fetch(API + path); return r.json(); };
export const listUsers = (): Promise<{ id: string }[]> => json('/users');
export const listOrders = (user: string): Promise<{ id: string }[]> => json('/orders?user=' + user);
export const getItem = (id: string) => json('/items/' + id);
`,
      'src/main.ts': `import { schedule } from 'node-cron';
import { getItem, listOrders, listUsers } from './api.js';
async function ordersOf(user: { id: string }) {
  const orders = await listOrders(user.id);
  return Promise.all(orders.map((order) => getItem(order.id)));
}
async function main() {
  const users = await listUsers();
  const out = [];
  for (const user of users) {
    out.push(await ordersOf(user));
  }
  return out.flat();
}
schedule('*/15 * * * *', () => void main());
`,
    },
  },
  {
    name: 'varied-n-plus-one-flat',
    of: 25,
    points: [
      { users: 5, items: 5 },
      { users: 20, items: 10 },
      { users: 40, items: 10 },
    ],
    symbols: { 'users.length': 'users', 'orders.length': 'items' },
    source: `${api}
const getJson = (p) => fetch(API + p).then((r) => r.json());
cron.schedule('*/10 * * * *', async () => {
  const users = await getJson('/users');
  await Promise.all(users.map(async (user) => {
    const orders = await getJson('/orders?user=' + user.id);
    for (const order of orders) {
      await getJson('/items/' + order.id);
    }
  }));
});`,
  },
  {
    name: 'varied-chunk-lodash',
    of: 26,
    points: some,
    symbols: users,
    source: `${api}
import _ from 'lodash';
import { setTimeout as delay } from 'timers/promises';
cron.schedule('*/20 * * * *', async () => {
  const users = await (await fetch(API + '/users')).json();
  for (const group of _.chunk(users, 20)) {
    await Promise.all(group.map((user) => fetch(API + '/items/' + user.id)));
    await delay(2_000);
  }
});`,
  },
  {
    name: 'varied-splice-batches',
    of: 26,
    points: some,
    symbols: { 'pending.length': 'users' },
    source: `${api}
const BATCH = 30;
cron.schedule('*/20 * * * *', async () => {
  const pending = await fetch(API + '/users').then((r) => r.json());
  while (pending.length) {
    const batch = pending.splice(0, BATCH);
    await Promise.all(batch.map((p) => fetch(API + '/items/' + p.id)));
    await new Promise((r) => setTimeout(r, 500));
  }
});`,
  },
  {
    name: 'varied-batch-function',
    of: 26,
    points: some,
    symbols: users,
    source: {
      'src/batch.ts': `export async function processInBatches<T>(items: T[], size: number, work: (item: T) => Promise<unknown>) {
  for (let start = 0; start < items.length; start += size) {
    const batch = items.slice(start, start + size);
    await Promise.all(batch.map(work));
    if (start + size < items.length) await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}
`,
      'src/main.ts': `${api}
import { processInBatches } from './batch.js';
cron.schedule('*/20 * * * *', async () => {
  const users: { id: string }[] = await (await fetch(API + '/users')).json();
  await processInBatches(users, 40, async (user) => {
    const res = await fetch(\`\${API}/items/\${user.id}\`);
    await res.json();
  });
});
`,
    },
  },
  {
    name: 'varied-guard-clauses',
    of: 27,
    points: some,
    symbols: users,
    source: `${api}
async function process(user) {
  if (!user) return;
  if (user.active === false) return null;
  const item = await (await fetch(API + '/items/' + user.id)).json();
  return item.ok && user.active ? item : undefined;
}
cron.schedule('*/10 * * * *', async () => {
  const users = await (await fetch(API + '/users')).json();
  for (const user of users) await process(user);
});`,
  },
  {
    name: 'varied-memo',
    of: 28,
    points: some,
    symbols: { 'list.length': 'users' },
    source: `${api}
const seen = {};
let cachedUsers = null;
async function users() {
  if (!cachedUsers) cachedUsers = await (await fetch(API + '/users')).json();
  return cachedUsers;
}
async function itemOf(id) {
  seen[id] ??= fetch(API + '/items/' + id).then((r) => r.json());
  return seen[id];
}
cron.schedule('*/10 * * * *', async () => {
  const list = await users();
  for (const user of list) await itemOf(user.id);
});`,
  },
];
