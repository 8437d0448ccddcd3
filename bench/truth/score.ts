/** Recall and precision of the static result against what was really sent. */
import type { ScriptCoverage } from './coverage.js';
import type { Agreement } from './paths.js';
import { agreement, hasHost, pathOf } from './paths.js';

export interface TruthCall {
  readonly path: string;
  readonly requests: readonly { readonly method: string; readonly path: string; readonly partial: boolean }[];
}

export interface Truth {
  readonly format: number;
  readonly methods: number;
  readonly calls: readonly TruthCall[];
  readonly frames: Readonly<Record<string, readonly string[]>>;
  readonly coverage: readonly ScriptCoverage[];
}

/** The part of the JSON report that is compared. */
export interface StaticRequest {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly methods: readonly string[];
  readonly url: string;
  readonly client: string;
  readonly reason?: string | null;
  readonly via: readonly { readonly file: string; readonly line: number; readonly column: number }[];
}

export type Cause =
  | 'not reported'
  | 'wrong or unknown method'
  | 'hole instead of a literal'
  | 'base path missing'
  | 'path differs';

export interface Miss {
  readonly method: string;
  readonly path: string;
  /** The public methods that send it. */
  readonly calls: readonly string[];
  readonly frames: readonly string[];
  readonly cause: Cause;
  /** The nearest reported requests. */
  readonly near: readonly string[];
}

export interface Unconfirmed {
  readonly place: string;
  readonly methods: readonly string[];
  readonly url: string;
  readonly near: readonly string[];
}

export interface Score {
  readonly methods: number;
  readonly sending: number;
  readonly pairs: number;
  readonly found: number;
  /** Found with a hole in place of a literal: counted as missed. */
  readonly wide: number;
  readonly reported: number;
  readonly resolved: number;
  readonly confirmed: number;
  /** Neither confirmed nor contradicted: some call of their chain never ran. */
  readonly notRun: number;
  readonly misses: readonly Miss[];
  readonly unconfirmed: readonly Unconfirmed[];
}

interface Pair {
  readonly method: string;
  readonly path: string;
  readonly calls: string[];
  partial: boolean;
}

const hasLiteral = (path: string): boolean =>
  path.split('/').some((segment) => !segment.includes('{}') && /[a-z]/i.test(segment));

function pairsOf(truth: Truth): Pair[] {
  const pairs = new Map<string, Pair>();
  for (const call of truth.calls)
    for (const { method, path, partial } of call.requests) {
      const key = `${method} ${path}`;
      const pair = pairs.get(key) ?? { method, path, calls: [], partial: true };
      pair.calls.push(call.path);
      pair.partial &&= partial;
      pairs.set(key, pair);
    }
  return [...pairs.values()].filter(({ path }) => hasLiteral(path));
}

const literals = (path: string): string[] =>
  path.split('/').filter((segment) => segment !== '' && !segment.includes('{}'));

/** Requests that share the most literal segments with a path. */
function nearest(path: string, requests: readonly StaticRequest[]): StaticRequest[] {
  const want = literals(path);
  const scored = requests.map((request) => {
    const have = new Set(literals(pathOf(request.url)));
    return { request, shared: want.filter((segment) => have.has(segment)).length };
  });
  const best = Math.max(0, ...scored.map(({ shared }) => shared));
  if (best === 0) return [];
  return scored.filter(({ shared }) => shared === best).map(({ request }) => request);
}

const show = (request: StaticRequest): string =>
  `${request.methods.join('|') || '?'} ${request.url} (${request.file}:${request.line}${request.reason ? `, ${request.reason}` : ''})`;

