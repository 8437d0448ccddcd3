import type { Shape } from '../shape.js';
import { cronHead, head, none, some, users } from '../shape.js';

/** Answers that a module keeps for a while, or while they are on their way. */
export const keptAnswers: readonly Shape[] = [
  {
    name: 'kept-for-a-while',
    of: 28,
    points: none,
    symbols: {},
    source: `${head}
const TTL = 60_000;
let cache: { value: unknown; at: number } | undefined;
async function users() {
  if (cache && Date.now() - cache.at < TTL) return cache.value;
  const value = await get('/users');
  cache = { value, at: Date.now() };
  return value;
}
setInterval(async () => { await users(); }, 1000);`,
  },
  {
    name: 'kept-until',
    of: 28,
    points: [{ rate: 30 }, { rate: 240 }],
    symbols: {},
    events: { 'GET /summary': 'rate' },
    source: {
      'src/settings.ts': `${head}
let until = 0;
let held: unknown;
export async function settings() {
  if (Date.now() >= until) {
    const response = await fetch(base + '/orders');
    if (!response.ok) throw new Error('no settings');
    held = await response.json();
    until = Date.now() + 30_000;
  }
  return held;
}
`,
      'src/main.ts': `import express from 'express';
import { settings } from './settings.js';
const app = express();
app.get('/summary', async (req, res) => { res.json(await settings()); });
app.listen(3456);
`,
    },
  },
  {
    name: 'kept-and-asked-for-together',
    of: 28,
    points: none,
    symbols: {},
    source: `${head}
let last = 0;
let held: unknown;
async function load(name: string) {
  const now = Date.now();
  if (now - last > 20_000) {
    held = await get('/items/' + name);
    last = Date.now();
  }
  return held;
}
setInterval(() => { void load('a'); void load('b'); }, 700);
setInterval(() => { void load('c'); }, 310);`,
  },
  {
    name: 'pending-promise',
    of: 28,
    points: none,
    symbols: {},
    source: `${head}
let pending: Promise<unknown> | undefined;
function load() {
  if (pending) return pending;
  pending = get('/items/all').finally(() => { pending = undefined; });
  return pending;
}
setInterval(async () => { await Promise.all([load(), load(), load()]); }, 250);`,
    minutes: 70,
  },
  {
    name: 'kept-in-fields',
    of: 28,
    points: [{ rate: 30 }, { rate: 120 }],
    symbols: {},
    events: { 'GET /report/:id': 'rate' },
    source: `
import express from 'express';
const base = 'https://api.example.test';
class TokenStore {
  private token: string | null = null;
  private expiresAt = 0;
  async get() {
    if (this.token && Date.now() < this.expiresAt) return this.token;
    const response = await fetch(base + '/customers');
    if (!response.ok) throw new Error('no token');
    const { data } = await response.json();
    this.token = data;
    this.expiresAt = Date.now() + 10 * 60 * 1000;
    return this.token;
  }
}
const tokens = new TokenStore();
const app = express();
app.get('/report/:id', async (req, res) => {
  const token = await tokens.get();
  const response = await fetch(base + '/items/' + req.params.id, { headers: { authorization: 'Bearer ' + token } });
  res.json(await response.json());
});
app.listen(3456);`,
  },
  {
    name: 'kept-in-two-variables',
    of: 28,
    points: some,
    symbols: users,
    source: `${cronHead}
let token: string | undefined;
let expires = 0;
async function authorization() {
  if (!token || Date.now() >= expires) {
    const { data } = await get('/customers');
    token = data;
    expires = Date.now() + 3_600_000;
  }
  return { authorization: String(token) };
}
cron.schedule('*/10 * * * *', async () => {
  const users = await get('/users');
  for (const user of users) await fetch(base + '/items/' + user.id, { headers: await authorization() });
});`,
  },
  {
    name: 'flight-that-ends-early',
    of: 28,
    points: none,
    symbols: {},
    minutes: 65,
    source: `${head}
let pending: Promise<void> | undefined;
async function work() {
  const pause = sleep(5);
  void get('/items/1');
  await pause;
}
const load = () => (pending ??= work().finally(() => { pending = undefined; }));
setInterval(() => { void load(); }, 20);`,
  },
  {
    name: 'asked-aside-and-often',
    of: 28,
    points: none,
    symbols: {},
    minutes: 65,
    source: `${head}
let last = 0;
setInterval(() => {
  const now = Date.now();
  if (now - last < 50) return;
  last = now;
  void get('/items/1');
}, 10);`,
  },
  {
    name: 'throttled-in-bursts',
    of: 28,
    points: none,
    symbols: {},
    minutes: 65,
    source: `import _ from 'lodash';\n${head}
const refresh = _.throttle(() => { void get('/items/1'); }, 5000);
setInterval(() => { for (let i = 0; i < 5; i++) refresh(); }, 7000);
const save = _.debounce(() => { void get('/orders'); }, 2000);
setInterval(() => { save(); }, 5000);`,
  },
];
