import type { Shape } from '../shape.js';
import { cronHead, users } from '../shape.js';

const importAsync = `${cronHead}
import { queue } from 'async';`;

/** What comes after a queue has nothing left to do, or after a limiter that others keep busy. */
export const idleQueues: readonly Shape[] = [
  {
    name: 'drained-before-the-rest',
    of: 29,
    points: [{ users: 40 }, { users: 140 }],
    symbols: users,
    source: `${importAsync}
const q = queue(async (id: string) => { await get('/items/' + id); await sleep(1900); }, 5);
cron.schedule('* * * * *', async () => {
  const users = await get('/users');
  for (const user of users) q.push(user.id);
  await q.drain();
  await Promise.all(users.map((user) => get('/stock/' + user.id)));
});`,
  },
  {
    name: 'drained-in-rounds',
    of: 26,
    points: [{ users: 600 }, { users: 40 }],
    symbols: users,
    source: `${importAsync}
const q = queue(async (user: { id: string }) => { await get('/items/' + user.id); }, 5);
cron.schedule('*/10 * * * *', async () => {
  const users = await get('/users');
  for (let i = 0; i < users.length; i += 20) {
    q.push(users.slice(i, i + 20));
    await q.drain();
    await sleep(1000);
  }
});`,
  },
  {
    name: 'drained-without-end',
    of: 3,
    points: [{ users: 40 }, { users: 600 }],
    symbols: users,
    source: `${importAsync}
const q = queue(async (user: { id: string }) => { await get('/items/' + user.id); }, 2);
async function main() {
  for (;;) {
    const users = await get('/users');
    users.forEach((user) => { q.push(user); });
    await q.drain();
    await sleep(5000);
  }
}
main();`,
  },
  {
    name: 'drained-by-two-schedules',
    of: 29,
    points: [{ users: 300 }, { users: 40 }],
    symbols: users,
    source: `${importAsync}
const q = queue(async (user: { id: string }) => { await get('/items/' + user.id); await sleep(900); }, 2);
cron.schedule('*/10 * * * *', async () => {
  const users = await get('/users');
  q.push(users);
});
cron.schedule('* * * * *', async () => {
  q.push({ id: 'x' });
  await q.drain();
  await Promise.all([1, 2, 3, 4, 5].map((n) => get('/stock/' + n)));
});`,
  },
  {
    name: 'idle-for-two-schedules',
    of: 31,
    points: [{ users: 300 }, { users: 40 }],
    symbols: users,
    source: `${cronHead}
import PQueue from 'p-queue';
const q = new PQueue({ concurrency: 2 });
cron.schedule('*/10 * * * *', async () => {
  const users = await get('/users');
  for (const user of users) q.add(async () => { await get('/items/' + user.id); await sleep(900); });
});
cron.schedule('* * * * *', async () => {
  q.add(() => get('/items/9'));
  await q.onIdle();
  await Promise.all([1, 2, 3, 4, 5].map((n) => get('/stock/' + n)));
});`,
  },
  {
    name: 'after-what-others-hold-up',
    of: 29,
    points: [{ users: 300 }, { users: 40 }],
    symbols: users,
    source: `${cronHead}
import pLimit from 'p-limit';
const limit = pLimit(2);
cron.schedule('*/10 * * * *', async () => {
  const users = await get('/users');
  await Promise.all(users.map((user) => limit(async () => { await get('/items/' + user.id); await sleep(900); })));
});
cron.schedule('* * * * *', async () => {
  await limit(() => get('/items/9'));
  await Promise.all([1, 2, 3, 4, 5].map((n) => get('/stock/' + n)));
});`,
  },
  {
    name: 'after-more-than-goes',
    of: 29,
    points: [{ rate: 90 }, { rate: 30 }],
    symbols: {},
    events: { 'POST /hook': 'rate' },
    minutes: 130,
    source: `${cronHead}
import express from 'express';
import pLimit from 'p-limit';
const limit = pLimit(1);
const app = express();
app.post('/hook', async (req, res) => {
  res.json({});
  await limit(async () => { await get('/items/1'); await sleep(700); });
  await get('/stock/1');
});
app.listen(3456);`,
  },
  {
    name: 'a-list-pushed-is-no-promise',
    of: 29,
    points: [{ users: 200 }, { users: 40 }],
    symbols: users,
    source: `${importAsync}
const q = queue(async (user: { id: string }) => { await get('/items/' + user.id); }, 1);
cron.schedule('*/10 * * * *', async () => {
  const users = await get('/users');
  await q.push(users);
  await Promise.all(users.map((user) => get('/stock/' + user.id)));
});`,
  },
];
