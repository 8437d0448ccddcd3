import type { Shape } from '../shape.js';
import { head, shapesLike, users } from '../shape.js';

const shape = shapesLike(34);

/** What limits and schedules by means of the language alone. */
export const handmade: readonly Shape[] = [
  shape('tail-of-a-client', {
    'src/client.ts': `${head}
export class Client {
  private tail: Promise<any> = Promise.resolve();
  request(path: string) {
    this.tail = this.tail.then(() => get(path)).then(async (answer) => { await sleep(250); return answer; });
    return this.tail;
  }
}`,
    'src/main.ts': `import { Client } from './client.js';
const client = new Client();
setInterval(() => { for (let i = 0; i < 20; i++) void client.request('/items/' + i); }, 60_000);`,
  }),
  shape(
    'tail-that-never-ends',
    `${head}
let tail: Promise<unknown> = Promise.resolve();
function lock<T>(work: () => Promise<T>): Promise<T> {
  const run = tail.then(work, work);
  tail = run.catch(() => {});
  return run;
}
setInterval(() => { void lock(() => get('/users')); }, 20);`,
  ),
  shape(
    'refreshed-timer',
    `${head}\nconst timer = setTimeout(() => { void get('/users'); timer.refresh(); }, 1000);`,
  ),
  shape(
    'refreshed-after-the-work',
    `${head}\nconst timer = setTimeout(async () => { await get('/users'); timer.refresh(); }, 10_000);`,
  ),
  shape(
    'queue-started-later',
    `import PQueue from 'p-queue';
${head}
const queue = new PQueue({ autoStart: false, concurrency: 2 });
for (let i = 0; i < 40; i++) void queue.add(() => get('/items/' + i));
setTimeout(() => queue.start(), 10_000);`,
  ),
  shape(
    'throttled-by-hand',
    `${head}
let last = 0;
function save() {
  const now = Date.now();
  if (now - last < 2000) return;
  last = now;
  void get('/users');
}
setInterval(() => { save(); }, 300);`,
  ),
  shape(
    'token-with-a-margin',
    `${head}
let token: unknown;
let expires = 0;
async function auth() {
  if (Date.now() >= expires - 5000) {
    token = await get('/users');
    expires = Date.now() + 60_000;
  }
  return token;
}
setInterval(async () => { await auth(); await get('/orders'); }, 1000);`,
  ),
  shape(
    'token-asked-for-once',
    `${head}
let token: any;
let expires = 0;
let pending: Promise<any> | null = null;
async function auth() {
  if (token && Date.now() < expires) return token;
  if (!pending) {
    pending = get('/users')
      .then((fresh) => { token = fresh; expires = Date.now() + 60_000; return fresh; })
      .finally(() => { pending = null; });
  }
  return pending;
}
setInterval(async () => { await auth(); await get('/orders'); }, 50);`,
  ),
  shape(
    'ends-after-some-ticks',
    `${head}
const users = await get('/users');
let next = 0;
const timer = setInterval(async () => {
  if (next >= users.length) {
    clearInterval(timer);
    return;
  }
  await get('/items/' + users[next++].id);
}, 500);`,
    { points: [{ users: 40 }], symbols: users },
  ),
  shape(
    'short-series-again-and-again',
    `${head}
setInterval(() => {
  let n = 0;
  const timer = setInterval(() => { void get('/users'); if (++n >= 3) clearInterval(timer); }, 1000);
}, 60_000);`,
  ),
  shape(
    'cleared-after-a-while',
    `${head}
const timer = setInterval(() => { void get('/users'); }, 1500);
setTimeout(() => clearInterval(timer), 10 * 60_000);`,
  ),
  shape(
    'runs-that-are-numbered',
    `import { Cron } from 'croner';
import cron from 'node-cron';
${head}
new Cron('* * * * * *', { maxRuns: 20 }, () => { void get('/users'); });
cron.schedule('*/5 * * * * *', async () => { await get('/orders'); }, { maxExecutions: 10 });`,
  ),
  shape(
    'workers-with-a-place',
    `${head}
setInterval(async () => {
  const users = await get('/users');
  let next = 0;
  const worker = async () => {
    while (next < users.length) {
      const user = users[next++];
      await get('/items/' + user.id);
      await sleep(500);
    }
  };
  await Promise.all([worker(), worker(), worker()]);
}, 60_000);`,
    { points: [{ users: 40 }, { users: 300 }], symbols: users },
  ),
  shape(
    'workers-with-an-iterator',
    `${head}
setInterval(async () => {
  const users = await get('/users');
  const rest = users.entries();
  async function worker() { for (const [, user] of rest) await get('/items/' + user.id); }
  await Promise.all(Array.from({ length: 4 }).map(worker));
}, 60_000);`,
    { points: [{ users: 40 }, { users: 300 }], symbols: users },
  ),
  shape(
    'workers-that-shift',
    `${head}
setInterval(async () => {
  const queue = await get('/users');
  await Promise.all(Array.from({ length: 4 }, async () => {
    for (let user = queue.shift(); user; user = queue.shift()) await get('/items/' + user.id);
  }));
}, 60_000);`,
    { points: [{ users: 40 }, { users: 300 }], symbols: { 'queue.length': 'users' } },
  ),
];
