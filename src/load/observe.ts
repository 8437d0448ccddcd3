import { duration } from '../model/duration.js';
import type { AnalyzedRequest } from '../model/analysis.js';
import type { Confidence } from '../model/finding.js';
import type { LoadObservation } from '../model/load-observation.js';
import type { ModuleSummary } from '../model/module-summary.js';
import type { ReportLoad } from '../model/report.js';
import type { Span } from '../model/span.js';
import { alignedSchedules } from './aligned-schedules.js';
import { fieldSlip } from './calendar/field-slip.js';
import { restsOnDefaults } from './defaults.js';
import type { EstimateInput } from './estimate.js';
import type { Flow, LoadProgram } from './flow.js';
import { looseLimiters } from './loose-limiters.js';
import { textOf } from './inequality.js';
import { constantValue, countOf } from './quantity.js';
import { rowsOf } from './rows.js';
import type { SymbolTable } from './symbols.js';
import { wholeRange } from './symbols.js';
import type { LimiterUse, Term } from './term.js';
import { partsOf, requestsOf, sendsOneOf } from './term.js';
import { unhandled429 } from './unhandled-429.js';

export interface ObserveInput {
  /** What the rows were made from. */
  readonly estimate: EstimateInput;
  readonly rows: readonly ReportLoad[];
  readonly table: SymbolTable;
  readonly requests: readonly AnalyzedRequest[];
  readonly modules: ReadonlyMap<string, ModuleSummary>;
}

/** What people should know of a program's load beyond its figures; only of requests that reach a limit. */
export function observe(input: ObserveInput): LoadObservation[] {
  const { estimate, rows: reports, table, requests, modules } = input;
  const { program } = estimate;
  const counted = new Set(program.requests.map(({ call }) => call));
  const spanOf = (call: number): Span | undefined => requests[call]?.request.callSite;
  const out: LoadObservation[] = [];
  const add = (
    finding: string,
    messageId: string,
    at: Span | undefined,
    data: LoadObservation['data'],
    confidence: Confidence = 'medium',
  ): void => {
    if (at) out.push({ finding, messageId, at, data, confidence });
  };
  for (const row of reports) ofRow(row, program, add, spanOf);
  for (const flow of program.flows) {
    if (!sendsOneOf(flow.term, (call) => counted.has(call))) continue;
    ofFlow(flow, table, counted, add, spanOf, (call) => requests[call]?.request.client);
  }
  for (const { call, reason } of program.unattributed)
    if (counted.has(call)) add('unattributed-load', 'unattributed', spanOf(call), { reason });
  out.push(...looseLimiters(program, reports, spanOf));
  const rows = rowsOf({ ...estimate, requests: program.requests });
  out.push(...alignedSchedules({ program, table, rows, reports, spanOf }));
  out.push(...unhandled429({ program, rows, reports, requests, modules }));
  return distinct(out);
}

type Add = (
  finding: string,
  messageId: string,
  at: Span | undefined,
  data: LoadObservation['data'],
  confidence?: Confidence,
) => void;
type SpanOf = (call: number) => Span | undefined;

function ofRow(row: ReportLoad, program: LoadProgram, add: Add, spanOf: SpanOf): void {
  const [first] = row.contributors;
  if (first === undefined || (row.verdict !== 'exceeds' && row.verdict !== 'may-exceed')) return;
  const request = program.requests.find(
    ({ place }) => place.file === first.file && place.line === first.line,
  );
  const at = request && spanOf(request.call);
  const data = {
    limit: row.limit,
    what: row.operation ?? row.pathGlob ?? row.account ?? row.provider,
    quota: row.quota,
    window: duration(row.windowSeconds),
    expected: row.expected ?? 0,
    high: row.high ?? 'no bound',
    how: first.how ?? '',
  };
  if (row.verdict === 'exceeds')
    add('rate-limit-exceeded', 'exceeded', at, data, restsOnDefaults(row) ? 'medium' : 'high');
  else if (row.high !== null)
    add('rate-limit-at-risk', 'atRisk', at, data, restsOnDefaults(row) ? 'low' : 'medium');
}