function causeOf(pair: Pair, requests: readonly StaticRequest[], agrees: Agrees): Cause {
  const alike = requests.filter((request) => agrees(pair, request) !== 'none');
  if (alike.some((request) => !request.methods.includes(pair.method) && agrees(pair, request) !== 'wide'))
    return 'wrong or unknown method';
  if (alike.some((request) => request.methods.includes(pair.method) && hasLiteral(pathOf(request.url))))
    return 'hole instead of a literal';
  const suffix = requests.some((request) => {
    const found = pathOf(request.url).split('/').slice(1);
    const rest = pair.path.split('/').slice(-found.length).join('/');
    return (
      found.some((segment) => hasLiteral(segment)) &&
      rest === found.join('/') &&
      request.methods.includes(pair.method)
    );
  });
  if (suffix) return 'base path missing';
  const want = literals(pair.path).at(-1);
  const similar = requests.some(
    (request) => want !== undefined && literals(pathOf(request.url)).includes(want),
  );
  return similar ? 'path differs' : 'not reported';
}

/** A request whose method is known (`*` is any) and whose path has some literal text. */
const isResolved = (request: StaticRequest): boolean =>
  request.methods.length > 0 && !request.methods.includes('*') && hasLiteral(pathOf(request.url));

/** One statement for each place, method and path: alternatives that differ in host or query say the same. */
function statements(requests: readonly StaticRequest[]): StaticRequest[] {
  const distinct = new Map<string, StaticRequest>();
  for (const request of requests) {
    const path = `${pathOf(request.url)} ${hasHost(request.url) ? 'host' : ''}`;
    distinct.set(`${request.file}:${request.line} ${request.methods.join()} ${path}`, request);
  }
  return [...distinct.values()];
}

/** Whether the code at a place ran; undefined where that isn't known. */
export type Ran = (file: string, line: number, column: number) => boolean | undefined;

type Agrees = (pair: Pair, request: StaticRequest) => Agreement;

export interface Settings {
  readonly ran: Ran;
  /** Base paths that a caller's setting may bring along. */
  readonly bases: readonly string[];
}

export function score(truth: Truth, reported: readonly StaticRequest[], { ran, bases }: Settings): Score {
  const agrees: Agrees = (pair, request) => agreement(pair.path, request.url, bases);
  const requests = statements(reported);
  const pairs = pairsOf(truth);
  const wanted = pairs.filter(({ partial }) => !partial);
  const best = (pair: Pair): Agreement => {
    let result: Agreement = 'none';
    for (const request of requests) {
      if (!request.methods.includes(pair.method)) continue;
      const one = agrees(pair, request);
      if (one === 'exact' || one === 'value') return one;
      if (one === 'wide' && hasLiteral(pathOf(request.url))) result = 'wide';
    }
    return result;
  };
  const graded = wanted.map((pair) => ({ pair, best: best(pair) }));
  const misses = graded
    .filter(({ best: grade }) => grade === 'wide' || grade === 'none')
    .map(({ pair }): Miss => ({
      method: pair.method,
      path: pair.path,
      calls: pair.calls.slice(0, 3),
      frames: truth.frames[`${pair.method} ${pair.path}`] ?? [],
      cause: causeOf(pair, requests, agrees),
      near: nearest(pair.path, requests).slice(0, 3).map(show),
    }));
  const resolved = requests.filter(isResolved);
  const confirms = (request: StaticRequest): boolean =>
    request.methods.every((method) =>
      pairs.some((pair) => pair.method === method && agrees(pair, request) !== 'none'),
    );
  const silent = resolved.filter((request) => !confirms(request));
  const neverRan = silent.filter((request) =>
    [request, ...request.via].some(({ file, line, column }) => ran(file, line, column) === false),
  );
  const unconfirmed = silent
    .filter((request) => !neverRan.includes(request))
    .map((request): Unconfirmed => ({
      place: `${request.file}:${request.line}`,
      methods: request.methods,
      url: request.url,
      near: pairs
        .filter((pair) => literals(pair.path).at(-1) === literals(pathOf(request.url)).at(-1))
        .slice(0, 3)
        .map((p) => `${p.method} ${p.path}`),
    }));
  return {
    methods: truth.methods,
    sending: truth.calls.filter((call) => call.requests.length > 0).length,
    pairs: wanted.length,
    found: graded.length - misses.length,
    wide: graded.filter(({ best: grade }) => grade === 'wide').length,
    reported: requests.length,
    resolved: resolved.length,
    confirmed: resolved.length - silent.length,
    notRun: neverRan.length,
    misses,
    unconfirmed,
  };
}
