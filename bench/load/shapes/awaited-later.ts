import type { Shape } from '../shape.js';
import { head, shapesLike, users } from '../shape.js';

const shape = shapesLike(16);

/** What one function begins, and another one waits for later. */
export const awaitedLater: readonly Shape[] = [
  shape(
    'begun-in-a-helper-and-waited-for-outside',
    `${head}
async function begin() {
  const first = get('/users');
  await get('/orders');
  return { first };
}
async function round() {
  const { first } = await begin();
  await first;
  await get('/items/1');
}
async function poll() {
  await round();
  setTimeout(poll, 400);
}
void poll();`,
  ),
  shape('a-list-of-begun-work-is-given-back', {
    'src/begin.ts': `${head}
export async function begin(ids: string[]) {
  const running = ids.map((id) => get('/items/' + id));
  await sleep(50);
  return running;
}`,
    'src/main.ts': `import { begin } from './begin.js';
${head}
const tick = async () => {
  const running = await begin(['a', 'b', 'c']);
  await sleep(10);
  await Promise.all(running);
};
while (true) await tick();`,
  }),
  shape(
    'a-class-that-prefetches',
    `${head}
class Pages {
  private next: Promise<any> | undefined;
  async read() {
    const page = await (this.next ?? get('/items/1'));
    this.next = get('/items/2');
    return page;
  }
}
const pages = new Pages();
while (true) { await pages.read(); await get('/orders'); }`,
  ),
  shape(
    'begun-before-the-loop-and-in-each-round',
    `${head}
const users = await get('/users');
let next = get('/items/' + users[0].id);
setInterval(async () => {
  for (const user of users) {
    const now = next;
    next = get('/items/' + user.id);
    await now;
    await sleep(200);
  }
}, 60_000);`,
    { points: [{ users: 40 }], symbols: users },
  ),
  shape(
    'waited-for-by-whoever-is-given-it',
    `${head}
async function use(config: Promise<any>) {
  await get('/orders');
  await config;
  await get('/items/1');
}
async function main() {
  const config = get('/users');
  await use(config);
  setTimeout(main, 1000);
}
void main();`,
  ),
  shape(
    'waited-for-in-a-closure',
    `${head}
function start() {
  const config = get('/users');
  return async (path: string) => {
    await config;
    return get(path);
  };
}
async function loop() {
  for (;;) {
    const read = start();
    await read('/orders');
    await sleep(300);
  }
}
void loop();`,
  ),
  shape(
    'begun-in-options',
    `${head}
async function load({ ready, path }: { ready: Promise<any>; path: string }) {
  const answer = await get(path);
  await ready;
  return answer;
}
setTimeout(async function again() {
  await load({ ready: get('/users'), path: '/orders' });
  setTimeout(again, 500);
}, 500);`,
  ),
  shape(
    'a-pair-of-which-one-is-a-promise',
    `${head}
async function both(): Promise<[any, { later: Promise<any> }]> {
  const later = get('/users');
  return [await get('/orders'), { later }];
}
async function go() {
  const [orders, { later }] = await both();
  await get('/items/1');
  await later;
  return orders;
}
(async () => { while (true) { await go(); } })();`,
  ),
  shape(
    'begun-in-a-constructor',
    `${head}
class Session {
  private readonly ready: Promise<any>;
  constructor() { this.ready = get('/users'); }
  async orders() { await this.ready; return get('/orders'); }
}
async function run() {
  const session = new Session();
  await session.orders();
}
(async () => { for (;;) { await run(); await sleep(250); } })();`,
  ),
  shape(
    'begun-twice-and-waited-for-in-turn',
    `${head}
const begin = (path: string) => ({ done: get(path) });
async function run() {
  const a = begin('/users');
  const b = begin('/orders');
  await a.done;
  await b.done;
}
(async () => { for (;;) await run(); })();`,
  ),
  shape(
    'given-to-then-later',
    `${head}
async function begin() { const p = get('/users'); await sleep(20); return [p]; }
async function run() {
  const [p] = await begin();
  return p.then(() => get('/orders'));
}
(async () => { for (;;) await run(); })();`,
  ),
  shape(
    'what-follows-a-promise-in-a-variable',
    `${head}
setInterval(() => {
  const users = get('/users');
  users.then(() => get('/orders')).catch(() => {});
}, 1000);`,
  ),
  shape(
    'pushed-in-rounds-and-waited-for-at-the-end',
    `${head}
setInterval(async () => {
  const users = await get('/users');
  const tasks: Promise<any>[] = [];
  for (const user of users) {
    await get('/orders');
    tasks.push(get('/items/' + user.id));
  }
  await Promise.all(tasks);
  await get('/customers');
}, 60_000);`,
    { points: [{ users: 40 }], symbols: users },
  ),
  shape(
    'begun-within-try',
    `${head}
async function run() {
  let more: Promise<any> | undefined;
  try {
    await get('/users');
    more = get('/orders');
  } finally {
    await sleep(60);
  }
  await more;
}
(async () => { for (;;) await run(); })();`,
  ),
  shape(
    'the-next-page-while-one-is-used',
    `${head}
async function all() {
  let ahead: Promise<any> = get('/pages?cursor=0');
  for (;;) {
    const page = await ahead;
    if (!page.next) return;
    ahead = get('/pages?cursor=' + page.next);
    await get('/orders');
  }
}
setInterval(() => void all(), 60_000);`,
    { points: [{ pages: 50 }], symbols: { 'all.pages': 'pages' } },
  ),
  shape(
    'the-next-one-while-one-is-used',
    `${head}
setInterval(async () => {
  const users = await get('/users');
  let ahead: Promise<any> = sleep(0);
  for (const user of users) {
    await ahead;
    ahead = get('/items/' + user.id);
    await get('/orders');
  }
  await ahead;
}, 60_000);`,
    { points: [{ users: 40 }], symbols: users },
  ),
  shape(
    'released-when-it-is-ready',
    `${head}
const ready = (async () => { await sleep(20_000); await get('/users'); })();
setInterval(async () => { await ready; await get('/orders'); }, 1000);`,
  ),
  shape('released-when-a-client-is-ready', {
    'src/client.ts': `${head}
export class Client {
  private readonly ready: Promise<void>;
  constructor() { this.ready = this.init(); }
  private async init() {
    await sleep(10_000);
    await get('/users');
  }
  async orders() {
    await this.ready;
    return get('/orders');
  }
}`,
    'src/main.ts': `import { Client } from './client.js';
const client = new Client();
setInterval(() => void client.orders(), 500);`,
  }),
];
