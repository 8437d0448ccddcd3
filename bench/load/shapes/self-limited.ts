import type { Shape } from '../shape.js';
import { forUsers, head, shapesLike } from '../shape.js';

const shape = shapesLike(34);

/** Programs that hold themselves back, without a package for it. */
export const selfLimited: readonly Shape[] = [
  shape(
    'a-gap-between-two',
    `${head}
let last = 0;
const gap = 500;
async function paced(path: string) {
  const now = Date.now();
  if (now - last < gap) await sleep(gap - (now - last));
  last = Date.now();
  return get(path);
}
while (true) await paced('/users');`,
  ),
  shape(
    'a-gap-in-a-class',
    `${head}
class Client {
  private lastAt = 0;
  constructor(private readonly minGap: number) {}
  async get(path: string) {
    const wait = this.lastAt + this.minGap - Date.now();
    if (wait > 0) await sleep(wait);
    this.lastAt = Date.now();
    return get(path);
  }
}
const client = new Client(400);
while (true) await client.get('/users');`,
  ),
  shape(
    'a-slot-for-each',
    `${head}
let slot = 0;
async function reserve() {
  const now = Date.now();
  slot = Math.max(now, slot + 250);
  if (slot > now) await sleep(slot - now);
}
setInterval(async () => {
  const users = await get('/users');
  await Promise.all(users.map(async (user: any) => { await reserve(); await get('/items/' + user.id); }));
}, 120_000);`,
    forUsers,
  ),
  shape(
    'a-sliding-window',
    `${head}
const sent: number[] = [];
async function slot() {
  for (;;) {
    const now = Date.now();
    while (sent.length > 0 && now - sent[0]! >= 10_000) sent.shift();
    if (sent.length < 20) { sent.push(now); return; }
    await sleep(10_000 - (now - sent[0]!));
  }
}
while (true) { await slot(); await get('/users'); }`,
  ),
  shape(
    'a-token-bucket',
    `${head}
class Bucket {
  private tokens = 10;
  private filledAt = Date.now();
  async take() {
    for (;;) {
      const now = Date.now();
      this.tokens = Math.min(10, this.tokens + ((now - this.filledAt) / 1000) * 2);
      this.filledAt = now;
      if (this.tokens >= 1) { this.tokens -= 1; return; }
      await sleep(100);
    }
  }
}
const bucket = new Bucket();
while (true) { await bucket.take(); await get('/users'); }`,
  ),
  shape(
    'until-a-signal',
    `${head}
async function watch() {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 20_000);
  while (!controller.signal.aborted) {
    await get('/users');
    await sleep(1000);
  }
}
setInterval(() => void watch(), 60_000);`,
  ),
  shape(
    'until-a-signal-that-times-out',
    `${head}
async function watch(signal: AbortSignal) {
  while (!signal.aborted) {
    await get('/users');
    await sleep(2000);
  }
}
setInterval(() => void watch(AbortSignal.timeout(15_000)), 60_000);`,
  ),
  shape(
    'a-queue-with-lanes',
    {
      'src/queue.ts': `export class Queue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  constructor(private readonly lanes: number) {}
  async add<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.lanes) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.running++;
    try { return await work(); } finally {
      this.running--;
      this.waiting.shift()?.();
    }
  }
}`,
      'src/main.ts': `import { Queue } from './queue.js';
${head}
const queue = new Queue(3);
setInterval(async () => {
  const users = await get('/users');
  await Promise.all(users.map((user: any) => queue.add(async () => { await get('/items/' + user.id); await sleep(900); })));
}, 120_000);`,
    },
    forUsers,
  ),
  shape(
    'a-heartbeat-set-anew',
    `${head}
let timer: NodeJS.Timeout | undefined;
function beat() {
  clearTimeout(timer);
  timer = setTimeout(() => { void get('/users'); beat(); }, 5000);
}
beat();`,
  ),
  shape(
    'a-save-that-is-put-off',
    `import express from 'express';
${head}
let timer: NodeJS.Timeout | undefined;
const app = express();
app.post('/changes', (req, res) => {
  clearTimeout(timer);
  timer = setTimeout(() => { void get('/users'); }, 2000);
  res.end();
});
app.listen(3456);`,
    { points: [{ rate: 10 }, { rate: 20 }], events: { 'POST /changes': 'rate' } },
  ),
  shape(
    'attempts-in-options',
    `${head}
interface Options { attempts?: number; wait?: number }
async function tried(path: string, { attempts = 3, wait = 200 }: Options = {}) {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const response = await fetch(base + path);
    if (response.ok) return response.json();
    await sleep(wait * attempt);
  }
  throw new Error('given up');
}
setInterval(async () => { await tried('/items/1', { attempts: 5 }); }, 5000);`,
  ),
  shape(
    'for-ever-until-it-is-not-refused',
    `${head}
async function call(path: string) {
  for (;;) {
    const response = await fetch(base + path);
    if (response.status === 429) {
      await sleep(1000 * Number(response.headers.get('retry-after') ?? 1));
      continue;
    }
    if (!response.ok) throw new Error(String(response.status));
    return response.json();
  }
}
setInterval(async () => { await call('/items/1'); }, 3000);`,
  ),
  shape(
    'for-ever-with-a-counter',
    `${head}
async function call(path: string, retries = 4) {
  let attempt = 0;
  for (;;) {
    try {
      const response = await fetch(base + path);
      if (!response.ok) throw new Error(String(response.status));
      return await response.json();
    } catch (error) {
      if (++attempt > retries) throw error;
      await sleep(2 ** attempt * 100);
    }
  }
}
setInterval(async () => { await call('/items/1'); }, 3000);`,
  ),
];
