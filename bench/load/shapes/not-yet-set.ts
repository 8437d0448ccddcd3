import type { Shape } from '../shape.js';
import { head, none } from '../shape.js';

const shape = (name: string, source: string): Shape => ({
  name,
  of: 27,
  points: none,
  symbols: {},
  minutes: 65,
  source: `${head}\n${source}`,
});

/** What depends on something that is set at some time only: before that, it is not what it is later. */
export const notYetSet: readonly Shape[] = [
  shape(
    'mode-that-a-timer-sets',
    `let mode: string | undefined;
const hurry = () => { mode = 'fast'; };
setTimeout(hurry, 90_000);
setInterval(async () => {
  if (mode === 'fast') await get('/orders');
  else await get('/items/1');
}, 1000);`,
  ),
  shape(
    'mode-in-a-field',
    `class Poller {
  private mode?: string;
  start() {
    setTimeout(() => { this.mode = 'fast'; }, 90_000);
    setInterval(() => void this.tick(), 1000);
  }
  private isFast() { return this.mode === 'fast'; }
  private async tick() {
    if (!this.isFast()) return get('/items/1');
    return get('/orders');
  }
}
new Poller().start();`,
  ),
  shape(
    'state-that-steps-set',
    `let state: 'begun' | 'ready' | undefined;
async function step() {
  switch (state) {
    case 'ready':
      await get('/orders');
      break;
    case 'begun':
      state = 'ready';
      break;
    default:
      await get('/items/1');
      if (++asked >= 90) state = 'begun';
  }
}
let asked = 0;
setInterval(() => void step(), 1000);`,
  ),
  shape(
    'set-once-where-it-is-missing',
    `let config: any;
async function load() {
  config ??= await get('/items/1');
  return config;
}
setInterval(async () => { await load(); await get('/orders'); }, 2000);`,
  ),
  shape(
    'logged-in-where-no-token-is',
    `class Client {
  private token: any;
  private async login() { return (await get('/items/login')).ok; }
  async orders() {
    this.token ||= await this.login();
    return get('/orders');
  }
}
const client = new Client();
setInterval(() => void client.orders(), 2000);`,
  ),
];

/** Promises of which one is waited for, whichever it is. */
export const givenPromises: readonly Shape[] = [
  shape(
    'either-of-two-is-waited-for',
    `let n = 0;
setInterval(async () => { await (n++ % 2 ? get('/items/1') : get('/items/2')); await get('/orders'); }, 2000);`,
  ),
  shape(
    'either-of-two-is-given-back',
    `let n = 0;
const one = () => (n++ % 2 ? get('/items/1') : get('/items/2'));
setInterval(async () => { await one(); await get('/orders'); }, 2000);`,
  ),
  shape(
    'given-back-where-none-is-kept',
    `const kept = new Map<number, Promise<unknown>>();
let n = 0;
function one() { n++; return kept.get(n) ?? get('/items/' + n); }
setInterval(async () => { await one(); await get('/orders'); }, 2000);`,
  ),
  shape(
    'a-promise-in-a-field',
    `class Client {
  private ready: Promise<unknown> | undefined;
  async orders() {
    await (this.ready ??= get('/items/1'));
    return get('/orders');
  }
}
const client = new Client();
setInterval(() => void Promise.all([1, 2, 3, 4, 5].map(() => client.orders())), 5000);`,
  ),
  shape(
    'a-promise-that-a-field-gives-back',
    `class Client {
  private busy: Promise<unknown> | null = null;
  private ready() {
    if (!this.busy) this.busy = get('/items/1').finally(() => { this.busy = null; });
    return this.busy;
  }
  async orders() {
    await this.ready();
    return get('/orders');
  }
}
const client = new Client();
setInterval(() => void Promise.all([client.orders(), client.orders()]), 5000);`,
  ),
];

/** What is asked for once at a time, as a field or a variable keeps the promise. */
export const flights: readonly Shape[] = [
  shape(
    'a-method-that-empties-its-field',
    `class Client {
  private busy: Promise<unknown> | null = null;
  private async login() {
    try { await get('/items/1'); } finally { this.busy = null; }
  }
  private ready() {
    if (!this.busy) this.busy = this.login();
    return this.busy;
  }
  async use() { await this.ready(); }
}
const client = new Client();
setInterval(() => void client.use(), 15);`,
  ),
  shape(
    'a-field-that-is-emptied-at-the-end',
    `class Client {
  private busy?: Promise<unknown>;
  async use() {
    await (this.busy ??= get('/items/1').finally(() => { this.busy = undefined; }));
  }
}
const client = new Client();
setInterval(() => void client.use(), 15);`,
  ),
];
