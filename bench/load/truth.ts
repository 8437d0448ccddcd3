/** Runs one program under a virtual clock against a counting server; writes the times of its requests by path. */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import FakeTimers from '@sinonjs/fake-timers';
import { seeded } from '../../test/load/support/random.js';

interface Job {
  /** Where the times go. */
  readonly out: string;
  readonly file: string;
  readonly latency: readonly [number, number];
  readonly seed: number;
  readonly minutes: number;
  readonly point: Readonly<Record<string, number>>;
}

const job = JSON.parse(process.argv[2] ?? '{}') as Job;
const turn = setImmediate;
const start = Date.UTC(2026, 2, 2);
const clock = FakeTimers.install({
  now: start,
  toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  ignoreMissingTimers: true,
});

const random = seeded(job.seed);
const times: Record<string, number[]> = {};
const many = (n: number): { id: string; active: boolean }[] =>
  Array.from({ length: n }, (_, i) => ({ id: String(i), active: true }));

function answer(url: URL): unknown {
  const { point } = job;
  if (url.pathname === '/users') return many(point['users'] ?? 0);
  if (url.pathname === '/orders') return many(point['items'] ?? 0);
  if (url.pathname !== '/pages') return { ok: true };
  const page = Number(url.searchParams.get('cursor') ?? 0) + 1;
  return { items: many(point['items'] ?? 3), next: page < (point['pages'] ?? 1) ? String(page) : null };
}

globalThis.fetch = (input): Promise<Response> => {
  const url = new URL(input instanceof Request ? input.url : String(input));
  const name = url.pathname.startsWith('/items/') ? '/items/{id}' : url.pathname;
  (times[name] ??= []).push(clock.now - start);
  const [low, high] = job.latency;
  const wait = low + (high - low) * random();
  return new Promise((resolve) => {
    clock.setTimeout(() => resolve(new Response(JSON.stringify(answer(url)))), wait);
  });
};

const settle = async (): Promise<void> => {
  for (let i = 0; i < 2; i++) await new Promise<void>((resolve) => turn(resolve));
};

let isDone = false;
clock.setTimeout(() => (isDone = true), job.minutes * 60_000);
// Loading takes real time, in which the clock stands still; a program that waits for an answer has begun.
let isLoaded = false;
void import(pathToFileURL(job.file).href).then(() => (isLoaded = true));
while (!isLoaded && Object.keys(times).length === 0) await settle();
while (!isDone) {
  clock.next();
  await settle();
}
writeFileSync(job.out, JSON.stringify(times));
process.exit(0);
