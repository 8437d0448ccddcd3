import type { ReportLoad } from '../../model/report.js';

type BreakEven = ReportLoad['breakEven'][number];

/** What a limit's symbols must keep, for people: symbols without a value keep one inequality, which is told once. */
export function toldBounds({ breakEven, assumptions, inequality }: ReportLoad): readonly BreakEven[] {
  if (inequality === undefined) return breakEven;
  const unset = new Set(assumptions.flatMap(({ symbol, value }) => (value === null ? [symbol] : [])));
  const first = breakEven.find(({ symbol }) => unset.has(symbol));
  return breakEven.filter((entry) => entry === first || !unset.has(entry.symbol));
}
