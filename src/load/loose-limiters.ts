import { duration } from '../model/duration.js';
import type { LoadObservation } from '../model/load-observation.js';
import type { ReportLoad } from '../model/report.js';
import type { Span } from '../model/span.js';
import type { LoadProgram } from './flow.js';
import { constantValue } from './quantity.js';
import type { LimiterShape, LimiterUse, Term } from './term.js';
import { partsOf } from './term.js';

/**
 * Limiters that are set to a quota, or below it, and let more than the quota pass in some window, because they count
 * anew whenever they like: with the largest number that fits whatever the window.
 */
export function looseLimiters(
  program: LoadProgram,
  rows: readonly ReportLoad[],
  spanOf: (call: number) => Span | undefined,
): LoadObservation[] {
  const out: LoadObservation[] = [];
  for (const { term } of program.flows)
    for (const { call, limiter } of limitedCalls(term, []))
      for (const row of rows) {
        const request = program.requests.find((one) => one.call === call);
        if (
          request === undefined ||
          row.operation === undefined ||
          !request.operations.includes(row.operation)
        )
          continue;
        if (row.high === null || row.high <= row.quota) continue;
        const fit = fitting(limiter.shape, row.windowSeconds * 1000, row.quota);
        const at = spanOf(call);
        if (fit === undefined || at === undefined) continue;
        out.push({
          finding: 'limiter-too-loose',
          messageId: 'loose',
          confidence: 'medium',
          at,
          data: { ...fit, quota: row.quota, window: duration(row.windowSeconds), limit: row.limit },
        });
      }
  return out;
}

function limitedCalls(term: Term, around: readonly LimiterUse[]): { call: number; limiter: LimiterUse }[] {
  if (term.kind === 'call') return around.map((limiter) => ({ call: term.request, limiter }));
  const inside = term.kind === 'limited' ? [...around, term.limiter] : around;
  return partsOf(term).flatMap((part) => limitedCalls(part, inside));
}

/** What a window limiter lets pass at most, and the cap that would keep to the quota; undefined where nothing is wrong. */
function fitting(
  shape: LimiterShape,
  w: number,
  quota: number,
): { cap: number; interval: number; passes: number; fits: number } | undefined {
  if (shape.kind === 'all') {
    const found = shape.of.map((part) => fitting(part, w, quota)).filter((fit) => fit !== undefined);
    return found[0];
  }
  if (shape.kind !== 'window') return undefined;
  const cap = constantValue(shape.cap);
  const interval = constantValue(shape.intervalMs);
  if (cap === undefined || interval === undefined || interval <= 0 || interval > w) return undefined;
  const rounds = Math.ceil(w / interval);
  const most = (shape.resets ?? 1) * rounds + shape.overshoot;
  const isMeantToFit = cap * rounds <= quota;
  const fits = Math.floor(quota / most);
  return isMeantToFit && cap * most > quota && fits > 0
    ? { cap, interval, passes: cap * most, fits }
    : undefined;
}
