import type { Shape } from '../shape.js';
import { cronHead, head, shapesLike, users } from '../shape.js';

const shape = shapesLike(34);
const forty = { points: [{ users: 40 }], symbols: users };

/** Programs of many kinds, in ways to write that no rule was made for. */
export const manyWays: readonly Shape[] = [
  shape('a-table-of-jobs-with-options', {
    'src/jobs.ts': `${head}
export const jobs = {
  users: { every: 2_000, run: () => get('/users') },
  orders: { every: 5_000, run: async () => { await get('/orders'); await get('/orders'); } },
};`,
    'src/main.ts': `import { jobs } from './jobs.js';
for (const [, { every, run }] of Object.entries(jobs)) setInterval(() => { run().catch(() => {}); }, every);`,
  }),
  shape(
    'a-generic-repeat-helper',
    `${head}
const repeat = (fn: () => Promise<unknown>, { every }: { every: number }) => {
  let stopped = false;
  const tick = async () => {
    if (stopped) return;
    try { await fn(); } finally { setTimeout(tick, every); }
  };
  void tick();
  return () => { stopped = true; };
};
repeat(() => get('/users'), { every: 900 });
repeat(() => Promise.all([get('/orders'), get('/items/1')]), { every: 1900 });`,
  ),
  shape(
    'a-class-that-schedules-itself',
    `${head}
abstract class Job {
  constructor(protected readonly every: number) {}
  start() { const loop = () => this.run().finally(() => setTimeout(loop, this.every)); loop(); }
  abstract run(): Promise<unknown>;
}
class Users extends Job { run() { return get('/users'); } }
class Orders extends Job { async run() { for (let i = 0; i < 3; i++) await get('/orders'); } }
new Users(400).start();
new Orders(700).start();`,
  ),
  shape(
    'callbacks-instead-of-promises',
    `${head}
function ask(path: string, done: (error: unknown, value?: any) => void) { get(path).then((v) => done(null, v), done); }
setInterval(() => {
  ask('/users', (error, users) => {
    if (error) return;
    users.forEach((user: any) => ask('/items/' + user.id, () => ask('/orders', () => {})));
  });
}, 30_000);`,
    forty,
  ),
  shape(
    'several-series-by-one-timer',
    `${cronHead}
cron.schedule('*/2 * * * *', () => {
  [1, 2, 3].forEach((n) => setTimeout(async () => { await get('/users'); await sleep(n * 100); await get('/orders'); }, n * 15_000));
});`,
  ),
  shape(
    'a-deferred-that-others-settle',
    `${head}
class Gate {
  private open!: () => void;
  readonly opened = new Promise<void>((resolve) => { this.open = resolve; });
  release() { this.open(); }
}
const gate = new Gate();
setTimeout(() => gate.release(), 15_000);
setInterval(async () => { await gate.opened; await get('/users'); }, 1000);`,
  ),
  shape(
    'a-lazy-client-that-connects',
    `${head}
let client: Promise<{ orders: () => Promise<any> }> | undefined;
async function connect() {
  await sleep(8000);
  await get('/users');
  return { orders: () => get('/orders') };
}
const getClient = () => (client ??= connect());
setInterval(async () => { const c = await getClient(); await c.orders(); }, 500);`,
  ),
  shape(
    'a-batch-that-collects',
    `${head}
let batch: string[] = [];
let timer: NodeJS.Timeout | undefined;
function add(id: string) {
  batch.push(id);
  timer ??= setTimeout(() => { const ids = batch; batch = []; timer = undefined; void get('/items/' + ids.join()); }, 1000);
}
setInterval(() => { add('a'); add('b'); }, 130);`,
  ),
  shape(
    'all-pages-at-once-after-the-first',
    `${head}
setInterval(async () => {
  const first = await get('/tickets?page=1&per_page=50');
  const rest = await Promise.all(Array.from({ length: first.total_pages - 1 }, (_, i) => get('/tickets?per_page=50&page=' + (i + 2))));
  await get('/orders');
}, 60_000);`,
    { points: [{ total: 500, pages: 9 }], symbols: { 'Array.from().length': 'pages' } },
  ),
  shape(
    'awaited-in-reverse',
    `${head}
const run = async () => {
  const all = ['/users', '/orders', '/customers'].map((path) => get(path));
  await all[2];
  await get('/items/1');
  await all[0];
  await all[1];
};
(async () => { for (;;) await run(); })();`,
  ),
  shape(
    'a-promise-in-a-map',
    `${head}
const started = new Map<string, Promise<any>>();
async function round() {
  started.set('users', get('/users'));
  started.set('orders', get('/orders'));
  await sleep(30);
  await started.get('users');
  await started.get('orders');
  await get('/customers');
}
(async () => { while (true) await round(); })();`,
  ),
  shape(
    'a-mutex-of-its-own',
    `${head}
class Mutex {
  private last: Promise<unknown> = Promise.resolve();
  run<T>(work: () => Promise<T>): Promise<T> {
    const next = this.last.then(work);
    this.last = next.catch(() => {});
    return next;
  }
}
const mutex = new Mutex();
setInterval(() => { for (let i = 0; i < 20; i++) void mutex.run(async () => { await get('/users'); await sleep(300); }); }, 30_000);`,
  ),
  shape(
    'a-timeout-that-is-raced',
    `${head}
const within = <T>(p: Promise<T>, ms: number) => Promise.race([p, sleep(ms)]);
(async () => { for (;;) { await within(get('/users'), 90); await get('/orders'); } })();`,
  ),
];
