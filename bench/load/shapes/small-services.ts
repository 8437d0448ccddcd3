import type { Shape } from '../shape.js';
import { api, none, some, users } from '../shape.js';

const exported = api.replace('const json', 'export const json');

/** Small services, written the way such services are written. */
export const smallServices: readonly Shape[] = [
  {
    name: 'two-stage-queue',
    of: 11,
    points: [{ users: 10 }, { users: 60 }],
    symbols: users,
    source: {
      'src/queues.ts': `import { Queue } from 'bullmq';
export const scans = new Queue('scans');
export const lookups = new Queue('lookups');
`,
      'src/workers/scan.ts': `import { Worker } from 'bullmq';
import { lookups } from '../queues.js';
${api}
export default new Worker('scans', async () => {
  const users = await json('/users');
  for (const user of users) {
    await lookups.add('lookup', { id: user.id }, { removeOnComplete: true });
  }
});
`,
      'src/workers/lookup.ts': `import { Worker } from 'bullmq';
${api}
async function lookup({ id }: { id: string }) {
  const item = await json('/items/' + id);
  const stock = await json('/stock/' + id);
  return { item, stock };
}
export default new Worker('lookups', (job) => lookup(job.data), { concurrency: 2 });
`,
      'src/main.ts': `import './workers/scan.js';
import './workers/lookup.js';
import { scans } from './queues.js';
setInterval(() => { scans.add('scan', {}).catch(console.error); }, 10 * 60_000);
`,
    },
  },
  {
    name: 'hook-emits',
    of: 40,
    points: [{ rate: 10 }, { rate: 90 }],
    symbols: {},
    events: { 'POST /hooks': 'rate' },
    minutes: 70,
    source: {
      'src/events.ts': `import { EventEmitter } from 'node:events';
class AppEvents extends EventEmitter {}
export default new AppEvents();
`,
      'src/subscribers.ts': `import events from './events.js';
${api}
export function registerSubscribers() {
  events.on('hook:received', async (payload) => {
    await json('/items/' + payload.id);
    events.emit('item:loaded', payload.id);
  });
  events.on('item:loaded', (id) => json('/stock/' + id));
}
`,
      'src/main.ts': `import express from 'express';
import events from './events.js';
import { registerSubscribers } from './subscribers.js';
registerSubscribers();
const app = express();
app.use(express.json());
app.post('/hooks', (req, res) => {
  events.emit('hook:received', { id: 'a' });
  res.sendStatus(202);
});
app.listen(3456);
`,
    },
  },
  {
    name: 'tasks-of-classes',
    of: 14,
    points: some,
    symbols: users,
    source: {
      'src/api.ts': exported,
      'src/tasks.ts': `import { json } from './api.js';
export class UsersTask {
  readonly cron = '*/30 * * * *';
  async run() {
    const users = await json('/users');
    await Promise.all(users.map((user) => json('/items/' + user.id)));
  }
}
export class StockTask {
  readonly cron = '*/5 * * * *';
  async run() { await json('/stock/1'); await json('/stock/2'); }
}
`,
      'src/main.ts': `import { CronJob } from 'cron';
import { StockTask, UsersTask } from './tasks.js';
const tasks = [new UsersTask(), new StockTask()];
for (const task of tasks) {
  const job = new CronJob(task.cron, () => task.run().catch(console.error), null, false, 'UTC');
  job.start();
}
`,
    },
  },
  {
    name: 'regions-by-minutes',
    of: 6,
    points: [{ users: 12 }, { users: 100 }],
    symbols: users,
    source: `import { Cron } from 'croner';
${api}
const REGIONS = { eu: 10, us: 20 } as const;
async function syncRegion(region: string) {
  const users = await json('/users?region=' + region);
  for (const user of users) await json('/items/' + user.id);
}
Object.entries(REGIONS).forEach(([region, minutes]) => {
  new Cron(\`*/\${minutes} * * * *\`, () => syncRegion(region));
});
`,
  },
  {
    name: 'chunks-staggered',
    of: 26,
    points: [{ users: 45 }, { users: 400 }],
    symbols: users,
    source: `import cron from 'node-cron';
import lodash from 'lodash';
${api}
const PAUSE = 2_000;
cron.schedule('0 * * * *', async () => {
  const users = await json('/users');
  lodash.chunk(users, 10).forEach((group, index) => {
    setTimeout(async () => {
      for (const user of group) await json('/items/' + user.id);
    }, index * PAUSE);
  });
});
`,
  },
  {
    name: 'mixed-emitters',
    of: 17,
    points: none,
    symbols: {},
    source: `import { EventEmitter } from 'node:events';
${api}
const fast = new EventEmitter();
const slow = new EventEmitter();
fast.on('tick', () => void json('/items/1'));
slow.on('tick', () => void json('/stock/1'));
setInterval(() => fast.emit('tick'), 4_000);
setInterval(() => slow.emit('tick'), 60_000);
`,
  },
];
