import type { LoadVerdict, ReportLoad } from '../../model/report.js';
import { formatNumber } from '../format/text.js';
import { html, type Markup } from '../html/markup.js';

/** Past this many quotas a bar ends in an arrow. */
const farthest = 2;

export const verdictWords: Readonly<Record<LoadVerdict, string>> = {
  exceeds: 'exceeds',
  'may-exceed': 'may exceed',
  unknown: 'unknown',
  within: 'within',
};

export interface BarBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * One limit as a bar, in shares of its quota: from the least to the most requests in a window, with a mark at the
 * expected ones and a line at the quota. Classes carry the colours.
 */
export function loadBar(row: ReportLoad, { x, y, width, height }: BarBox): Markup {
  const at = (requests: number): number =>
    Math.round(
      Math.min(farthest, row.quota > 0 ? requests / row.quota : farthest) * (width / farthest) * 10,
    ) / 10;
  const isOpen = row.high === null || row.high > farthest * row.quota;
  const from = at(row.low);
  const to = row.high === null ? width : at(row.high);
  const middle = y + height / 2;
  const quota = at(row.quota);
  return html`<rect class="track" x="${x}" y="${y}" width="${width}" height="${height}" rx="3" />
    <rect
      class="range ${row.verdict}"
      x="${x + from}"
      y="${y}"
      width="${Math.max(2, to - from)}"
      height="${height}"
      rx="3"
    />
    ${isOpen && html`<path class="open" d="M${x + width + 3} ${y + 1}l5 ${height / 2 - 1}l-5 ${height / 2 - 1}" />`}
    ${row.expected !== null && html`<circle class="expected" cx="${x + at(row.expected)}" cy="${middle}" r="${height / 2 - 1.5}" />`}
    <line class="quota" x1="${x + quota}" x2="${x + quota}" y1="${y - 3}" y2="${y + height + 3}" />`;
}

/** The same in words. */
export function barWords(row: ReportLoad): string {
  const high = row.high === null ? 'without an upper bound' : `at most ${formatNumber(row.high)}`;
  const expected =
    row.expected === null ? 'an unknown number expected' : `${formatNumber(row.expected)} expected`;
  return `${expected}, ${high}, of ${formatNumber(row.quota)}`;
}

/** What a limit counts: an operation, a glob, or all of an account. */
export const countedBy = (row: ReportLoad): string | undefined =>
  row.operation ?? row.pathGlob ?? row.account ?? row.credential;

const order: readonly LoadVerdict[] = ['exceeds', 'may-exceed', 'unknown', 'within'];

/** What needs a look comes first. */
export const worstLoadFirst = (load: readonly ReportLoad[]): readonly ReportLoad[] =>
  order.flatMap((verdict) => load.filter((row) => row.verdict === verdict));
