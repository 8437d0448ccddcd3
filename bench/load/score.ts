import type { ReportLoad } from '../../src/model/report.js';

/** One program at one point: what was counted, and what was said of it. */
export interface Cell {
  readonly name: string;
  readonly row: ReportLoad | undefined;
  readonly notes: readonly string[];
  /** Whether the server failed: then the figure for failing servers must hold, and no other is asked. */
  readonly failing: boolean;
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

/** The bound that is to hold: with failing servers the one for these. */
const boundOf = ({ row, failing }: Cell): number | null | undefined =>
  failing ? (row?.degraded === undefined ? row?.high : row.degraded.high) : row?.high;

function faultsOf(cell: Cell): string[] {
  const { row, failing } = cell;
  if (row === undefined) return ['no row'];
  const bound = boundOf(cell);
  const faults: string[] = [];
  if (bound === null || bound === undefined) faults.push('no bound');
  else if (bound < cell.sliding) faults.push('UNSOUND');
  else if (!failing && bound > 1.5 * cell.sliding) faults.push('loose');
  if (failing) return faults;
  if (row.expected === null) faults.push('nothing expected');
  else if (Math.abs(row.expected - cell.aligned) > 0.1 * cell.aligned) faults.push('expected off');
  if (row.verdict === 'within' && cell.sliding > row.quota) faults.push('FALSE WITHIN');
  return faults;
}

export function figures(cells: readonly Cell[], verbose: boolean): string {
  const lines: string[] = [];
  const seen = new Set<string>();
  for (const cell of cells) {
    const { row } = cell;
    const faults = faultsOf(cell);
    if ((!verbose && faults.length === 0) || seen.has(`${cell.name}${faults.join()}`)) continue;
    seen.add(`${cell.name}${faults.join()}`);
    const said =
      row === undefined
        ? `nothing; ${cell.notes.join('; ')}`
        : `expected ${row.expected}, high ${row.high}${row.degraded ? `, failing ${row.degraded.high}` : ''}, ${row.verdict}, ${row.assumptions.map(({ symbol, value }) => `${symbol}=${value}`).join(' ')}`;
    lines.push(
      `${faults.length > 0 ? '!' : ' '} ${cell.name}: ${faults.join(', ')}: counted ${cell.aligned} aligned, ${cell.sliding} sliding; said ${said}`,
    );
  }
  const healthy = cells.filter(({ failing }) => !failing);
  const count = (fault: string): number => cells.filter((cell) => faultsOf(cell).includes(fault)).length;
  const ratios = healthy.flatMap(({ row, sliding: truth }) =>
    row && row.high !== null && truth > 0 ? [row.high / truth] : [],
  );
  const errors = healthy.flatMap(({ row, aligned: truth }) =>
    row && row.expected !== null && truth > 0 ? [Math.abs(row.expected - truth) / truth] : [],
  );
  lines.push(
    `cells ${cells.length}, of failing servers ${cells.length - healthy.length}; without a row ${count('no row')}, without a bound ${count('no bound')}, nothing expected ${count('nothing expected')}`,
    `bounds that don't hold ${count('UNSOUND')}; false within ${count('FALSE WITHIN')}`,
    `bound/truth median ${quantile(ratios, 0.5)}, p90 ${quantile(ratios, 0.9)}, max ${quantile(ratios, 1)}`,
    `expected off by: median ${quantile(errors, 0.5)}, p90 ${quantile(errors, 0.9)}; within 10%: ${errors.filter((e) => e <= 0.1).length} of ${healthy.length}`,
  );
  return `${lines.join('\n')}\n`;
}

function quantile(values: readonly number[], q: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)];
  return value === undefined ? '-' : value.toFixed(3);
}
