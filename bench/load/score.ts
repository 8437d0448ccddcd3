import type { ReportLoad } from '../../src/model/report.js';

/** One program at one point: what was counted, and what was said of it. */
export interface Cell {
  readonly name: string;
  readonly row: ReportLoad | undefined;
  readonly sliding: number;
  readonly aligned: number;
}

/** Most of the times in any half-open window. */
export function sliding(times: readonly number[], w: number): number {
  let [most, from] = [0, 0];
  const sorted = times.toSorted((a, b) => a - b);
  for (const [to, time] of sorted.entries()) {
    while (time - (sorted[from] ?? time) >= w) from++;
    most = Math.max(most, to - from + 1);
  }
  return most;
}

export function aligned(times: readonly number[], w: number): number {
  const windows = new Map<number, number>();
  for (const time of times) windows.set(Math.floor(time / w), (windows.get(Math.floor(time / w)) ?? 0) + 1);
  return Math.max(0, ...windows.values());
}

export function figures(cells: readonly Cell[], verbose: boolean): string {
  const lines: string[] = [];
  const known = cells.filter(({ row }) => row !== undefined);
  const unsound = known.filter(({ row, sliding: truth }) => row && row.high !== null && row.high < truth);
  const open = known.filter(({ row }) => row?.high === null);
  const ratios = known.flatMap(({ row, sliding: truth }) =>
    row && row.high !== null && truth > 0 ? [row.high / truth] : [],
  );
  const errors = known.flatMap(({ row, aligned: truth }) =>
    row && row.expected !== null && truth > 0 ? [Math.abs(row.expected - truth) / truth] : [],
  );
  const wrong = known.filter(({ row, sliding: truth }) => row?.verdict === 'within' && truth > row.quota);
  for (const cell of cells) {
    const { row } = cell;
    const isBad =
      row === undefined ||
      row.high === null ||
      row.expected === null ||
      row.high < cell.sliding ||
      row.high > 1.5 * cell.sliding ||
      Math.abs(row.expected - cell.aligned) > 0.1 * cell.aligned;
    if (verbose || isBad)
      lines.push(
        `${isBad ? '!' : ' '} ${cell.name}: counted ${cell.aligned} aligned, ${cell.sliding} sliding; said ${row === undefined ? 'nothing' : `expected ${row.expected}, high ${row.high}, ${row.verdict}, ${row.assumptions.map(({ symbol, value }) => `${symbol}=${value}`).join(' ')}`}`,
      );
  }
  const share = (n: number): string => `${n} of ${cells.length}`;
  lines.push(
    `cells ${cells.length}, without a row ${cells.length - known.length}, without a bound ${open.length}`,
    `bounds that don't hold ${share(unsound.length)}; false within ${share(wrong.length)}`,
    `bound/truth median ${quantile(ratios, 0.5)}, p90 ${quantile(ratios, 0.9)}, max ${quantile(ratios, 1)}`,
    `expected off by: median ${quantile(errors, 0.5)}, p90 ${quantile(errors, 0.9)}; within 10%: ${errors.filter((e) => e <= 0.1).length} of ${errors.length}`,
  );
  return `${lines.join('\n')}\n`;
}

function quantile(values: readonly number[], q: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)];
  return value === undefined ? '-' : value.toFixed(3);
}
