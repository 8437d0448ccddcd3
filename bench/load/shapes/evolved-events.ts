import type { Shape } from '../shape.js';
import { api, none, some, users } from '../shape.js';

/** What happens on events: buffers, middleware, throttles, follow-ups. */
export const events: readonly Shape[] = [
  {
    name: 'throttled-refresh',
    of: 32,
    points: none,
    symbols: {},
    minutes: 70,
    source: `import throttle from 'lodash/throttle.js';
${api}
const refresh = throttle(() => { void json('/items/all'); }, 10_000);
setInterval(() => refresh(), 1_000);`,
  },
  {
    name: 'debounced-hook',
    of: 32,
    points: [{ rate: 4 }, { rate: 30 }],
    symbols: {},
    events: { 'POST /hooks': 'rate' },
    minutes: 70,
    source: `import express from 'express';
import _ from 'lodash';
${api}
const refresh = _.debounce(() => { void json('/items/all'); }, 500);
const app = express();
app.post('/hooks', (req, res) => { refresh(); res.sendStatus(204); });
app.listen(3456);`,
  },
  {
    name: 'buffer-drained-by-interval',
    of: 40,
    points: [
      { rate: 100, waiting: 9 },
      { rate: 200, waiting: 17 },
    ],
    symbols: { 'pending.length': 'waiting' },
    events: { 'POST /hooks': 'rate' },
    minutes: 70,
    source: {
      'src/buffer.ts': `${api}
const pending: string[] = [];
export const enqueue = (id: string) => { pending.push(id); };
export function startDraining() {
  setInterval(async () => {
    const batch = pending.splice(0, 5);
    await Promise.all(batch.map((id) => json('/items/' + id)));
  }, 5_000);
}
`,
      'src/main.ts': `import express from 'express';
import { enqueue, startDraining } from './buffer.js';
const app = express();
app.post('/hooks', (req, res) => { enqueue(String(Math.random())); res.sendStatus(202); });
startDraining();
app.listen(3456);
`,
    },
  },
  {
    name: 'middleware-and-route',
    of: 40,
    points: [{ rate: 20 }, { rate: 120 }],
    symbols: { 'rate(app.use)': 'rate' },
    events: { 'GET /me': 'rate' },
    minutes: 70,
    source: `import express from 'express';
${api}
const app = express();
async function authenticate(req, res, next) {
  try { await json('/stock/session'); next(); } catch (error) { next(error); }
}
app.use(authenticate);
app.get('/me', async (req, res) => { res.json(await json('/items/me')); });
app.listen(3456);`,
  },
  {
    name: 'route-middleware-list',
    of: 40,
    points: [{ rate: 20 }, { rate: 120 }],
    symbols: {},
    events: { 'GET /me': 'rate' },
    minutes: 70,
    source: `import { Router } from 'express';
import express from 'express';
${api}
const authenticate = async (req, res, next) => { await json('/stock/session'); next(); };
const router = Router();
router.get('/me', authenticate, async (req, res) => { res.json(await json('/items/me')); });
const app = express();
app.use('/', router);
app.listen(3456);`,
  },
  {
    name: 'delayed-follow-up',
    of: 40,
    points: [{ rate: 20 }, { rate: 120 }],
    symbols: {},
    events: { 'POST /hooks': 'rate' },
    minutes: 70,
    source: `import express from 'express';
${api}
const app = express();
app.post('/hooks', (req, res) => {
  res.sendStatus(202);
  for (const after of [1_000, 5_000, 30_000]) setTimeout(() => { void json('/items/check'); }, after);
});
app.listen(3456);`,
  },
  {
    name: 'handler-fans-out-in-batches',
    of: 40,
    points: [
      { users: 12, rate: 2 },
      { users: 30, rate: 6 },
    ],
    symbols: users,
    events: { 'POST /sync': 'rate' },
    minutes: 70,
    source: `import express from 'express';
${api}
const app = express();
app.post('/sync', async (req, res) => {
  const users = await json('/users');
  for (let i = 0; i < users.length; i += 5) {
    await Promise.allSettled(users.slice(i, i + 5).map((user) => json('/items/' + user.id)));
  }
  res.json({ done: users.length });
});
app.listen(3456);`,
  },
  {
    name: 'promise-queue-tail',
    of: 29,
    points: some,
    symbols: users,
    source: {
      'src/serial.ts': `let tail: Promise<unknown> = Promise.resolve();
export function serially<T>(work: () => Promise<T>): Promise<T> {
  const result = tail.then(work);
  tail = result.catch(() => undefined);
  return result;
}
`,
      'src/main.ts': `import cron from 'node-cron';
import { serially } from './serial.js';
${api}
cron.schedule('*/20 * * * *', async () => {
  const users = await json('/users');
  await Promise.all(users.map((user) => serially(() => json('/items/' + user.id))));
});
`,
    },
  },
  {
    name: 'min-gap-by-hand',
    of: 33,
    points: some,
    symbols: users,
    source: {
      'src/paced.ts': `const GAP = 250;
let next = 0;
export async function paced<T>(work: () => Promise<T>): Promise<T> {
  const now = Date.now();
  const at = Math.max(now, next);
  next = at + GAP;
  if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now));
  return work();
}
`,
      'src/main.ts': `import cron from 'node-cron';
import { paced } from './paced.js';
${api}
cron.schedule('*/20 * * * *', async () => {
  const users = await json('/users');
  await Promise.all(users.map((user) => paced(() => json('/items/' + user.id))));
});
`,
    },
  },
  {
    name: 'batching-loader',
    of: 28,
    points: [{ users: 40 }, { users: 300 }],
    symbols: users,
    source: {
      'src/loader.ts': `${api}
let waiting: { id: string; resolve: (value: unknown) => void }[] = [];
let timer: ReturnType<typeof setTimeout> | null = null;
async function flush() {
  const batch = waiting;
  waiting = [];
  timer = null;
  const found = await json('/items/' + batch.length);
  for (const { resolve } of batch) resolve(found);
}
export const load = (id: string) => new Promise((resolve) => {
  waiting.push({ id, resolve });
  timer ??= setTimeout(flush, 50);
});
`,
      'src/main.ts': `import cron from 'node-cron';
import { load } from './loader.js';
${api}
cron.schedule('*/20 * * * *', async () => {
  const users = await json('/users');
  await Promise.all(users.map((user) => load(user.id)));
});
`,
    },
  },
];
