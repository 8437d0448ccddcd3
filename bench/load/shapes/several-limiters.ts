import type { Shape } from '../shape.js';
import { forUsers, head, shapesLike } from '../shape.js';

const shape = shapesLike(16);

/** Limiters of which one place makes several. */
export const severalLimiters: readonly Shape[] = [
  shape(
    'two-clients-each-limited',
    `import Bottleneck from 'bottleneck';
${head}
class Client {
  private readonly limiter: Bottleneck;
  constructor(private readonly tenant: string, minTime: number) { this.limiter = new Bottleneck({ minTime }); }
  item(n: number) { return this.limiter.schedule(() => get('/items/' + this.tenant + n)); }
}
const a = new Client('a', 1000);
const b = new Client('b', 1000);
setInterval(() => { for (let i = 0; i < 200; i++) { void a.item(i); void b.item(i); } }, 120_000);`,
  ),
  shape(
    'clients-in-a-list',
    `import pLimit from 'p-limit';
${head}
class Client {
  private readonly limit = pLimit(1);
  constructor(private readonly tenant: string) {}
  item(n: number) { return this.limit(async () => { await get('/items/' + this.tenant + n); await sleep(900); }); }
}
const clients = ['a', 'b', 'c'].map((tenant) => new Client(tenant));
setInterval(() => { for (const client of clients) for (let i = 0; i < 100; i++) void client.item(i); }, 60_000);`,
  ),
  shape(
    'per-item-hourly',
    `import PQueue from 'p-queue';
${head}
async function sync(user: any) {
  const queue = new PQueue({ interval: 10_000, intervalCap: 1 });
  await queue.addAll([1, 2, 3].map((n) => () => get('/items/' + user.id + n)));
}
setInterval(async () => {
  const users = await get('/users');
  await Promise.all(users.map(sync));
}, 30 * 60_000);`,
    forUsers,
  ),
  shape(
    'keyed-lane-in-a-loop',
    `import pLimit from 'p-limit';
${head}
const lanes = new Map<string, ReturnType<typeof pLimit>>();
function lane(key: string) {
  if (!lanes.has(key)) lanes.set(key, pLimit(1));
  return lanes.get(key)!;
}
setInterval(async () => {
  const users = await get('/users');
  await Promise.all(users.map((user: any) => lane(user.id)(async () => { await get('/items/' + user.id); await sleep(5000); })));
}, 300_000);`,
    forUsers,
  ),
  shape(
    'two-runs-of-one-helper',
    `import PQueue from 'p-queue';
${head}
async function drain(path: string, n: number) {
  const queue = new PQueue({ concurrency: 1, interval: 5000, intervalCap: 1, strict: true });
  for (let i = 0; i < n; i++) void queue.add(() => get(path + i));
  await queue.onIdle();
}
setInterval(async () => { await Promise.all([drain('/items/a', 10), drain('/items/b', 10), drain('/items/c', 10)]); }, 600_000);`,
  ),
];