function ofFlow(
  flow: Flow,
  table: SymbolTable,
  counted: ReadonlySet<number>,
  add: Add,
  spanOf: SpanOf,
  clientOf: (call: number) => string | undefined,
): void {
  const { trigger, term } = flow;
  if (trigger.kind === 'calendar') {
    const slip = fieldSlip(trigger.calendar);
    if (slip)
      add('cron-field-slip', 'slip', flow.at, {
        text: trigger.calendar.text,
        meant: slip.meant,
        runs: slip.runsPerMinute,
      });
  }
  const bounded = wholeRange(table);
  const repeats = trigger.kind !== 'once' && trigger.kind !== 'after-completion';
  // `fetch` gives back a 429 as any other answer: what retries on errors doesn't see it.
  const throwsOnStatus = (call: number | undefined): boolean =>
    call !== undefined && clientOf(call) !== 'fetch';
  const visit = (part: Term, limiters: readonly LimiterUse[]): void => {
    const calls = [...requestsOf(part)].filter((call) => counted.has(call));
    const at = calls[0] === undefined ? undefined : spanOf(calls[0]);
    if (at === undefined) return;
    if (part.kind === 'parallel-loop' && limiters.length === 0 && !startsLimited(part.body)) {
      if (countOf(part.count, bounded).high === Infinity)
        add('unbounded-fan-out', 'unbounded', at, { count: textOf(part.count) });
    }
    if (part.kind === 'retry') ofRetry(part, at, add, throwsOnStatus(calls[0]));
    if (part.kind === 'limited' && isMadeEachTime(part.limiter) && repeats && isRate(part.limiter))
      add('limiter-per-call', 'perCall', at, { how: flow.how });
    for (const inner of partsOf(part))
      visit(inner, part.kind === 'limited' ? [...limiters, part.limiter] : limiters);
  };
  visit(term, []);
  if (trigger.kind === 'after-completion' && constantValue(trigger.gapMs) === 0 && !pauses(term)) {
    const [call] = [...requestsOf(term)].filter((one) => counted.has(one));
    if (call !== undefined) add('loop-without-delay', 'noDelay', spanOf(call), { how: flow.how });
  }
}

const startsLimited = (term: Term): boolean =>
  term.kind === 'limited' || (term.kind === 'sequence' && term.steps.some(startsLimited));

const isMadeEachTime = ({ instance, isMadeOutside }: LimiterUse): boolean =>
  instance === 'run' && isMadeOutside !== true;

const isRate = ({ shape }: LimiterUse): boolean =>
  shape.kind === 'all' ? shape.of.some((part) => part.kind !== 'concurrency') : shape.kind !== 'concurrency';

/** Whether a run waits anywhere for time to pass, or for a limiter. */
const pauses = (term: Term): boolean =>
  term.kind === 'delay' || term.kind === 'limited' || partsOf(term).some(pauses);

function ofRetry(retry: Extract<Term, { kind: 'retry' }>, at: Span, add: Add, seesStatus: boolean): void {
  const [wait] = retry.waitsMs;
  const attempts = textOf(retry.attempts);
  const waitsNothing = wait === undefined || constantValue(wait) === 0;
  if (waitsNothing && !pauses(retry.body))
    add('retry-without-backoff', retry.endless === true ? 'endless' : 'noBackoff', at, {
      attempts,
      by: retry.by?.library ?? 'this loop',
    });
  if (retry.by?.retryAfter === 'ignored' && seesStatus)
    add('retry-after-ignored', 'ignored', at, { by: retry.by.library });
}

function distinct(observations: readonly LoadObservation[]): LoadObservation[] {
  const key = ({ finding, at, data }: LoadObservation): string => JSON.stringify([finding, at, data]);
  return [...new Map(observations.map((one) => [key(one), one])).values()];
}
