import type { LoadVerdict, ReportLoad } from '../../model/report.js';
import { duration } from '../format/duration.js';
import { count, formatNumber, formatPlace, printable } from '../format/text.js';
import { blocks, indent, wrap } from './layout.js';
import type { Lines } from './layout.js';
import type { Theme } from './theme.js';

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
  const body = blocks([...shown.map((row) => renderRow(row, columns - 2, theme)), summary]);
  return [theme.title('load'), ...indent(body, 2)];
}

function renderRow(row: ReportLoad, width: number, theme: Theme): Lines {
  const paint = row.verdict === 'exceeds' ? theme.error : theme.warn;
  const what = row.operation ?? row.pathGlob ?? row.account ?? row.credential;
  const heading = `${paint(verdictWords[row.verdict])} ${theme.title(printable(row.limit))}${what === undefined ? '' : ` ${printable(what)}`}`;
  const decisive = row.breakEven[0];
  const details = [
    `${amounts(row)} of ${count(row.quota, 'request')} in ${duration(row.windowSeconds)}${bar(row)}`,
    ...(decisive === undefined ? [] : [breakEven(decisive)]),
    ...row.contributors
      .slice(0, 3)
      .map((c) => theme.dim(`from ${formatPlace(c)}${c.how === undefined ? '' : ` ${printable(c.how)}`}`)),
  ];
  return [
    ...wrap(heading, width),
    ...indent(
      details.flatMap((line) => wrap(line, width - 2)),
      2,
    ),
  ];
}

function amounts(row: ReportLoad): string {
  const high = row.high === null ? 'no upper bound' : `${formatNumber(row.high)} at most`;
  return row.expected === null ? high : `${formatNumber(row.expected)} expected, ${high},`;
}

function breakEven(entry: ReportLoad['breakEven'][number]): string {
  const bound =
    entry.inequality ??
    (entry.value === null ? undefined : `${entry.symbol} <= ${formatNumber(entry.value)}`);
  return bound === undefined ? `depends on ${printable(entry.symbol)}` : `safe while ${printable(bound)}`;
}

/** How full the window is at expected values; none where that can't be said. */
function bar(row: ReportLoad): string {
  if (row.expected === null || row.quota <= 0) return '';
  const share = row.expected / row.quota;
  const full = Math.min(barWidth, Math.round(share * barWidth));
  return `  ${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${formatNumber(Math.round(share * 100))}%`;
}
