import { duration } from '../model/duration.js';
import type { AnalyzedRequest } from '../model/analysis.js';
import type { LoadObservation } from '../model/load-observation.js';
import type { ModuleSummary } from '../model/module-summary.js';
import type { ReportLoad } from '../model/report.js';
import { restsOnDefaults } from './defaults.js';
import type { LoadProgram } from './flow.js';
import { constantValue } from './quantity.js';
import type { Row } from './rows.js';
import type { Term } from './term.js';
import { partsOf } from './term.js';

export interface UnhandledInput {
  readonly program: LoadProgram;
  readonly rows: readonly Row[];
  /** What is said of each row. */
  readonly reports: readonly ReportLoad[];
  readonly requests: readonly AnalyzedRequest[];
  readonly modules: ReadonlyMap<string, ModuleSummary>;
}

/** From this share of a quota on, some day brings more. */
const nearShare = 0.8;

/** Requests near a limit, without a wait for what a 429 says and without a pause before they are sent again. */
export function unhandled429(input: UnhandledInput): LoadObservation[] {
  const { program, rows, reports, requests } = input;
  const found = new Map<number, { share: number; observation: LoadObservation }>();
  const bare = new Set(program.flows.flatMap(({ term }) => withoutPause(term)));
  const looks = looksAt429(input.modules);
  for (const [i, row] of rows.entries()) {
    const report = reports[i];
    if (report === undefined || report.verdict === 'unknown') continue;
    const load = Math.max(report.expected ?? 0, report.verdict === 'may-exceed' ? (report.high ?? 0) : 0);
    if (load < nearShare * row.quota) continue;
    for (const call of row.sure) {
      const request = requests[call]?.request;
      const share = load / row.quota;
      if (request === undefined || !bare.has(call) || share <= (found.get(call)?.share ?? 0)) continue;
      const files = [request.callSite.file, request.sink.file, ...request.chain.map(({ file }) => file)];
      if (looks(files)) continue;
      const rests = restsOnDefaults(report);
      const isExpected = load === report.expected;
      found.set(call, {
        share,
        observation: {
          finding: 'unhandled-429',
          messageId: 'unhandled',
          confidence: rests && !isExpected ? 'low' : 'medium',
          at: request.callSite,
          data: {
            load,
            window: duration(row.window.windowSeconds),
            what: row.operation ?? row.pathGlob ?? row.account,
            limit: row.limit.id,
            quota: row.quota,
          },
        },
      });
    }
  }
  return [...found.values()].map(({ observation }) => observation);
}

/** Requests that at least once stand in no retry that waits. */
function withoutPause(term: Term): number[] {
  if (term.kind === 'call') return [term.request];
  if (term.kind === 'retry') {
    const waits = term.waitsMs.some((ms) => constantValue(ms) !== 0);
    if (waits || term.by?.retryAfter === 'honoured') return [];
  }
  return partsOf(term).flatMap(withoutPause);
}

const named = /"value":"?429\b|retry-?_?after|too_?-?many_?-?requests|rate_?-?limit_?-?(?:reset|remaining)/i;
const everywhere = /"(?:interceptors|afterResponse|beforeRetry|onResponse|setGlobalDispatcher)"/;

/** Whether code on the way of a request, or a hook that all requests of a client pass, looks at what a refusal says. */
function looksAt429(modules: ReadonlyMap<string, ModuleSummary>): (files: readonly string[]) => boolean {
  const known = new Map<string, boolean>();
  const looks = (file: string): boolean => {
    const before = known.get(file);
    if (before !== undefined) return before;
    const module = modules.get(file);
    const result = module !== undefined && named.test(JSON.stringify(module));
    known.set(file, result);
    return result;
  };
  let hooked: boolean | undefined;
  const isHooked = (): boolean =>
    (hooked ??= [...modules.keys()].some(
      (file) => looks(file) && everywhere.test(JSON.stringify(modules.get(file)?.calls)),
    ));
  return (files) => files.some(looks) || isHooked();
}
