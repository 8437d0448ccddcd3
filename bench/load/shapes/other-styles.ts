import type { Shape } from '../shape.js';
import { forUsers, head, shapesLike } from '../shape.js';

const shape = shapesLike(16);

/** Loops, lists and listeners in other styles. */
export const otherStyles: readonly Shape[] = [
  shape(
    'listeners-that-add-up',
    `import { EventEmitter } from 'node:events';
${head}
const bus = new EventEmitter();
bus.setMaxListeners(0);
setInterval(() => { bus.on('tick', () => { void get('/users'); }); }, 60_000);
setInterval(() => bus.emit('tick'), 10_000);`,
    { minutes: 65 },
  ),
  shape('poller-class-two-listeners', {
    'src/poller.ts': `import { EventEmitter } from 'node:events';
export class Poller extends EventEmitter {
  private timer?: NodeJS.Timeout;
  start(ms: number) { this.timer = setInterval(() => this.emit('tick', Date.now()), ms); return this; }
  stop() { clearInterval(this.timer); }
}`,
    'src/main.ts': `import { Poller } from './poller.js';
${head}
const fast = new Poller();
const slow = new Poller();
for (const poller of [fast, slow]) poller.on('tick', () => void get('/orders'));
fast.on('tick', async () => { await get('/users'); });
slow.once('tick', () => void get('/customers'));
fast.start(2000);
slow.start(15_000);`,
  }),
  shape('subclasses-run', {
    'src/job.ts': `${head}
export abstract class Job {
  abstract readonly every: number;
  protected abstract work(): Promise<void>;
  start() { setInterval(() => { this.work().catch(() => undefined); }, this.every); }
}
export class Users extends Job {
  readonly every = 5000;
  protected async work() { await get('/users'); }
}
export class Orders extends Job {
  readonly every = 20_000;
  protected async work() { await Promise.all([get('/orders'), get('/orders'), get('/items/1')]); }
}`,
    'src/main.ts': `import { Users, Orders, type Job } from './job.js';
const jobs: Job[] = [new Users(), new Orders()];
jobs.forEach((job) => job.start());`,
  }),
  shape(
    'handlers-by-key',
    `${head}
const handlers: Record<string, (id: string) => Promise<unknown>> = {
  item: (id) => get('/items/' + id),
  stock: async (id) => { await get('/stock/' + id); await get('/stock/' + id + 'b'); },
};
async function run() {
  for (const key of Object.keys(handlers)) {
    for (const id of ['1', '2', '3']) await handlers[key]!(id);
  }
}
setInterval(run, 10_000);`,
  ),
  shape(
    'command-queue',
    `${head}
const queue: (() => Promise<unknown>)[] = [];
async function drain() {
  while (queue.length > 0) {
    const next = queue.shift()!;
    await next();
  }
}
setInterval(async () => {
  const users = await get('/users');
  for (const user of users) queue.push(() => get('/items/' + user.id));
  await drain();
}, 60_000);`,
    forUsers,
  ),
  shape(
    'drain-by-timer',
    `import express from 'express';
${head}
const queue: string[] = [];
const app = express();
app.post('/jobs', (req, res) => { queue.push('x' + queue.length); res.end(); });
app.listen(3456);
setInterval(() => {
  const id = queue.shift();
  if (id !== undefined) void get('/items/' + id);
}, 250);`,
    { points: [{ rate: 60 }, { rate: 200 }], events: { 'POST /jobs': 'rate' } },
  ),
  shape(
    'tree',
    `${head}
interface Node { id: string; children?: Node[] }
const tree: Node = { id: 'root', children: [{ id: 'a', children: [{ id: 'a1' }, { id: 'a2' }] }, { id: 'b' }, { id: 'c', children: [{ id: 'c1' }] }] };
async function walk(node: Node): Promise<void> {
  await get('/items/' + node.id);
  for (const child of node.children ?? []) await walk(child);
}
setInterval(() => walk(tree), 30_000);`,
  ),
  shape(
    'crawl',
    `${head}
async function crawl(start: string) {
  const seen = new Set<string>();
  const todo = [start];
  while (todo.length > 0) {
    const id = todo.shift()!;
    if (seen.has(id)) continue;
    seen.add(id);
    const page = await get('/pages?cursor=' + id);
    if (page.next) todo.push(page.next);
    for (const item of page.items) await get('/items/' + item.id);
  }
}
setInterval(() => crawl('0'), 60_000);`,
    { points: [{ pages: 5, items: 4 }], symbols: { 'crawl.pages': 'pages', 'page.items.length': 'items' } },
  ),
  shape(
    'failed-again',
    `${head}
setInterval(async () => {
  const users = await get('/users');
  const results = await Promise.allSettled(users.map((user: any) => get('/items/' + user.id)));
  const failed = results.filter((r) => r.status === 'rejected');
  if (failed.length > 0) await get('/orders');
  for (const [i, r] of results.entries()) if (r.status === 'rejected') await get('/items/' + users[i].id);
}, 60_000);`,
    forUsers,
  ),
  shape(
    'fixed-arrays',
    `${head}
setInterval(async () => {
  await Promise.all(new Array(7).fill(0).map((_, i) => get('/items/' + i)));
  for (const i of [...Array(4).keys()]) await get('/stock/' + i);
  await Promise.all(Array.from({ length: 3 }, () => get('/orders')));
}, 10_000);`,
  ),
  shape(
    'labelled',
    `${head}
const groups = [['a', 'b'], ['c'], ['d', 'e', 'f']];
setInterval(async () => {
  outer: for (const group of groups) {
    for (const id of group) {
      if (id === 'e') continue outer;
      await get('/items/' + id);
    }
    await get('/orders');
  }
}, 20_000);`,
  ),
  shape(
    'growing-delay',
    `${head}
let delay = 1000;
async function poll() {
  const answer = await get('/pages');
  delay = answer.next ? 1000 : Math.min(delay * 2, 60_000);
  setTimeout(poll, delay);
}
void poll();`,
  ),
  shape(
    'adaptive',
    `${head}
let active = false;
setInterval(() => { active = !active; }, 300_000);
(async () => {
  for (;;) {
    await get('/users');
    await sleep(active ? 1000 : 10_000);
  }
})();`,
  ),
  shape(
    'immediate-loop',
    `import { setTimeout as delay, setImmediate as soon } from 'node:timers/promises';
${head}
async function step(n: number): Promise<void> {
  if (n === 0) return;
  await get('/items/' + n);
  await soon();
  return step(n - 1);
}
while (true) { await step(5); await delay(3000); }`,
  ),
  shape(
    'readable-map',
    `import { Readable } from 'node:stream';
${head}
setInterval(async () => {
  const users = await get('/users');
  for await (const _ of Readable.from(users).map((user: any) => get('/items/' + user.id), { concurrency: 4 })) void _;
  await Readable.from(users).forEach(async (user: any) => { await get('/stock/' + user.id); }, { concurrency: 2 });
}, 120_000);`,
    forUsers,
  ),
  shape(
    'async-helpers',
    `import async from 'async';
${head}
setInterval(async () => {
  await async.parallelLimit([async () => get('/users'), async () => get('/users'), async () => get('/users')] as any, 2);
  await async.times(4, async (n: number) => get('/items/' + n));
  await async.timesSeries(3, async (n: number) => get('/stock/' + n));
  let n = 0;
  await async.whilst(async () => n < 5, async () => { n++; await get('/orders'); });
}, 20_000);`,
  ),
  shape(
    'async-cargo',
    `import async from 'async';
${head}
const cargo = async.cargo(async (tasks: any[]) => { await get('/items/' + tasks.length); }, 10);
setInterval(() => { for (let i = 0; i < 35; i++) cargo.push({ i }); }, 10_000);`,
  ),
  shape(
    'rx-various',
    `import { timer, from, forkJoin, defer, exhaustMap, mergeMap, concatMap, bufferCount, delay, of, repeat } from 'rxjs';
${head}
timer(0, 5000).pipe(exhaustMap(() => forkJoin([get('/users'), get('/orders')]))).subscribe();
timer(0, 60_000).pipe(
  mergeMap(() => from(Array.from({ length: 30 }, (_, i) => i)).pipe(
    bufferCount(10),
    concatMap((batch) => of(batch).pipe(delay(1000))),
    mergeMap((batch) => Promise.all(batch.map((i) => get('/items/' + i)))),
  )),
).subscribe();
defer(() => get('/customers')).pipe(repeat({ delay: 2000 })).subscribe();`,
  ),
];
