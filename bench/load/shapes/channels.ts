import type { Shape } from '../shape.js';
import { api, none, some, users } from '../shape.js';

const exported = api.replace('const json', 'export const json');

/** What one part of a program says and another one does: events, queues, streams. */
export const channels: readonly Shape[] = [
  {
    name: 'bus-module',
    of: 17,
    points: some,
    symbols: users,
    source: {
      'src/bus.ts': `import { EventEmitter } from 'node:events';
export const bus = new EventEmitter();
`,
      'src/api.ts': exported,
      'src/listeners/details.ts': `import { bus } from '../bus.js';
import { json } from '../api.js';
bus.on('user.found', async ({ id }) => {
  await json('/items/' + id);
});
bus.on('scan.done', () => { void json('/stock/all'); });
`,
      'src/main.ts': `import cron from 'node-cron';
import { bus } from './bus.js';
import { json } from './api.js';
import './listeners/details.js';
cron.schedule('*/15 * * * *', async () => {
  const users = await json('/users');
  for (const user of users) bus.emit('user.found', user);
  bus.emit('scan.done');
});
`,
    },
  },
  {
    name: 'emitting-class',
    of: 17,
    points: [{ users: 5 }, { users: 30 }],
    symbols: users,
    source: `import { EventEmitter } from 'events';
${api}
class Watcher extends EventEmitter {
  constructor(private readonly everyMs: number) { super(); }
  start() { setInterval(() => void this.check(), this.everyMs); }
  async check() {
    const users = await json('/users');
    users.filter((u) => u.active).forEach((user) => this.emit('change', user));
  }
}
const watcher = new Watcher(2 * 60_000);
watcher.on('change', (user) => json('/items/' + user.id));
watcher.on('error', (error) => console.error(error));
watcher.start();
`,
  },
  {
    name: 'events-in-a-row',
    of: 16,
    points: some,
    symbols: users,
    source: `import EventEmitter from 'node:events';
import cron from 'node-cron';
${api}
const Events = { SYNC: 'sync', ITEM: 'item' } as const;
const events = new EventEmitter();
events.on(Events.SYNC, async () => {
  const users = await json('/users');
  for (const user of users) {
    await json('/stock/' + user.id);
    events.emit(Events.ITEM, user.id);
  }
});
events.on(Events.ITEM, (id) => { json('/items/' + id).catch(() => {}); });
cron.schedule('*/30 * * * *', () => { events.emit(Events.SYNC); });
`,
  },
  {
    name: 'event-target',
    of: 1,
    points: none,
    symbols: {},
    source: `${api}
const target = new EventTarget();
target.addEventListener('tick', () => { void json('/items/1'); });
target.addEventListener('tick', async (event) => { await json('/stock/' + event.detail); });
setInterval(() => {
  target.dispatchEvent(new CustomEvent('tick', { detail: 7 }));
}, 5000);
`,
  },
  {
    name: 'eventemitter3-passed',
    of: 4,
    points: some,
    symbols: users,
    source: {
      'src/api.ts': exported,
      'src/poller.ts': `import type { EventEmitter } from 'eventemitter3';
import { json } from './api.js';
export function startPolling(events: EventEmitter, minutes: number) {
  const poll = async () => {
    const users = await json('/users');
    events.emit('users', users);
    setTimeout(poll, minutes * 60_000);
  };
  poll();
}
`,
      'src/main.ts': `import EventEmitter from 'eventemitter3';
import { startPolling } from './poller.js';
import { json } from './api.js';
const events = new EventEmitter();
events.on('users', async (users) => {
  for (const user of users) await json('/items/' + user.id);
});
startPolling(events, 20);
`,
    },
  },
  {
    name: 'queue-in-schedule',
    of: 11,
    points: some,
    symbols: users,
    source: {
      'src/queue.ts': `import { Queue } from 'bullmq';
export const QUEUE = 'details';
export const queue = new Queue(QUEUE, { connection: { host: 'localhost' } });
`,
      'src/worker.ts': `import { Worker } from 'bullmq';
import { QUEUE } from './queue.js';
${api}
export const worker = new Worker(QUEUE, async (job) => {
  const { id } = job.data;
  await json('/items/' + id);
}, { connection: { host: 'localhost' }, concurrency: 4 });
worker.on('failed', (job, error) => console.error(error));
`,
      'src/main.ts': `import cron from 'node-cron';
import { queue } from './queue.js';
import './worker.js';
${api}
cron.schedule('0 * * * *', async () => {
  const users = await json('/users');
  for (const user of users) await queue.add('detail', { id: user.id });
});
`,
    },
  },
  {
    name: 'queue-from-route',
    of: 11,
    points: [{ rate: 6 }, { rate: 40 }],
    symbols: {},
    events: { 'POST /orders': 'rate' },
    minutes: 70,
    source: {
      'src/jobs.ts': `import { Queue, Worker } from 'bullmq';
${api}
const orders = new Queue('orders');
new Worker('orders', async (job) => {
  await json('/stock/' + job.data.id);
  await json('/items/' + job.data.id);
}, { limiter: { max: 20, duration: 60_000 } });
export const enqueue = (id: string) => orders.add('order', { id });
`,
      'src/main.ts': `import express from 'express';
import { enqueue } from './jobs.js';
const app = express();
app.post('/orders', async (req, res) => {
  await enqueue('1');
  res.status(202).end();
});
app.listen(3456);
`,
    },
  },
  {
    name: 'subject-of-rxjs',
    of: 36,
    points: [{ users: 20 }, { users: 150 }],
    symbols: users,
    source: `import { Subject, mergeMap } from 'rxjs';
import cron from 'node-cron';
${api}
const found = new Subject();
found.pipe(mergeMap((user) => json('/items/' + user.id), 5)).subscribe();
cron.schedule('*/10 * * * *', async () => {
  const users = await json('/users');
  users.forEach((user) => found.next(user));
});
`,
  },
  {
    name: 'own-bus',
    of: 17,
    points: some,
    symbols: users,
    source: {
      'src/bus.ts': `type Handler = (payload: unknown) => void;
class Bus {
  private readonly handlers = new Map<string, Handler[]>();
  on(name: string, handler: Handler) {
    const list = this.handlers.get(name) ?? [];
    list.push(handler);
    this.handlers.set(name, list);
  }
  publish(name: string, payload: unknown) {
    for (const handler of this.handlers.get(name) ?? []) handler(payload);
  }
}
export const bus = new Bus();
`,
      'src/main.ts': `import cron from 'node-cron';
import { bus } from './bus.js';
${api}
bus.on('user', (user) => { void json('/items/' + user.id); });
cron.schedule('*/15 * * * *', async () => {
  const users = await json('/users');
  for (const user of users) bus.publish('user', user);
});
`,
    },
  },
];
