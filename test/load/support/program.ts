import type { Catalog, RateLimit } from '../../../src/model/catalog.js';
import type { ReportLoad } from '../../../src/model/report.js';
import { estimateLoad } from '../../../src/load/estimate.js';
import type { Flow, LoadProgram, LoadRequest } from '../../../src/load/flow.js';
import { isCalendar, parseCalendar } from '../../../src/load/calendar/calendar.js';
import type { DialectName } from '../../../src/load/calendar/dialects.js';
import { constant } from '../../../src/load/quantity.js';
import type { LoadSymbol, Statement } from '../../../src/load/symbols.js';
import type { Term } from '../../../src/load/term.js';
import { requestsOf } from '../../../src/load/term.js';
import type { Guard, Trigger } from '../../../src/load/trigger.js';

export const limit = (
  quota: number,
  windowSeconds: number,
  applies: RateLimit['applies'] = { each: 'operation' },
): RateLimit => ({
  id: `limit-${quota}-${windowSeconds}`,
  applies,
  windows: [{ quota, windowSeconds }],
  partition: 'account',
  violation: 'rejected',
  sources: [{ document: 'limits.md', line: 1 }],
});

export const catalogOf = (...rateLimits: RateLimit[]): Catalog =>
  ({
    schemaVersion: 1,
    provider: 'example',
    title: 'Example',
    servers: [],
    schemes: {},
    scopes: [],
    operations: [],
    rateLimits,
    requestShapes: {},
    sources: [],
  }) as unknown as Catalog;

export const request = (changes: Partial<LoadRequest> = {}): LoadRequest => ({
  call: 0,
  place: { file: 'src/a.ts', line: 1, column: 1 },
  provider: 'example',
  operations: ['GET /items'],
  paths: ['/api/items'],
  account: 'main',
  credential: 'default',
  environment: 'production',
  ...changes,
});

export const cron = (
  text: string,
  options: { dialect?: DialectName; timeZone?: string; guard?: Guard; immediate?: boolean } = {},
): Trigger => {
  const calendar = parseCalendar(text, options.dialect ?? 'croner', { timeZone: options.timeZone ?? 'UTC' });
  if (!isCalendar(calendar)) throw new Error(calendar.problem);
  return {
    kind: 'calendar',
    calendar,
    immediate: options.immediate ?? false,
    guard: options.guard ?? 'overlap',
    reach: 'process',
  };
};

export const everyMs = (ms: number, guard: Guard = 'overlap', immediate = false): Trigger => ({
  kind: 'periodic',
  everyMs: constant(ms),
  immediate,
  guard,
  reach: 'process',
});

export const flow = (trigger: Trigger, term: Term): Flow => ({ trigger, term, how: trigger.kind });

export const count = (name: string, known?: LoadSymbol['known']): LoadSymbol => ({
  name,
  unit: 'count',
  least: 0,
  ...(known && { known }),
});

export interface Case {
  readonly flows: readonly Flow[];
  readonly requests?: readonly LoadRequest[];
  readonly symbols?: readonly LoadSymbol[];
  readonly assume?: Readonly<Record<string, Statement>>;
  readonly limits?: readonly RateLimit[];
  readonly unattributed?: LoadProgram['unattributed'];
  readonly overrides?: Record<string, { quota: number; reason: string }>;
}

export function estimated(given: Case): ReportLoad[] {
  const most = Math.max(0, ...given.flows.flatMap(({ term }) => [...requestsOf(term)]));
  const requests =
    given.requests ??
    Array.from({ length: most + 1 }, (_, i) =>
      request({ call: i, place: { file: 'src/a.ts', line: i + 1, column: 1 } }),
    );
  return estimateLoad({
    program: {
      requests,
      flows: given.flows,
      unattributed: given.unattributed ?? [],
      symbols: given.symbols ?? [],
    },
    catalogs: [catalogOf(...(given.limits ?? [limit(1000, 60)]))],
    assume: given.assume ?? {},
    overrides: () => given.overrides ?? {},
    reaches: (glob, path) => path.startsWith(glob.replace(/\*$/, '')),
  });
}

/** The only row of a case with one limit. */
export function row(given: Case): ReportLoad {
  const rows = estimated(given);
  if (rows.length !== 1) throw new Error(`${rows.length} rows`);
  return rows[0]!;
}

/** Same number everywhere. */
export const exactly = (value: number): Statement => ({ min: value, expected: value, max: value });
