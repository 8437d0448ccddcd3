import type { LoadVerdict, ReportLoad } from '../../model/report.js';
import { toldBounds } from '../format/bounds.js';
import { duration } from '../../model/duration.js';
import { count, formatNumber, formatPlace, printable } from '../format/text.js';
import { blocks, indent } from './layout.js';
import type { Lines } from './layout.js';
import type { Theme } from './theme.js';
import { wrap } from './width.js';

const barWidth = 20;
const verdictOrder: readonly LoadVerdict[] = ['exceeds', 'may-exceed', 'unknown'];
const verdictWords: Readonly<Record<LoadVerdict, string>> = {
  exceeds: 'exceeds',
  'may-exceed': 'may exceed',
  unknown: 'unknown',
  within: 'within',
};

/** The limits that a person should look at, worst first, and how many others are kept. */
export function renderLoad(load: readonly ReportLoad[], columns: number, theme: Theme): Lines {
  if (load.length === 0) return [];
  const shown = verdictOrder.flatMap((verdict) => load.filter((row) => row.verdict === verdict));
  const kept = load.length - shown.length;
  const summary = kept === 0 ? [] : [theme.dim(`${count(kept, 'limit')} kept`)];
  const body = blocks([...shown.map((row) => renderRow(row, columns - 2, theme, 'short')), summary]);
  return [theme.title('load'), ...indent(body, 2)];
}

/** Every limit with all that is known of it, worst first, and the unset symbols that decide most. */
export function renderAllLoad(load: readonly ReportLoad[], columns: number, theme: Theme): Lines {
  if (load.length === 0) return ['No call of this code reaches a rate limit that the catalogs state.'];
  const order: readonly LoadVerdict[] = [...verdictOrder, 'within'];
  const sorted = order.flatMap((verdict) => load.filter((row) => row.verdict === verdict));
  return blocks([
    ...sorted.map((row) => renderRow(row, columns, theme, 'full')),
    unsetSymbols(load, columns, theme),
  ]);
}

/** Symbols that nobody has set, the one that most limits wait for first. */
function unsetSymbols(load: readonly ReportLoad[], columns: number, theme: Theme): Lines {
  const waiting = new Map<string, number>();
  for (const row of load)
    for (const { symbol, value } of row.assumptions)
      if (value === null && row.verdict !== 'within') waiting.set(symbol, (waiting.get(symbol) ?? 0) + 1);
  if (waiting.size === 0) return [];
  const names = [...waiting].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const lines = names
    .slice(0, 8)
    .map(([name, rows]) => `${printable(name)}  ${theme.dim(count(rows, 'limit'))}`);
  return [
    theme.title('fill these in first, under assume: in leastscope.config.yaml'),
    ...indent(
      lines.flatMap((line) => wrap(line, columns - 2)),
      2,
    ),
  ];
}

type Detail = 'short' | 'full';

function renderRow(row: ReportLoad, width: number, theme: Theme, detail: Detail): Lines {
  const paint = row.verdict === 'exceeds' ? theme.error : row.verdict === 'within' ? theme.good : theme.warn;
  const what = row.operation ?? row.pathGlob ?? row.account ?? row.credential;
  const heading = `${paint(verdictWords[row.verdict])} ${theme.title(printable(row.limit))}${what === undefined ? '' : ` ${printable(what)}`}`;
  const isFull = detail === 'full';
  const details = [
    `${amounts(row)} of ${count(row.quota, 'request')} in ${duration(row.windowSeconds)}${bar(row)}`,
    ...(isFull && row.degraded
      ? [`${bounded(row.degraded.high)} when servers fail and retries are used`]
      : []),
    ...breakEvens(row, isFull),
    ...row.contributors
      .slice(0, isFull ? 12 : 3)
      .map((c) => theme.dim(`from ${formatPlace(c)}${c.how === undefined ? '' : ` ${printable(c.how)}`}`)),
    ...(isFull ? assumed(row) : []),
    ...(isFull ? (row.notes ?? []).map((note) => `note: ${printable(note)}`) : []),
  ];
  return [
    ...wrap(heading, width),
    ...indent(
      details.flatMap((line) => wrap(line, width - 2)),
      2,
    ),
  ];
}

function breakEvens(row: ReportLoad, all: boolean): Lines {
  const lines = toldBounds(row).map((entry) => breakEven(entry));
  return [...new Set(all ? lines : lines.slice(0, 1))];
}

function assumed(row: ReportLoad): Lines {
  const known = row.assumptions.filter(({ value }) => value !== null);
  if (known.length === 0) return [];
  const words = known.map(
    ({ symbol, value, source }) =>
      `${printable(symbol)} = ${formatNumber(value ?? 0)}${source === undefined || source === 'config' ? '' : ` (${source})`}`,
  );
  return [`assumed: ${words.join(', ')}`];
}

const bounded = (high: number | null): string =>
  high === null ? 'no upper bound' : `${formatNumber(high)} at most`;

function amounts(row: ReportLoad): string {
  const high = bounded(row.high);
  return row.expected === null ? high : `${formatNumber(row.expected)} expected, ${high},`;
}

function breakEven(entry: ReportLoad['breakEven'][number]): string {
  const bound =
    entry.inequality ??
    (entry.value === null
      ? undefined
      : `${entry.symbol} ${entry.symbol === 'latency' ? '>=' : '<='} ${formatNumber(entry.value)}${entry.symbol === 'latency' ? ' ms' : ''}`);
  return bound === undefined ? `depends on ${printable(entry.symbol)}` : `safe while ${printable(bound)}`;
}

/** How full the window is at expected values; none where that can't be said. */
function bar(row: ReportLoad): string {
  if (row.expected === null || row.quota <= 0) return '';
  const share = row.expected / row.quota;
  const full = Math.min(barWidth, Math.round(share * barWidth));
  return `  ${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${formatNumber(Math.round(share * 100))}%`;
}
