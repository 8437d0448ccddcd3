import type { Shape } from '../shape.js';
import { head, none } from '../shape.js';

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
];
