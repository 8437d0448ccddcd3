import type { Shape } from '../shape.js';
import { none, some, users } from '../shape.js';

const api = `const API = 'https://api.example.test';`;

/** The same shapes in other people's hands: classes, several files, other names, other styles. */
export const variedTriggers: readonly Shape[] = [
  {
    name: 'varied-poller-class',
    of: 1,
    points: none,
    symbols: {},
    source: `${api}
const POLL_EVERY_MS = 5 * 60 * 1000;
class Poller {
  private timer: ReturnType<typeof setInterval> | null = null;
  constructor(private readonly url: string, private readonly every: number = POLL_EVERY_MS) {}
  start(): this {
    this.timer = setInterval(() => void this.poll(), this.every);
    return this;
  }
  stop() { if (this.timer) clearInterval(this.timer); }
  private async poll() {
    try {
      const res = await fetch(\`\${this.url}/items/42\`, { headers: { accept: 'application/json' } });
      if (!res.ok) throw new Error(res.statusText);
      return await res.json();
    } catch (err) {
      console.error('poll failed', err);
    }
  }
}
new Poller(API).start();
const fast = new Poller(API, 10_000);
fast.start();`,
  },
  {
    name: 'varied-timeout-loop',
    of: 2,
    points: some,
    symbols: users,
    source: `${api}
async function pollOnce() {
  const res = await fetch(API + '/users');
  const users = await res.json();
  for (const user of users) {
    await fetch(API + '/items/' + user.id).then((r) => r.json());
  }
}
function schedule(delay) {
  setTimeout(async () => {
    try {
      await pollOnce();
    } finally {
      schedule(15 * 1000);
    }
  }, delay);
}
schedule(0);`,
  },
  {
    name: 'varied-worker-loop',
    of: 3,
    points: none,
    symbols: {},
    source: {
      'src/util.ts': `import { setTimeout as wait } from 'node:timers/promises';
export async function pause(seconds: number) { await wait(seconds * 1000); }
`,
      'src/main.ts': `import { pause } from './util.js';
${api}
let stopped = false;
process.on('SIGTERM', () => { stopped = true; });
const run = async () => {
  while (!stopped) {
    const response = await fetch(\`\${API}/items/current\`);
    const job = await response.json();
    if (job.missing) { await pause(30); continue; }
    await pause(2);
  }
};
run().catch((e) => { console.error(e); process.exit(1); });`,
    },
  },
  {
    name: 'varied-cron-service',
    of: 4,
    points: some,
    symbols: { 'customers.length': 'users' },
    source: {
      'src/client.ts': `export class ApiClient {
  constructor(private baseUrl: string, private token: string) {}
  async request<T>(path: string, init: RequestInit = {}): Promise<T> {
    const res = await fetch(new URL(path, this.baseUrl), { ...init, headers: { Authorization: \`Bearer \${this.token}\` } });
    if (!res.ok) throw new Error(\`\${res.status}\`);
    return (await res.json()) as T;
  }
  listCustomers() { return this.request<{ data: { id: string }[] }>('/customers'); }
  getItem(id: string) { return this.request(\`/items/\${id}\`); }
}
`,
      'src/main.ts': `import * as cron from 'node-cron';
import { ApiClient } from './client.js';
const client = new ApiClient('https://api.example.test', process.env.TOKEN ?? '');
async function syncCustomers() {
  const { data: customers } = await client.listCustomers();
  for (let i = 0; i < customers.length; i++) {
    await client.getItem(customers[i].id);
  }
}
const task = cron.createTask ? cron.createTask('0 * * * *', syncCustomers) : null;
cron.schedule('0,30 * * * *', () => { syncCustomers().catch(console.error); }, { timezone: 'Etc/UTC' });`,
    },
  },
  {
    name: 'varied-cronjob-from',
    of: 5,
    points: some,
    symbols: users,
    source: `import { CronJob } from 'cron';
${api}
const fetchJson = async (p) => { const r = await fetch(API + p); return r.json(); };
const job = CronJob.from({
  cronTime: '0 0,20,40 * * * *',
  onTick: async function () {
    const users = await fetchJson('/users');
    await Promise.allSettled(users.map(({ id }) => fetchJson('/items/' + id)));
  },
  waitForCompletion: true,
  timeZone: 'UTC',
});
job.start();`,
  },
  {
    name: 'varied-croner-named',
    of: 6,
    points: some,
    symbols: users,
    source: `import { Cron } from 'croner';
${api}
const opts = { name: 'sync', protect: true, timezone: 'UTC' };
const sync = async () => {
  const response = await fetch(\`\${API}/users\`);
  const users: Array<{ id: string }> = await response.json();
  for await (const res of users.map((u) => fetch(\`\${API}/items/\${u.id}\`))) {
    await res.json();
  }
};
const job = new Cron('*/2 * * * *', opts);
job.schedule(sync);`,
  },
  {
    name: 'varied-rule-object',
    of: 7,
    points: some,
    symbols: users,
    source: `import { scheduleJob } from 'node-schedule';
${api}
scheduleJob('nightly', { minute: [0, 20, 40], tz: 'Etc/UTC' }, function nightly(fireDate) {
  return fetch(API + '/users')
    .then((res) => res.json())
    .then(async (users) => {
      for (const u of users) {
        await fetch(API + '/items/' + encodeURIComponent(u.id));
      }
    });
});`,
  },
  {
    name: 'varied-toad-two-jobs',
    of: 8,
    points: some,
    symbols: users,
    source: `import { AsyncTask, SimpleIntervalJob, ToadScheduler } from 'toad-scheduler';
${api}
const INTERVAL = { minutes: 2 };
const task = new AsyncTask(
  'sync users',
  async () => {
    const users = await (await fetch(API + '/users')).json();
    for (const user of users) await fetch(API + '/items/' + user.id);
  },
  (err) => { console.error(err); },
);
const heartbeat = new AsyncTask('heartbeat', () => fetch(API + '/stock/heartbeat').then(() => undefined));
const scheduler = new ToadScheduler();
scheduler.addSimpleIntervalJob(new SimpleIntervalJob(INTERVAL, task, { id: 'sync', preventOverrun: true }));
scheduler.addSimpleIntervalJob(new SimpleIntervalJob({ seconds: 30, runImmediately: true }, heartbeat));`,
  },
  {
    name: 'varied-nest-injected',
    of: 9,
    points: some,
    symbols: { 'customers.length': 'users' },
    source: {
      'src/api.service.ts': `import { Injectable } from '@nestjs/common';
@Injectable()
export class ApiService {
  private readonly baseUrl = 'https://api.example.test';
  async customers(): Promise<{ id: string }[]> {
    const res = await fetch(\`\${this.baseUrl}/customers\`);
    const body = (await res.json()) as { data: { id: string }[] };
    return body.data;
  }
  async item(id: string): Promise<unknown> {
    const res = await fetch(\`\${this.baseUrl}/items/\${id}\`);
    return res.json();
  }
}
`,
      'src/tasks.service.ts': `import { Inject, Injectable, Logger } from '@nestjs/common';
import { Cron, Timeout } from '@nestjs/schedule';
import { ApiService } from './api.service.js';
@Injectable()
export class TasksService {
  private readonly logger = new Logger(TasksService.name);
  constructor(@Inject(ApiService) private readonly api: ApiService) {}
  @Cron('*/15 * * * *', { name: 'customers', timeZone: 'UTC' })
  async handleCron(): Promise<void> {
    const customers = await this.api.customers();
    const results = await Promise.all(customers.map((customer) => this.api.item(customer.id)));
    this.logger.debug(\`synced \${results.length}\`);
  }
  @Timeout(5000)
  async warm(): Promise<void> { await this.api.customers(); }
}
`,
      'src/main.ts': `import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { ApiService } from './api.service.js';
import { TasksService } from './tasks.service.js';
@Module({ imports: [ScheduleModule.forRoot()], providers: [ApiService, TasksService] })
export class AppModule {}
async function bootstrap() {
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  await app.init();
}
bootstrap();
`,
    },
  },
  {
    name: 'varied-bree-cron',
    of: 10,
    points: some,
    symbols: users,
    source: {
      'src/main.ts': `import { join, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import Bree from 'bree';
const here = dirname(fileURLToPath(import.meta.url));
const bree = new Bree({
  root: false,
  logger: false,
  jobs: [
    { name: 'report', path: join(here, 'jobs', 'report.js'), cron: '*/10 * * * *' },
  ],
});
(async () => { await bree.start(); })();
`,
      'src/jobs/report.ts': `${api}
async function main() {
  const users = await fetch(API + '/users').then((r) => r.json());
  for (const user of users) await fetch(API + '/items/' + user.id);
}
main();
`,
    },
  },
  {
    name: 'varied-bull-repeat',
    of: 11,
    points: some,
    symbols: users,
    source: {
      'src/queue.ts': `import { Queue } from 'bullmq';
export const connection = { host: '127.0.0.1', port: 6379 };
export const QUEUE_NAME = 'refresh';
export const refreshQueue = new Queue(QUEUE_NAME, { connection });
`,
      'src/worker.ts': `import { Worker } from 'bullmq';
import { connection, QUEUE_NAME } from './queue.js';
${api}
async function processJob(job) {
  const res = await fetch(API + '/users');
  const users = await res.json();
  await Promise.all(users.map((u) => fetch(API + '/items/' + u.id)));
  return users.length;
}
export const worker = new Worker(QUEUE_NAME, processJob, { connection, concurrency: 5 });
`,
      'src/main.ts': `import './worker.js';
import { refreshQueue } from './queue.js';
await refreshQueue.add('refresh', {}, { repeat: { every: 10 * 60_000 } });
`,
    },
  },
  {
    name: 'varied-every-second',
    of: 12,
    points: none,
    symbols: {},
    minutes: 70,
    source: `import cron from 'node-cron';
${api}
const HOURLY = '* 0 * * * *';
cron.schedule(HOURLY, async () => {
  await fetch(API + '/items/hourly');
});`,
  },
  {
    name: 'varied-dst-autumn',
    of: 13,
    points: some,
    symbols: users,
    minutes: 26 * 60,
    start: Date.UTC(2026, 9, 24, 22, 0),
    source: `import { Cron } from 'croner';
${api}
new Cron('0 15 */2 * * *', { timezone: 'Europe/Paris' }, async () => {
  const users = await (await fetch(API + '/users')).json();
  for (const user of users) await fetch(API + '/items/' + user.id);
});`,
  },
  {
    name: 'varied-aligned-mixed',
    of: 14,
    points: [{ users: 60 }, { users: 150 }, { users: 220 }],
    symbols: users,
    source: {
      'src/jobs/daily.ts': `import { CronJob } from 'cron';
${api}
export const daily = new CronJob('0 0 * * * *', async () => {
  for (let page = 1; page <= 20; page += 1) {
    await fetch(API + '/items/' + page);
  }
}, null, false, 'UTC');
`,
      'src/jobs/users.ts': `import cron from 'node-cron';
${api}
export function register() {
  cron.schedule('*/20 * * * *', async () => {
    const users = await fetch(API + '/users').then((res) => res.json());
    await Promise.all(users.map(async (user) => {
      const res = await fetch(API + '/items/' + user.id);
      return res.json();
    }));
  });
}
`,
      'src/main.ts': `import { daily } from './jobs/daily.js';
import { register } from './jobs/users.js';
daily.start();
register();
`,
    },
  },
  {
    name: 'varied-startup-main',
    of: 15,
    points: [{ users: 40 }, { users: 100, replicas: 2 }, { users: 100, replicas: 5 }],
    symbols: { 'ids.length': 'users' },
    minutes: 70,
    source: `${api}
async function loadIds(): Promise<string[]> {
  const res = await fetch(API + '/users');
  const users = await res.json();
  return users.map((u: { id: string }) => u.id);
}
async function main() {
  const ids = await loadIds();
  for (const id of ids) {
    const res = await fetch(\`\${API}/items/\${id}\`);
    console.log(await res.text());
  }
}
main().then(() => console.log('done'), (err) => { console.error(err); process.exitCode = 1; });`,
  },
];
