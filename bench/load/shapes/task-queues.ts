import type { Shape } from '../shape.js';
import { cronHead, head, some, users } from '../shape.js';

/** Queues that are made with their worker, and are given tasks one by one or as a list. */
export const taskQueues: readonly Shape[] = [
  {
    name: 'queue-of-async-pushed',
    of: 29,
    points: some,
    symbols: users,
    source: `${cronHead}
import async from 'async';
const q = async.queue(async (id: string) => { await get('/items/' + id); await get('/stock/' + id); }, 5);
cron.schedule('*/10 * * * *', async () => {
  const users = await get('/users');
  for (const user of users) q.push(user.id);
});`,
  },
  {
    name: 'queue-of-async-given-a-list',
    of: 29,
    points: some,
    symbols: users,
    source: `${head}
import { queue } from 'async';
const q = queue((task, done) => { get('/items/' + task.id).then(() => done(), done); }, 2);
setInterval(async () => {
  const users = await get('/users');
  q.push(users);
  await q.drain();
}, 600_000);`,
  },
  {
    name: 'queue-of-async-in-class',
    of: 29,
    points: some,
    symbols: users,
    source: `${cronHead}
import { queue, type QueueObject } from 'async';
class Sync {
  private readonly q: QueueObject<{ id: string }>;
  constructor() {
    this.q = queue(async ({ id }: { id: string }) => { await get('/items/' + id); }, 3);
    this.q.error((error) => console.error(error));
  }
  async run() {
    const users = await get('/users');
    users.forEach((user) => this.q.push({ id: user.id }));
    await this.q.drain();
  }
}
const sync = new Sync();
cron.schedule('*/10 * * * *', () => sync.run());`,
  },
  {
    name: 'queue-of-async-from-hooks',
    of: 29,
    points: [{ rate: 20 }, { rate: 100 }],
    symbols: {},
    events: { 'POST /hook': 'rate' },
    source: `${head}
import express from 'express';
import { priorityQueue } from 'async';
const q = priorityQueue(async (id: string) => { await get('/items/' + id); await get('/stock/' + id); }, 2);
const app = express();
app.post('/hook', (req, res) => { q.push('x', 1); res.json({}); });
app.listen(3456);`,
  },
  {
    name: 'queue-of-async-in-the-run',
    of: 30,
    points: some,
    symbols: users,
    source: `${cronHead}
import async from 'async';
cron.schedule('*/10 * * * *', async () => {
  const users = await get('/users');
  const q = async.queue(async (user: { id: string }) => { await get('/items/' + user.id); }, 5);
  q.push(users);
  q.push({ id: 'last' });
  for (const user of users) q.unshift(user);
  await q.drain();
  await get('/stock/1');
});`,
  },
];
