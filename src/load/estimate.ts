import type { Catalog } from '../model/catalog.js';
import type { QuotaOverride } from '../model/config.js';
import type { ReportLoad, ReportPlace } from '../model/report.js';
import { decisiveFlows, dependenciesOf, flowsOf } from './dependencies.js';
import type { Subject } from './figures.js';
import { burstOf, degradedHighOf, expectedOf, highOf, lowOf, symbolsFor } from './figures.js';
import type { LoadProgram } from './flow.js';
import { howOf } from './how.js';
import { marginsOf } from './margins.js';
import { notesOf } from './notes.js';
import type { Row } from './rows.js';
import { rowsOf } from './rows.js';
import type { Statement, SymbolTable } from './symbols.js';
import { resolveSymbols } from './symbols.js';
import { requestsOf } from './term.js';
import { verdictOf } from './verdict.js';
import type { Effort } from './window.js';

/** All that decides an estimate. */
export interface EstimateInput {
  readonly program: LoadProgram;
  readonly catalogs: readonly Catalog[];
  /** Config `assume`: by symbol name, latency in ms. */
  readonly assume: Readonly<Record<string, Statement>>;
  /** Quotas that an account has been granted, by limit id. */
  readonly overrides: (account: string) => Readonly<Record<string, QuotaOverride>>;
  /** Whether a glob over full paths reaches a path. */
  readonly reaches: (glob: string, path: string) => boolean;
}

/** Windows that are looked at for one program, over all limits, or what runs of it cost as much: more take longer than the answer is worth. */
const maxEvaluations = 400_000;

/** The load on every limit that the program's requests can reach. */
export function estimateLoad(input: EstimateInput): ReportLoad[] {
  const { program } = input;
  const table = resolveSymbols(program.symbols, input.assume);
  const rows = rowsOf({ ...input, requests: program.requests });
  let left = maxEvaluations;
  return rows.map((row, i) => {
    // What one limit doesn't need is for those after it.
    const share = left / (rows.length - i);
    const effort: Effort = { left: share };
    const report = reportOf(row, rows, program, table, effort);
    left -= share - effort.left;
    return report;
  });
}

function reportOf(
  row: Row,
  rows: readonly Row[],
  program: LoadProgram,
  table: SymbolTable,
  effort: Effort,
): ReportLoad {
  const w = row.window.windowSeconds * 1000;
  const reaches = (request: number): boolean => row.sure.has(request) || row.possible.has(request);
  const flows = decisiveFlows(program.flows, reaches);
  const any: Subject = { flows, selects: reaches, w, table, effort };
  const sure: Subject = { ...any, selects: (request) => row.sure.has(request) };
  const symbols = symbolsFor(any);
  const sureUnset = row.possible.size === 0 ? symbols.unset : symbolsFor(sure).unset;
  const isMissed = isIncomplete(reaches, program);
  const known = expectedOf(sure, sureUnset);
  // What is in no flow may be sent as often as it likes: what is known is no more than a part.
  const expected = isMissed && known !== null && known <= row.quota ? null : known;
  const high = isMissed ? null : atLeast(highOf(any), expected);
  const degraded = isMissed ? undefined : degradedHighOf(any);
  const incomplete = row.possible.size > 0 || isMissed;
  return {
    limit: row.limit.id,
    provider: row.provider,
    partition: row.limit.partition,
    ...(row.operation !== undefined && { operation: row.operation }),
    ...(row.pathGlob !== undefined && { pathGlob: row.pathGlob }),
    ...((row.limit.applies.account === true || severalAccounts(row, rows)) && { account: row.account }),
    ...(row.credential !== undefined && { credential: row.credential }),
    environment: row.environment,
    windowSeconds: row.window.windowSeconds,
    quota: row.quota,
    low: Math.min(lowOf(sure), expected ?? Infinity, high ?? Infinity),
    expected,
    high,
    burst: burstOf(sure, sureUnset),
    ...(degraded !== undefined && { degraded: { high: atLeast(degraded, high) } }),
    verdict: verdictOf({ expected, high, quota: row.quota, incomplete }),
    contributors: contributorsOf(sure, program, sureUnset),
    assumptions: symbols.all.map((name) => assumptionOf(name, table)),
    ...marginsOf(any, symbols, row.quota),
    ...withNotes(notesOf(row, rows, flowsOf(flows, reaches))),
  };
}

const withNotes = (notes: readonly string[]): { notes?: readonly string[] } =>
  notes.length === 0 ? {} : { notes };

/** A bound is never below what is expected. */
const atLeast = (bound: number | null, value: number | null): number | null =>
  bound === null || value === null ? bound : Math.max(bound, value);

const severalAccounts = (row: Row, rows: readonly Row[]): boolean =>
  rows.some((other) => other.provider === row.provider && other.account !== row.account);

/** Whether a request that reaches the counter is in no flow, or was given up on. */
function isIncomplete(reaches: (request: number) => boolean, program: LoadProgram): boolean {
  if (program.unattributed.some(({ call }) => reaches(call))) return true;
  const attributed = new Set(program.flows.flatMap(({ term }) => [...requestsOf(term)]));
  return program.requests.some(({ call }) => reaches(call) && !attributed.has(call));
}

function assumptionOf(name: string, table: SymbolTable): ReportLoad['assumptions'][number] {
  const value = table.get(name);
  return { symbol: name, value: value?.expected ?? null, ...(value?.source && { source: value.source }) };
}

/** Unset symbols that matter to one contributor. What matters to the whole counter is taken to matter to it too: asking takes long. */
function neededBy(own: Subject, unset: readonly string[]): readonly string[] {
  const known = dependenciesOf(own.flows, own.selects).filter((name) => unset.includes(name));
  return known.length > 0 ? known : symbolsFor(own).unset;
}

/** The requests of a counter with their own share, the largest first. */
function contributorsOf(
  subject: Subject,
  program: LoadProgram,
  unset: readonly string[],
): ReportLoad['contributors'] {
  const places = new Map<string, { place: ReportPlace; calls: Set<number> }>();
  for (const { call, place } of program.requests) {
    if (!subject.selects(call)) continue;
    const key = JSON.stringify([place.file, place.line]);
    const known = places.get(key) ?? { place, calls: new Set<number>() };
    places.set(key, { ...known, calls: known.calls.add(call) });
  }
  const contributors = [...places.values()].map(({ place, calls }) => {
    const selects = (call: number): boolean => calls.has(call);
    const own: Subject = { ...subject, selects, flows: decisiveFlows(subject.flows, selects) };
    const flows = flowsOf(own.flows, selects);
    const how = [...new Set(flows.map((flow) => howOf(flow, own.selects)))].sort().join('; ');
    const needed = unset.length === 0 ? [] : neededBy(own, unset);
    return {
      file: place.file,
      line: place.line,
      expected: expectedOf(own, needed),
      ...(how !== '' && { how }),
    };
  });
  return contributors.sort(
    (a, b) =>
      (b.expected ?? Infinity) - (a.expected ?? Infinity) ||
      (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line),
  );
}
