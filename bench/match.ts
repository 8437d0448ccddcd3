/**
 * Times matching against one regular expression a template, tried in turn, in one run on one machine:
 *   npx tsx bench/match.ts [operations] [requests]
 * CPU seconds depend on the machine; the ratio is what to compare. Templates have 2 to 8 segments over 400 words, half of
 * them behind a parameter. A tenth of the requests match nothing, a fifth have a hole in each parameter's place.
 */
import type { AbstractString } from '../src/model/abstract-string.js';
import type { Catalog, Operation } from '../src/model/catalog.js';
import type { HttpMethod } from '../src/model/http-method.js';
import { match } from '../src/match/match.js';
import { buildPathIndex } from '../src/match/path-index.js';

const operationCount = Number(process.argv[2] ?? 20_000);
const requestCount = Number(process.argv[3] ?? 1_000_000);
const linearCount = 400;
const methods: readonly HttpMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const host = 'https://api.example.com';

/** Mulberry32: the same numbers in every run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below;
  };
}

const random = randomFrom(1);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random(list.length))] as T;
const syllables = [
  'ba',
  'co',
  'di',
  'fu',
  'ge',
  'ha',
  'ki',
  'lo',
  'mu',
  'ne',
  'po',
  'ra',
  'si',
  'to',
  'vu',
  'za',
];
const words = [
  ...new Set(Array.from({ length: 400 }, () => [0, 1, 2, 3].map(() => pick(syllables)).join(''))),
];

function randomTemplate(): string {
  const segments = [pick(words)];
  while (segments.length < 2 + random(7)) {
    const last = segments.at(-1) ?? '';
    segments.push(random(2) < 1 && !last.includes('{') ? '{id}' : pick(words));
  }
  return `/v1/${segments.join('/')}`;
}

function randomOperations(): Operation[] {
  const byId = new Map<string, Operation>();
  while (byId.size < operationCount) {
    const [method, path] = [pick(methods), randomTemplate()];
    const empty = { paths: [], security: [], parameters: [], alsoStated: [], sources: [] };
    byId.set(`${method} ${path}`, { id: `${method} ${path}`, method, path, ...empty });
  }
  return [...byId.values()];
}

interface BenchRequest {
  readonly method: HttpMethod;
  readonly path: string;
  readonly url: AbstractString;
}

function randomRequest(operations: readonly Operation[]): BenchRequest {
  const { method, path } = pick(operations);
  const broken = random(10) < 1;
  const value = broken ? 'a/b/c/d/e/f' : `id${Math.floor(random(1e6))}`;
  const known = path.replaceAll('{id}', value) + (broken ? '/nowhere' : '');
  if (random(5) >= 1) return { method, path: known, url: [{ kind: 'text', text: host + known }] };
  const at = { file: 'a.ts', start: 0, end: 0 };
  const hole = { kind: 'hole', reason: 'parameter', name: 'id', at } as const;
  const texts = (host + path).split('{id}').map((text) => ({ kind: 'text', text }) as const);
  return { method, path: known, url: texts.flatMap((text, index) => (index === 0 ? [text] : [hole, text])) };
}

function linearMatcher(operations: readonly Operation[]): (method: HttpMethod, path: string) => boolean {
  const rows = operations.map(({ method, path }) => ({
    method,
    test: new RegExp(`^${path.replaceAll('{id}', '[^/]+')}$`),
  }));
  return (method, path) => rows.filter((row) => row.method === method && row.test.test(path)).length > 0;
}

/** CPU time in milliseconds: what else runs on the machine hardly changes it. */
function time(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

const operations = randomOperations();
const base = {
  schemaVersion: 1,
  provider: 'bench',
  title: 'bench',
  servers: [host],
  schemes: {},
  scopes: [],
} as const;
const catalog: Catalog = { ...base, operations, rateLimits: [], requestShapes: {}, sources: [] };
const requests = Array.from({ length: Math.min(requestCount, 50_000) }, () => randomRequest(operations));

let index = buildPathIndex([catalog]);
const build = time(() => {
  index = buildPathIndex([catalog]);
});
let matched = 0;
const ours = time(() => {
  for (let at = 0; at < requestCount; at++) {
    const request = requests[at % requests.length] as BenchRequest;
    const [first] = match(index, { url: request.url, methods: [request.method] });
    if (first?.kind === 'matched') matched++;
  }
});
const linear = linearMatcher(operations);
const reference = time(() => {
  for (const { method, path } of requests.slice(0, linearCount)) linear(method, path);
});
const [each, linearEach] = [(ours * 1000) / requestCount, (reference * 1000) / linearCount];
console.log(`${operations.length} operations, index built in ${build.toFixed(0)} ms`);
console.log(
  `${requestCount} requests in ${(ours / 1000).toFixed(2)} s CPU, ${each.toFixed(2)} us each, ${((100 * matched) / requestCount).toFixed(1)}% matched`,
);
console.log(
  `one regular expression a template: ${linearEach.toFixed(0)} us each; ratio ${(linearEach / each).toFixed(0)}`,
);
