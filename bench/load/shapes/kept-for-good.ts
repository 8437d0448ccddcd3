import type { Shape } from '../shape.js';
import { head, none } from '../shape.js';

/** Asked for each second by whoever does without it when there is none. */
const everySecond = (name: string, source: string): Shape => ({
  name,
  of: 28,
  points: none,
  symbols: {},
  minutes: 65,
  source: `${head}\n${source}\nsetInterval(async () => { try { await load(); } catch {} }, 1000);`,
});

/** What is asked for while nothing is kept, and answers that are refused once they are there. */
export const keptForGood: readonly Shape[] = [
  everySecond(
    'kept-for-good',
    `let cache: any;
async function load() {
  if (cache) return cache;
  const response = await fetch(base + '/items/1');
  if (!response.ok) throw new Error('no answer');
  cache = await response.json();
  return cache;
}`,
  ),
  everySecond(
    'begun-once',
    `class Service {
  private isReady?: boolean;
  async begin() {
    if (this.isReady) return;
    await get('/items/1');
    this.isReady = true;
  }
  async run() { await this.begin(); await get('/orders'); }
}
const service = new Service();
const load = () => service.run();`,
  ),
  everySecond(
    'flight-until-it-fails',
    `let all: Promise<any> | undefined;
function load() {
  if (!all) all = get('/items/1').catch((error) => { all = undefined; throw error; });
  return all;
}`,
  ),
  everySecond(
    'refused-by-a-check',
    `let cache: any; let until = 0;
function check(name: string) { if (name.length < 20) throw new Error('too short'); }
async function load(name = 'all') {
  if (Date.now() < until) return cache;
  cache = await get('/items/1');
  check(name);
  until = Date.now() + 60_000;
  return cache;
}`,
  ),
  everySecond(
    'kept-though-it-is-none',
    `let next: string | null = null; let at = 0;
async function load() {
  if (next && Date.now() - at < 60_000) return next;
  const page = await get('/pages');
  next = page.next;
  at = Date.now();
  return next;
}`,
  ),
  everySecond(
    'body-that-is-not-ok',
    `async function load() {
  for (let attempt = 0; attempt < 5; attempt++) {
    const page = await get('/pages');
    if (page.ok) return page;
    await sleep(100);
  }
}`,
  ),
  everySecond(
    'text-that-is-no-json',
    `let cache: any;
async function load() {
  if (!cache) { const { payload } = await get('/items/1'); cache = JSON.parse(payload); }
  return cache;
}`,
  ),
  {
    ...everySecond('flight-shorter-than-its-request', ''),
    source: `${head}
const within = <T>(work: Promise<T>, ms: number) =>
  Promise.race([work, new Promise<never>((_, no) => setTimeout(() => no(new Error('late')), ms))]);
let flight: Promise<any> | undefined;
function load() {
  if (!flight) flight = within(get('/items/1'), 20).finally(() => { flight = undefined; });
  return flight;
}
setInterval(() => { load().catch(() => {}); }, 50);`,
  },
];
