import type { Shape } from '../shape.js';
import { some, users } from '../shape.js';

/** The same shapes in other people's hands: classes, several files, other names, other styles. */
export const variedFailures: readonly Shape[] = [
  {
    name: 'varied-backoff-helper',
    of: 38,
    points: some,
    symbols: users,
    failing: { status: 500, share: 0.2 },
    minutes: 70,
    source: `import cron from 'node-cron';
const API = 'https://api.example.test';
const wait = (ms) => new Promise((r) => setTimeout(r, ms));
async function retry(fn, retries = 3, delay = 500) {
  try {
    return await fn();
  } catch (err) {
    if (retries <= 0) throw err;
    await wait(delay);
    return retry(fn, retries - 1, delay * 2);
  }
}
async function getItem(id) {
  const res = await fetch(API + '/items/' + id);
  if (!res.ok) throw new Error(String(res.status));
  return res.json();
}
cron.schedule('*/20 * * * *', async () => {
  const users = await fetch(API + '/users').then((r) => r.json());
  await Promise.allSettled(users.map((user) => retry(() => getItem(user.id))));
});`,
  },
  {
    name: 'varied-backoff-healthy',
    of: 38,
    points: some,
    symbols: users,
    source: `import cron from 'node-cron';
const API = 'https://api.example.test';
async function fetchWithRetry(url: string, options: RequestInit = {}, maxRetries = 5): Promise<Response> {
  let lastError: unknown;
  for (let i = 0; i <= maxRetries; i++) {
    try {
      const response = await fetch(url, options);
      if (response.status === 429 || response.status >= 500) {
        const backoff = Math.min(1000 * Math.pow(2, i), 30_000);
        await new Promise((resolve) => setTimeout(resolve, backoff));
        continue;
      }
      return response;
    } catch (error) {
      lastError = error;
    }
  }
  throw lastError;
}
cron.schedule('*/20 * * * *', async () => {
  const users = await (await fetchWithRetry(API + '/users')).json();
  for (const user of users) await fetchWithRetry(API + '/items/' + user.id);
});`,
  },
  {
    name: 'varied-exponential-backoff',
    of: 37,
    points: [{ users: 20 }, { users: 60 }, { users: 100 }],
    symbols: users,
    failing: { status: 503, share: 1 },
    minutes: 70,
    source: `import cron from 'node-cron';
import { backOff } from 'exponential-backoff';
const API = 'https://api.example.test';
const call = async (id) => {
  const res = await fetch(API + '/items/' + id);
  if (!res.ok) throw new Error('bad');
};
cron.schedule('*/30 * * * *', async () => {
  const users = await (await fetch(API + '/users')).json();
  for (const user of users) {
    await backOff(() => call(user.id), { numOfAttempts: 4 }).catch(() => null);
  }
});`,
  },
  {
    name: 'varied-undici-retry-agent',
    of: 37,
    wire: true,
    points: [{ users: 10 }, { users: 20 }, { users: 40 }],
    symbols: users,
    failing: { status: 503, share: 1 },
    minutes: 40,
    source: `import cron from 'node-cron';
import { Agent, RetryAgent, request } from 'undici';
const dispatcher = new RetryAgent(new Agent(), { maxRetries: 2 });
const API = process.env.API_BASE;
cron.schedule('*/10 * * * *', async () => {
  const { body } = await request(API + '/users');
  const users = (await body.json()) as { id: string }[];
  await Promise.allSettled(users.map((user) => request(API + '/items/' + user.id, { dispatcher })));
});`,
  },
  {
    name: 'varied-got-retry-off',
    of: 37,
    wire: true,
    points: [{ users: 20 }, { users: 60 }, { users: 100 }],
    symbols: users,
    failing: { status: 503, share: 1 },
    minutes: 40,
    source: `import cron from 'node-cron';
import { got } from 'got';
const client = got.extend({ prefixUrl: process.env.API_BASE, retry: { limit: 0 } });
cron.schedule('*/10 * * * *', async () => {
  const users: { id: string }[] = await client('users').json();
  for (const user of users) {
    try { await client(\`items/\${user.id}\`); } catch {}
  }
});`,
  },
  {
    name: 'varied-hook-server',
    of: 40,
    points: [
      { users: 3, rate: 20 },
      { users: 6, rate: 40 },
      { users: 8, rate: 90 },
    ],
    symbols: users,
    events: { 'POST /webhooks/:kind': 'rate' },
    minutes: 70,
    source: {
      'src/routes.ts': `import { Router } from 'express';
import { sync } from './sync.js';
export const router = Router();
router.post('/webhooks/:kind', async (req, res, next) => {
  try {
    await sync(req.params.kind);
    res.status(202).end();
  } catch (err) {
    next(err);
  }
});
`,
      'src/sync.ts': `const API = 'https://api.example.test';
export async function sync(kind: string) {
  const users = await fetch(\`\${API}/users?kind=\${kind}\`).then((r) => r.json());
  for (const user of users) {
    await fetch(\`\${API}/items/\${user.id}\`, { method: 'POST', body: '{}' });
  }
}
`,
      'src/main.ts': `import express from 'express';
import { router } from './routes.js';
const app = express();
app.use(router);
app.listen(3456);
`,
    },
  },
  {
    name: 'varied-queue-consumer',
    of: 40,
    points: [{ rate: 20 }, { rate: 100 }, { rate: 300 }],
    symbols: {},
    events: { mail: 'rate' },
    minutes: 70,
    source: `import { Worker } from 'bullmq';
const API = 'https://api.example.test';
new Worker('mail', async (job) => {
  await fetch(API + '/items/' + job.id, { method: 'POST' });
}, { connection: { host: 'localhost', port: 6379 }, concurrency: 10 });`,
  },
];
