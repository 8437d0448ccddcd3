import type { Catalog, Environment, RateLimit, RateLimitWindow } from '../model/catalog.js';
import type { QuotaOverride } from '../model/config.js';
import type { LoadRequest } from './flow.js';

/** One counter of the provider's: a limit, a window, and what it counts. */
export interface Row {
  readonly provider: string;
  readonly limit: RateLimit;
  readonly window: RateLimitWindow;
  readonly quota: number;
  readonly override?: QuotaOverride;
  readonly environment: Environment;
  readonly operation?: string;
  readonly pathGlob?: string;
  readonly account: string;
  /** Where the counter is kept for each credential (or for each user or address behind one). */
  readonly credential?: string;
  /** Calls that are surely counted here. */
  readonly sure: ReadonlySet<number>;
  /** Calls that may be counted here: one of their candidates is. */
  readonly possible: ReadonlySet<number>;
}

export interface RowInput {
  readonly requests: readonly LoadRequest[];
  readonly catalogs: readonly Catalog[];
  /** Whether a glob over full paths reaches a path. */
  readonly reaches: (glob: string, path: string) => boolean;
  readonly overrides: (account: string) => Readonly<Record<string, QuotaOverride>>;
}

/** Every counter that a request can reach, in the order of limit, operation, account, window. */
export function rowsOf(input: RowInput): Row[] {
  const rows: Row[] = [];
  for (const catalog of input.catalogs) {
    for (const limit of catalog.rateLimits) rows.push(...rowsOfLimit(catalog, limit, input));
  }
  return rows.sort((a, b) => compare(sortKey(a), sortKey(b)));
}

const sortKey = (row: Row): string =>
  [
    row.provider,
    row.limit.id,
    row.operation ?? '',
    row.account,
    row.credential ?? '',
    row.environment,
    String(row.window.windowSeconds).padStart(8, '0'),
  ].join('\0');

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function rowsOfLimit(catalog: Catalog, limit: RateLimit, input: RowInput): Row[] {
  const counters = new Map<string, Counter>();
  for (const request of input.requests) {
    if (request.provider !== catalog.provider || !appliesIn(limit, request.environment)) continue;
    for (const { operation, sure } of countedAs(catalog, limit, request, input)) {
      const credential = limit.partition === 'account' ? undefined : request.credential;
      const key = JSON.stringify([operation, request.account, credential, request.environment]);
      let counter = counters.get(key);
      if (counter === undefined) {
        counter = { operation, credential, request, sure: new Set(), possible: new Set() };
        counters.set(key, counter);
      }
      (sure ? counter.sure : counter.possible).add(request.call);
    }
  }
  return [...counters.values()].flatMap((counter) =>
    limit.windows.map((window) => rowOf(limit, window, counter, input)),
  );
}

interface Counter {
  readonly operation: string | undefined;
  readonly credential: string | undefined;
  readonly request: LoadRequest;
  readonly sure: Set<number>;
  readonly possible: Set<number>;
}

function rowOf(limit: RateLimit, window: RateLimitWindow, counter: Counter, input: RowInput): Row {
  const { request, operation, credential } = counter;
  const override = overrideOf(limit, window, input.overrides(request.account));
  const named = limit.applies.operations?.length === 1 ? limit.applies.operations[0] : undefined;
  const shown = operation ?? named;
  return {
    provider: request.provider,
    limit,
    window,
    quota: override?.quota ?? window.quota,
    ...(override && { override }),
    environment: request.environment,
    ...(shown !== undefined && { operation: shown }),
    ...(limit.applies.pathGlob !== undefined && { pathGlob: limit.applies.pathGlob }),
    account: request.account,
    ...(credential !== undefined && { credential }),
    sure: counter.sure,
    possible: counter.possible,
  };
}

/** A limit without an environment holds everywhere but in the sandbox. */
const appliesIn = (limit: RateLimit, environment: Environment): boolean =>
  limit.environment === undefined ? environment !== 'sandbox' : limit.environment === environment;

/** The counters of a limit that a request adds to; `sure` when whichever operation it is adds to it. */
function countedAs(
  catalog: Catalog,
  limit: RateLimit,
  request: LoadRequest,
  input: RowInput,
): { operation?: string; sure: boolean }[] {
  const { each, operations, pathGlob, account } = limit.applies;
  const { operations: candidates } = request;
  if (each === 'operation')
    return candidates.map((operation) => ({ operation, sure: candidates.length === 1 }));
  if (operations !== undefined) {
    const listed = candidates.filter((candidate) => operations.includes(candidate));
    return listed.length === 0 ? [] : [{ sure: listed.length === candidates.length }];
  }
  if (pathGlob !== undefined) {
    const paths = request.paths.filter((path) => input.reaches(pathGlob, path));
    return paths.length === 0
      ? []
      : [{ sure: paths.length === request.paths.length && candidates.length <= 1 }];
  }
  if (account !== true) return [];
  if (candidates.length > 0) return [{ sure: true }];
  const globs = catalog.rateLimits.flatMap(({ applies }) => applies.pathGlob ?? []);
  const named = request.paths.some((path) => globs.some((glob) => input.reaches(glob, path)));
  return named ? [{ sure: true }] : [];
}

/** `id` where the limit has one window, `id/seconds` for a certain one; `id` alone means the shortest of several. */
function overrideOf(
  limit: RateLimit,
  window: RateLimitWindow,
  overrides: Readonly<Record<string, QuotaOverride>>,
): QuotaOverride | undefined {
  const shortest = Math.min(...limit.windows.map(({ windowSeconds }) => windowSeconds));
  const own = overrides[`${limit.id}/${window.windowSeconds}`];
  return own ?? (window.windowSeconds === shortest ? overrides[limit.id] : undefined);
}
