import type { Shape } from '../shape.js';
import { cronHead, users } from '../shape.js';

const axiosRetry = `import axios from 'axios';
import axiosRetry from 'axios-retry';
import cron from 'node-cron';
const client = axios.create({ baseURL: 'https://api.example.test', adapter: 'fetch' });
axiosRetry(client, { retries: 3 });
cron.schedule('*/10 * * * *', async () => {
  const { data: users } = await client.get('/users');
  for (const user of users) {
    try { await client.get('/items/' + user.id); } catch { continue; }
  }
});`;

export const failures: readonly Shape[] = [
  {
    name: 'retry-loop',
    of: 38,
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
    of: 37,
    points: [{ users: 40 }, { users: 300 }],
    symbols: users,
    source: `import pRetry from 'p-retry';\n${cronHead}
cron.schedule('*/5 * * * *', async () => {
  const users = await get('/users');
  for (const user of users) await pRetry(() => fetch(base + '/items/' + user.id), { retries: 4 });
});`,
  },
  {
    name: 'axios-retry',
    of: 37,
    points: [{ users: 40 }, { users: 200 }, { users: 500 }],
    symbols: users,
    failing: { status: 503, share: 0.1 },
    source: axiosRetry,
  },
  {
    name: 'axios-retry-healthy',
    of: 37,
    points: [{ users: 40 }, { users: 200 }, { users: 500 }],
    symbols: users,
    source: axiosRetry,
  },
  {
    name: 'got-retry',
    of: 37,
    wire: true,
    minutes: 40,
    points: [{ users: 40 }, { users: 100 }, { users: 200 }],
    symbols: users,
    failing: { status: 503, share: 1 },
    source: `import got from 'got';
import cron from 'node-cron';
const client = got.extend({ prefixUrl: process.env.API_BASE });
cron.schedule('*/10 * * * *', async () => {
  const users = await client.get('users').json<{ id: string }[]>();
  await Promise.allSettled(users.map((user) => client.get('items/' + user.id).json()));
});`,
  },
  {
    name: 'ky-retry',
    of: 37,
    points: [{ users: 40 }, { users: 200 }, { users: 500 }],
    symbols: users,
    failing: { status: 503, share: 1 },
    source: `import ky from 'ky';
import cron from 'node-cron';
const api = ky.create({ prefixUrl: 'https://api.example.test', retry: { limit: 4 } });
cron.schedule('*/10 * * * *', async () => {
  const users = await api.get('users').json<{ id: string }[]>();
  for (const user of users) {
    try { await api.get('items/' + user.id).json(); } catch { continue; }
  }
});`,
  },
  {
    name: 'nested-retry',
    of: 38,
    points: [{ users: 20 }, { users: 60 }, { users: 100 }],
    symbols: users,
    failing: { status: 500, share: 1 },
    source: `import ky from 'ky';
import pRetry from 'p-retry';
import cron from 'node-cron';
cron.schedule('*/30 * * * *', async () => {
  const users = await ky.get('https://api.example.test/users').json<{ id: string }[]>();
  await Promise.allSettled(users.map((user) => pRetry(() => ky.get('https://api.example.test/items/' + user.id).json(), { retries: 2 })));
});`,
  },
  {
    name: 'job-attempts',
    of: 38,
    points: [{ users: 20 }, { users: 100 }, { users: 300 }],
    symbols: users,
    failing: { status: 503, share: 1 },
    source: {
      'src/queues.ts': `import { Queue } from 'bullmq';
const connection = { host: 'localhost' };
export const lists = new Queue('lists', { connection });
export const details = new Queue('details', {
  connection,
  defaultJobOptions: { attempts: 3, backoff: { type: 'exponential', delay: 1000 }, removeOnComplete: true },
});
`,
      'src/workers.ts': `import { Worker } from 'bullmq';
import { details } from './queues.js';
const connection = { host: 'localhost' };
const base = 'https://api.example.test';
const get = async (path: string) => {
  const response = await fetch(base + path);
  if (!response.ok) throw new Error('HTTP ' + response.status);
  return response.json();
};
new Worker('lists', async () => {
  const users = await get('/users');
  await details.addBulk(users.map((user) => ({ name: 'detail', data: { id: user.id } })));
}, { connection });
new Worker('details', async (job) => get('/items/' + job.data.id), { connection, concurrency: 8 });
`,
      'src/main.ts': `import './workers.js';
import { lists } from './queues.js';
await lists.upsertJobScheduler('all', { every: 30 * 60_000 }, { name: 'all' });
`,
    },
  },
  {
    name: 'job-attempts-of-its-own',
    of: 38,
    points: [{ rate: 6 }, { rate: 30 }],
    symbols: {},
    failing: { status: 500, share: 0.5 },
    events: { 'POST /orders': 'rate' },
    minutes: 70,
    source: `import express from 'express';
import { Queue, Worker } from 'bullmq';
const orders = new Queue('orders', { defaultJobOptions: { attempts: 2 } });
new Worker('orders', async (job) => {
  const response = await fetch('https://api.example.test/items/' + job.data.id);
  if (!response.ok) throw new Error('HTTP ' + response.status);
}, { concurrency: 5 });
const app = express();
app.post('/orders', async (req, res) => {
  await orders.add('order', { id: '1' }, { attempts: 5, backoff: { type: 'fixed', delay: 10_000 } });
  res.status(202).end();
});
app.listen(3456);
`,
  },
  {
    name: 'retry-after',
    of: 39,
    points: [{ users: 40 }, { users: 200 }, { users: 500 }],
    symbols: users,
    failing: { status: 429, share: 0.3, retryAfter: '20' },
    source: `${cronHead}
async function getItem(id: string) {
  for (let attempt = 1; attempt <= 5; attempt++) {
    const response = await fetch(base + '/items/' + id);
    if (response.status !== 429) return response.json();
    await sleep(Number(response.headers.get('retry-after') ?? 1) * 1000);
  }
  throw new Error('too many requests');
}
cron.schedule('*/10 * * * *', async () => {
  const users = await get('/users');
  for (const user of users) await getItem(user.id);
});`,
  },
  {
    name: 'replicas-handlers',
    of: 40,
    points: [
      { items: 3, rate: 20, replicas: 1 },
      { items: 5, rate: 60, replicas: 2 },
      { items: 2, rate: 90, replicas: 3 },
    ],
    symbols: { 'orders.length': 'items' },
    events: { 'POST /hooks': 'rate' },
    minutes: 70,
    source: `import express from 'express';\n${cronHead}
const app = express();
app.post('/hooks', async (request, response) => {
  const orders = await get('/orders?user=1');
  await Promise.all(orders.map((order) => fetch(base + '/items/' + order.id)));
  response.sendStatus(204);
});
cron.schedule('*/5 * * * *', () => fetch(base + '/stock/1'));
app.listen(3456);`,
  },
];
