import type { Shape } from '../shape.js';
import { cronHead, head, none, some, users } from '../shape.js';

export const triggers: readonly Shape[] = [
  {
    name: 'interval',
    of: 1,
    points: none,
    symbols: {},
    source: `${head}
setInterval(async () => { await fetch(base + '/items/1'); }, 5000);`,
  },
  {
    name: 'timeout-recursion',
    of: 2,
    points: none,
    symbols: {},
    source: `${head}
async function tick() { await fetch(base + '/items/1'); setTimeout(tick, 2000); }
tick();`,
  },
  {
    name: 'while-sleep',
    of: 3,
    points: none,
    symbols: {},
    source: `${head}
async function main() { while (true) { await fetch(base + '/items/1'); await sleep(1500); } }
main();`,
  },
  {
    name: 'cron-sequential',
    of: 4,
    points: some,
    symbols: users,
    source: `${cronHead}
cron.schedule('* * * * *', async () => {
  const users = await get('/users');
  for (const user of users) { await fetch(base + '/items/' + user.id); }
});`,
  },
  {
    name: 'cronjob-class',
    of: 5,
    points: some,
    symbols: users,
    source: `import { CronJob } from 'cron';\n${head}
class Syncer {
  async syncOne(id: string) { const response = await fetch(\`\${base}/items/\${id}\`); return response.json(); }
  async syncAll(users: { id: string }[]) { for (const u of users) await this.syncOne(u.id); }
}
const syncer = new Syncer();
new CronJob('0 */5 * * * *', async () => { const users = await get('/users'); await syncer.syncAll(users); }, null, true, 'UTC');`,
  },
  {
    name: 'croner-protect',
    of: 6,
    points: some,
    symbols: users,
    source: `import { Cron } from 'croner';\n${head}
new Cron('* * * * *', { protect: true, timezone: 'UTC' }, async () => {
  const users = await get('/users');
  for (const user of users) await fetch(base + '/items/' + user.id);
});`,
  },
  {
    name: 'node-schedule-rule',
    of: 7,
    points: none,
    symbols: {},
    source: `import schedule from 'node-schedule';\n${head}
const rule = new schedule.RecurrenceRule();
rule.minute = 30;
schedule.scheduleJob('*/15 * * * *', async () => {
  for (let i = 0; i < 50; i++) await fetch(base + '/items/' + i);
});`,
  },
  {
    name: 'toad',
    of: 8,
    points: none,
    symbols: {},
    source: `import { ToadScheduler, SimpleIntervalJob, AsyncTask } from 'toad-scheduler';\n${head}
const scheduler = new ToadScheduler();
const task = new AsyncTask('refresh', async () => { await fetch(base + '/items/1'); });
scheduler.addSimpleIntervalJob(new SimpleIntervalJob({ seconds: 20, runImmediately: true }, task));`,
  },
  {
    name: 'six-fields',
    of: 12,
    points: none,
    symbols: {},
    source: `${cronHead}
cron.schedule('* */5 * * * *', () => fetch(base + '/items/1'));`,
  },
  {
    name: 'aligned',
    of: 14,
    points: [{ users: 60 }],
    symbols: users,
    source: `${cronHead}
cron.schedule('0 * * * *', async () => { for (let i = 0; i < 100; i++) await fetch(base + '/items/' + i); });
cron.schedule('*/30 * * * *', async () => { const users = await get('/users'); await Promise.all(users.map((u) => fetch(base + '/items/' + u.id))); });
cron.schedule('* * * * *', () => fetch(base + '/items/1'));`,
  },
  {
    name: 'startup',
    of: 15,
    points: some,
    symbols: users,
    source: `${head}
const users = await get('/users');
for (const user of users) await fetch(base + '/items/' + user.id);`,
  },
  {
    name: 'guarded-interval',
    of: 1,
    points: some,
    symbols: users,
    source: `${head}
let running = false;
setInterval(async () => {
  if (running) return;
  running = true;
  try {
    const users = await get('/users');
    for (const user of users) await fetch(base + '/items/' + user.id);
  } finally { running = false; }
}, 30_000);`,
  },
  {
    name: 'overlapping-interval',
    of: 1,
    points: [{ users: 40 }, { users: 300 }],
    symbols: users,
    source: `${head}
setInterval(async () => {
  const users = await get('/users');
  for (const user of users) await fetch(base + '/items/' + user.id);
}, 10_000);`,
  },
  {
    name: 'recurrence-rule',
    of: 7,
    points: some,
    symbols: users,
    source: `import schedule from 'node-schedule';\n${head}
const rule = new schedule.RecurrenceRule();
rule.minute = new schedule.Range(0, 59, 15);
rule.tz = 'UTC';
schedule.scheduleJob(rule, async () => {
  const users = await get('/users');
  for (const user of users) await fetch(base + '/items/' + user.id);
});`,
  },
  {
    name: 'nest',
    of: 9,
    points: some,
    symbols: users,
    source: {
      'src/sync.service.ts': `import { Injectable } from '@nestjs/common';
import { Cron, CronExpression, Interval } from '@nestjs/schedule';
${head}
@Injectable()
export class SyncService {
  @Cron(CronExpression.EVERY_10_MINUTES)
  async sync() {
    const users = await get('/users');
    for (const user of users) await this.one(user.id);
  }
  @Interval(15_000)
  async health() { await fetch(base + '/stock/1'); }
  private async one(id: string) { await fetch(\`\${base}/items/\${id}\`); }
}
`,
      'src/main.ts': `import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { SyncService } from './sync.service.js';
@Module({ imports: [ScheduleModule.forRoot()], providers: [SyncService] })
class AppModule {}
const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
await app.init();
`,
    },
  },
  {
    name: 'bree',
    of: 10,
    points: some,
    symbols: users,
    source: {
      'src/main.ts': `import path from 'node:path';
import { fileURLToPath } from 'node:url';
import Bree from 'bree';
const bree = new Bree({
  logger: false,
  root: path.join(path.dirname(fileURLToPath(import.meta.url)), 'jobs'),
  defaultExtension: 'js',
  jobs: [{ name: 'sync', interval: '5m', timeout: false }],
});
await bree.start();
`,
      'src/jobs/sync.ts': `${head}
const users = await get('/users');
await Promise.all(users.map((user) => fetch(base + '/items/' + user.id)));
`,
    },
  },
  {
    name: 'bullmq',
    of: 11,
    points: some,
    symbols: users,
    source: `import { Queue, Worker } from 'bullmq';\n${head}
const connection = { host: 'localhost', port: 6379 };
const queue = new Queue('sync', { connection });
await queue.upsertJobScheduler('every-five', { every: 5 * 60 * 1000 }, { name: 'sync' });
new Worker('sync', async () => {
  const users = await get('/users');
  for (const user of users) await fetch(base + '/items/' + user.id);
}, { connection });`,
  },
  {
    name: 'dst',
    of: 13,
    points: some,
    symbols: users,
    minutes: 26 * 60,
    start: Date.UTC(2026, 2, 28, 23, 0),
    source: `${cronHead}
cron.schedule('30 1,2,3 * * *', async () => {
  const users = await get('/users');
  await Promise.all(users.map((user) => fetch(base + '/items/' + user.id)));
}, { timezone: 'Europe/Berlin' });`,
  },
  {
    name: 'startup-replicas',
    of: 15,
    points: [
      { users: 40, replicas: 3 },
      { users: 90, replicas: 3 },
      { users: 120, replicas: 4 },
    ],
    symbols: users,
    minutes: 70,
    source: `${head}
async function warmUp() {
  const users = await get('/users');
  await Promise.all(users.map((user) => fetch(base + '/items/' + user.id)));
}
await warmUp();
setInterval(() => fetch(base + '/stock/1'), 60_000);`,
  },
  {
    name: 'run-by-hand',
    of: 6,
    points: none,
    symbols: {},
    minutes: 70,
    source: `import { Cron } from 'croner';
import { CronJob } from 'cron';
import schedule from 'node-schedule';
${head}
const items = new Cron('0 * * * *', { protect: true }, async () => { await get('/items/1'); });
const stock = CronJob.from({ cronTime: '0 0 * * * *', onTick: async () => { await get('/stock/1'); }, start: true });
const users = schedule.scheduleJob('0 * * * *', async () => { await get('/users'); });
setInterval(() => { void items.trigger(); }, 5000);
setInterval(() => { stock.fireOnTick(); users.invoke(); }, 20_000);`,
  },
];
