/** Runs one program under a virtual clock against a counting server; writes the times of its requests by operation. */
import diagnostics from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import net, { type AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import FakeTimers from '@sinonjs/fake-timers';

export interface Job {
  /** Where the times go. */
  readonly out: string;
  readonly file: string;
  readonly latency: readonly [number, number];
  readonly seed: number;
  readonly minutes: number;
  readonly start: number;
  readonly point: Readonly<Record<string, number>>;
  readonly wire: boolean;
  readonly failing: { readonly status: number; readonly share: number; readonly retryAfter?: string } | null;
  /** Events from outside, and how many of each there are in a minute. */
  readonly events: Readonly<Record<string, number>>;
}

const job = JSON.parse(process.argv[2] ?? '{}') as Job;
const turn = setImmediate;
const { start } = job;
const clock = FakeTimers.install({
  now: start,
  toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  ignoreMissingTimers: true,
});

/** Mulberry32: equal seeds, equal runs. */
function seeded(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const random = seeded(job.seed);
const times: Record<string, number[]> = {};
const many = (n: number, from = 0): { id: string; active: boolean }[] =>
  Array.from({ length: n }, (_, i) => ({ id: String(from + i), active: true }));
const size = (key: string, fallback = 0): number => job.point[key] ?? fallback;

function answer(url: URL): unknown {
  const number = (name: string, fallback: number): number => Number(url.searchParams.get(name) ?? fallback);
  switch (url.pathname) {
    case '/users':
      return many(size('users'));
    case '/customers':
      return { data: many(size('users')) };
    case '/orders':
      return many(size('items'));
    case '/pages': {
      const page = number('cursor', 0) + 1;
      const more = page < size('pages', 1);
      return { items: many(size('items', 3)), next: more ? String(page) : null };
    }
    case '/tickets': {
      const [page, per, total] = [number('page', 1), number('per_page', 100), size('total')];
      const items = many(Math.max(0, Math.min(per, total - (page - 1) * per)), (page - 1) * per);
      return { items, total, page, total_pages: Math.ceil(total / per), has_more: page * per < total };
    }
    default:
      return { ok: true };
  }
}

/** One request: noted, and answered after a while. */
function serve(
  method: string,
  url: URL,
): { status: number; headers: Record<string, string>; body: string; wait: number } {
  const path = url.pathname.replace(/^\/([a-z]+)\/[^/]+$/, '/$1/{id}');
  (times[`${method} ${path}`] ??= []).push(clock.now - start);
  const [low, high] = job.latency;
  const wait = low + (high - low) * random();
  const { failing } = job;
  if (failing && path.includes('{id}') && random() < failing.share) {
    const after = failing.retryAfter === undefined ? {} : { 'retry-after': failing.retryAfter };
    return { status: failing.status, headers: after, body: '{"error":true}', wait };
  }
  const headers = { 'content-type': 'application/json' };
  return { status: 200, headers, body: JSON.stringify(answer(url)), wait };
}

const open = new Set<object>();
let held = 0;
if (job.wire) {
  const on = (channel: string, act: (request: object) => void): void =>
    diagnostics.subscribe(channel, (message) => act((message as { request: object }).request));
  on('undici:request:create', (request) => open.add(request));
  on('undici:request:trailers', (request) => open.delete(request));
  on('undici:request:error', (request) => open.delete(request));
  on('http.client.request.start', (request) => open.add(request));
  on('http.client.response.finish', (request) => open.delete(request));
  on('http.client.request.error', (request) => open.delete(request));
  const server = http.createServer((request, response) => {
    held++;
    request.resume();
    const { status, headers, body, wait } = serve(
      request.method ?? 'GET',
      new URL(request.url ?? '/', 'http://x'),
    );
    clock.setTimeout(() => {
      held--;
      response.writeHead(status, headers).end(body);
    }, wait);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env['API_BASE'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
} else {
  globalThis.fetch = (input, init): Promise<Response> => {
    const request =
      input instanceof Request ? input : new Request(String(input), { method: init?.method ?? 'GET' });
    const { status, headers, body, wait } = serve(request.method, new URL(request.url));
    return new Promise((resolve) => {
      clock.setTimeout(() => resolve(new Response(body, { status, headers })), wait);
    });
  };
}

// Jobs that a scheduler runs in threads run in this one: threads would have clocks of their own.
const require = createRequire(job.file);
const threads = require('node:worker_threads') as { Worker: unknown };
let runs = 0;
/** Jobs whose files are still being loaded, by address. */
const loading = new Set<string>();
threads.Worker = class extends EventEmitter {
  constructor(file: string | URL) {
    super();
    const url = file instanceof URL ? file : pathToFileURL(file);
    const address = `${url.href}?run=${runs++}`;
    loading.add(address);
    void import(address)
      .then(
        () => this.emit('exit', 0),
        (error: unknown) => this.emit('error', error),
      )
      .finally(() => loading.delete(address));
  }
  postMessage(): void {}
  terminate(): Promise<number> {
    return Promise.resolve(0);
  }
};

// Programs that run side by side each get a port of their own for the one that they name.
const { listen } = net.Server.prototype;
const listening: net.Server[] = [];
net.Server.prototype.listen = function (this: net.Server, ...args: unknown[]): net.Server {
  if (args[0] === 3456) listening.push(this);
  return Reflect.apply(listen, this, args[0] === 3456 ? [0, ...args.slice(1)] : args) as net.Server;
};

/** Events come through the real server of the program, or through what stands in for a queue. */
let [sent, received] = [0, 0];
diagnostics.subscribe('http.server.request.start', (message) => {
  if ((message as { request: http.IncomingMessage }).request.headers['x-event'] === '1') received++;
});
const queues = new Map<string, () => void>();
Object.assign(globalThis, { benchQueue: (name: string, deliver: () => void) => queues.set(name, deliver) });
function fire(name: string): void {
  const deliver = queues.get(name);
  if (deliver) {
    deliver();
    return;
  }
  const [method = 'POST', path = '/'] = name.split(' ');
  sent++;
  const request = http.request(
    {
      host: '127.0.0.1',
      port: (listening[0]?.address() as AddressInfo | null | undefined)?.port ?? 3456,
      method,
      path: path.replace(/[:{]\w+\}?/g, '1'),
      headers: { 'x-event': '1' },
      agent: false,
    },
    (response) => response.resume(),
  );
  request.on('error', () => undefined);
  request.end();
}

const settle = async (turns = 2): Promise<void> => {
  for (let calm = 0, spins = 0; calm < turns; spins++) {
    await new Promise<void>((resolve) => turn(resolve));
    calm = open.size <= held && received >= sent && loading.size === 0 ? calm + 1 : 0;
    if (spins > 300_000)
      throw new Error(`no rest: ${open.size} open, ${held} held, ${sent - received} on their way`);
  }
};

let isDone = false;
// Loading takes real time, in which the clock stands still; a program that waits for an answer, or for a timer, has begun.
let isLoaded = false;
let isBegun = false;
const begun = (address: string, isMain: boolean): void => {
  loading.delete(address);
  isBegun ||= isMain;
};
Object.assign(globalThis, { benchBegun: begun });
const counted = (): boolean => Object.keys(times).length > 0;
const waits = (): boolean => isBegun && clock.countTimers() > 0;
void import(pathToFileURL(job.file).href).then(() => (isLoaded = true));
while (!isLoaded && !counted() && !waits()) await settle();
if (!counted()) await settle(200);
clock.setTimeout(() => (isDone = true), job.minutes * 60_000);
for (const [name, perMinute] of Object.entries(job.events)) {
  const gap = 60_000 / perMinute;
  // The clock counts whole milliseconds: gaps that are cut to them one by one would add up to a higher rate.
  let due = clock.now + gap * random();
  const next = (): void => {
    fire(name);
    due += gap;
    clock.setTimeout(next, due - clock.now);
  };
  if (perMinute > 0) clock.setTimeout(next, due - clock.now);
}
while (!isDone) {
  clock.next();
  await settle();
}
writeFileSync(job.out, JSON.stringify(times));
process.exit(0);
