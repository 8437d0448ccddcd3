import type { Shape } from '../shape.js';
import { api as client, none, some, users } from '../shape.js';

const api = `${client}
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));`;
const cron = `import cron from 'node-cron';\n${api}`;

/** Loops, recursion and timers as they are written by hand. */
export const loops: readonly Shape[] = [
  {
    name: 'tree-bounded-depth',
    of: 25,
    points: [
      { items: 3, calls: 13 },
      { items: 8, calls: 73 },
    ],
    symbols: { 'walk.calls': 'calls' },
    source: `${cron}
const MAX_DEPTH = 3;
async function walk(id, depth) {
  if (depth >= MAX_DEPTH) return;
  const children = await json('/orders?parent=' + id);
  for (const child of children) await walk(child.id, depth + 1);
}
cron.schedule('*/20 * * * *', () => walk('root', 0));`,
  },
  {
    name: 'pages-for-await-paced',
    of: 23,
    points: [
      { pages: 5, items: 6 },
      { pages: 60, items: 10 },
    ],
    symbols: { 'pagesOf.pages': 'pages', 'items.length': 'items' },
    source: `${cron}
async function* pagesOf(path) {
  for (let cursor = ''; ; ) {
    const page = await json(path + (cursor && '?cursor=' + cursor));
    yield page.items;
    if (!page.next) return;
    cursor = page.next;
    await sleep(250);
  }
}
cron.schedule('*/20 * * * *', async () => {
  for await (const items of pagesOf('/pages')) {
    await Promise.all(items.map((item) => json('/items/' + item.id)));
  }
});`,
  },
  {
    name: 'chunks-generator-sleep',
    of: 26,
    points: some,
    symbols: users,
    source: `${cron}
function* chunks(list, size) {
  for (let i = 0; i < list.length; i += size) yield list.slice(i, i + size);
}
cron.schedule('*/20 * * * *', async () => {
  const users = await json('/users');
  for (const chunk of chunks(users, 25)) {
    await Promise.all(chunk.map((user) => json('/items/' + user.id)));
    await sleep(5_000);
  }
});`,
  },
  {
    name: 'reduce-chain-paced',
    of: 19,
    points: some,
    symbols: users,
    source: `${cron}
cron.schedule('*/20 * * * *', async () => {
  const users = await json('/users');
  await users.reduce((chain, user) => chain.then(() => json('/items/' + user.id)).then(() => sleep(200)), Promise.resolve());
});`,
  },
  {
    name: 'while-true-jitter',
    of: 3,
    points: none,
    symbols: {},
    source: `${api}
const BASE = 5_000;
async function main() {
  while (true) {
    try {
      await json('/items/next');
    } catch (error) {
      console.error(error);
    }
    await sleep(BASE + Math.random() * BASE);
  }
}
void main();`,
  },
  {
    name: 'race-with-timeout',
    of: 16,
    points: some,
    symbols: users,
    source: `${cron}
const timeout = (ms) => new Promise((_, reject) => setTimeout(() => reject(new Error('timeout')), ms));
cron.schedule('*/20 * * * *', async () => {
  const users = await json('/users');
  for (const user of users) {
    try { await Promise.race([json('/items/' + user.id), timeout(5_000)]); } catch {}
  }
});`,
  },
  {
    name: 'arrays-of-arrays',
    of: 25,
    points: [
      { users: 5, items: 4 },
      { users: 20, items: 30 },
    ],
    symbols: { 'users.length': 'users', 'list.length': 'items' },
    source: `${cron}
cron.schedule('*/20 * * * *', async () => {
  const users = await json('/users');
  const lists = await Promise.all(users.map((user) => json('/orders?user=' + user.id)));
  await Promise.all(lists.map((list) => Promise.all(list.map((order) => json('/items/' + order.id)))));
});`,
  },
  {
    name: 'flat-then-loop',
    of: 25,
    points: [
      { users: 5, items: 4 },
      { users: 20, items: 30 },
    ],
    symbols: { 'users.length': 'users', 'list.length': 'items' },
    source: `${cron}
cron.schedule('*/20 * * * *', async () => {
  const users = await json('/users');
  const orders = [];
  for (const user of users) {
    const list = await json('/orders?user=' + user.id);
    orders.push(...list);
  }
  for (const order of orders) await json('/items/' + order.id);
});`,
  },
  {
    name: 'growing-timeout-chain',
    of: 2,
    points: none,
    symbols: {},
    source: `${api}
function poll(delay) {
  setTimeout(async () => {
    await json('/items/state');
    poll(Math.min(delay * 2, 60_000));
  }, delay);
}
poll(1_000);`,
  },
  {
    name: 'interval-cleared',
    of: 1,
    points: none,
    symbols: {},
    source: `${api}
let n = 0;
const timer = setInterval(async () => {
  n += 1;
  if (n >= 30) clearInterval(timer);
  await json('/items/warm');
}, 1_000);`,
  },
  {
    name: 'bounded-pages-break',
    of: 21,
    points: [
      { total: 250, pages: 3 },
      { total: 9_000, pages: 20 },
    ],
    symbols: {},
    source: `${cron}
const MAX_PAGES = 20;
cron.schedule('*/20 * * * *', async () => {
  for (let page = 1; page <= MAX_PAGES; page++) {
    const { has_more } = await json('/tickets?page=' + page + '&per_page=100');
    if (!has_more) break;
  }
});`,
  },
  {
    name: 'for-await-interval',
    of: 1,
    points: none,
    symbols: {},
    source: `import { setInterval as every } from 'node:timers/promises';
${api}
for await (const _ of every(30_000)) {
  await json('/items/a');
  await json('/items/b');
}`,
  },
  {
    name: 'poll-until-done',
    of: 27,
    points: [{ users: 5 }, { users: 60 }],
    symbols: users,
    source: `${cron}
async function waitFor(id) {
  for (let i = 0; i < 10; i++) {
    const { done } = await json('/items/' + id);
    if (done) return true;
    await sleep(1_000);
  }
  return false;
}
cron.schedule('*/20 * * * *', async () => {
  const users = await json('/users');
  for (const user of users) await waitFor(user.id);
});`,
  },
  {
    name: 'staggered-timeouts',
    of: 18,
    points: some,
    symbols: users,
    source: `${cron}
cron.schedule('*/20 * * * *', async () => {
  const users = await json('/users');
  users.forEach((user, i) => { setTimeout(() => json('/items/' + user.id), i * 200); });
});`,
  },
  {
    name: 'recursive-lanes',
    of: 29,
    points: [
      { users: 30, each: 10 },
      { users: 1200, each: 400 },
    ],
    symbols: { 'next.pages': 'each' },
    source: `${cron}
cron.schedule('*/20 * * * *', async () => {
  const queue = [...(await json('/users'))];
  async function next() {
    const user = queue.shift();
    if (!user) return;
    await json('/items/' + user.id);
    await next();
  }
  await Promise.all([next(), next(), next()]);
});`,
  },
  {
    name: 'single-flight',
    of: 28,
    points: none,
    symbols: {},
    source: `${api}
let inFlight = null;
function refresh() {
  inFlight ??= json('/items/all').finally(() => { inFlight = null; });
  return inFlight;
}
setInterval(() => void refresh(), 50);`,
    minutes: 70,
  },
  {
    name: 'grouped-map',
    of: 25,
    points: [
      { users: 40, groups: 4, each: 10 },
      { users: 1200, groups: 4, each: 300 },
    ],
    symbols: { 'byLetter.length': 'groups', 'group.length': 'each' },
    source: `${cron}
cron.schedule('*/20 * * * *', async () => {
  const users = await json('/users');
  const byLetter = new Map();
  for (const user of users) {
    const key = Number(user.id) % 4;
    if (!byLetter.has(key)) byLetter.set(key, []);
    byLetter.get(key).push(user);
  }
  for (const [letter, group] of byLetter) {
    await Promise.all(group.map((user) => json('/items/' + user.id)));
    await sleep(1_000);
  }
});`,
  },
  {
    name: 'start-now-and-every',
    of: 1,
    points: [{ users: 5 }, { users: 100 }],
    symbols: users,
    source: `${api}
async function sync() {
  const users = await json('/users');
  await Promise.all(users.map((user) => json('/items/' + user.id)));
}
await sync();
setInterval(sync, 15 * 60 * 1000);`,
  },
  {
    name: 'flush-when-full',
    of: 26,
    points: some,
    symbols: users,
    source: `${cron}
cron.schedule('*/20 * * * *', async () => {
  const users = await json('/users');
  let tasks = [];
  for (const user of users) {
    tasks.push(json('/items/' + user.id));
    if (tasks.length >= 20) {
      await Promise.all(tasks);
      tasks = [];
    }
  }
  await Promise.all(tasks);
});`,
  },
  {
    name: 'race-of-variables',
    of: 16,
    points: some,
    symbols: users,
    source: `${cron}
cron.schedule('*/20 * * * *', async () => {
  const users = await json('/users');
  for (const user of users) {
    const giveUp = sleep(3_000);
    const item = json('/items/' + user.id);
    await Promise.race([item, giveUp]);
  }
});`,
  },
  {
    name: 'with-timeout-function',
    of: 16,
    points: some,
    symbols: users,
    source: `${cron}
function withTimeout(work, ms) {
  let timer;
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error('late')), ms); });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
cron.schedule('*/20 * * * *', async () => {
  const users = await json('/users');
  for (const user of users) await withTimeout(json('/items/' + user.id), 10_000);
});`,
  },
];
