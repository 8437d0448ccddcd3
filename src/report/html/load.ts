import type { ReportLoad } from '../../model/report.js';
import { toldBounds } from '../format/bounds.js';
import { duration } from '../../model/duration.js';
import { formatNumber, formatPlace } from '../format/text.js';
import { barWords, countedBy, loadBar, verdictWords, worstLoadFirst } from '../plot/bar.js';
import { html, type Markup } from './markup.js';
import { scrollingTable } from './table.js';

const mostRows = 1000;
const mostContributors = 3;
const box = { x: 2, y: 4, width: 240, height: 12 };

/** Requests for each window against every limit, what needs a look first. */
export function loadSection(load: readonly ReportLoad[]): Markup {
  if (load.length === 0) return html`<p class="dim">No limit is reached by the calls that were found.</p>`;
  const rows = worstLoadFirst(load);
  const hidden = rows.length - mostRows;
  return html`<p class="dim">
      Bars go from the least to the most requests in a window; the circle is what is expected, the line is the
      quota, an arrow has no end within two quotas.
    </p>
    ${scrollingTable({
      label: 'Load against limits',
      kind: 'load',
      heads: ['limit', 'verdict', 'requests', 'share of the quota', 'why'],
      rows: rows.slice(0, mostRows).map(tableRow),
    })}
    ${hidden > 0 && html`<p>And ${hidden} more, which the JSON report has.</p>`}`;
}

function tableRow(row: ReportLoad): Markup {
  const what = countedBy(row);
  return html`<tr>
    <th scope="row"><code>${row.limit}</code>${what !== undefined && html`<br /><code>${what}</code>`}</th>
    <td><span class="badge ${row.verdict}">${verdictWords[row.verdict]}</span></td>
    <td>${barWords(row)} in ${duration(row.windowSeconds)}</td>
    <td>
      <svg viewBox="0 0 254 20" width="191" height="15" role="img" aria-label="${barWords(row)}">
        ${loadBar(row, box)}
      </svg>
    </td>
    <td>
      <ul>
        ${toldBounds(row).map(safeWhile)}${row.contributors
          .slice(0, mostContributors)
          .map(
            (c) => html`<li><span class="place">${formatPlace(c)}</span> ${c.how ?? ''}</li>`,
          )}${(row.notes ?? []).map((note) => html`<li>${note}</li>`)}
      </ul>
    </td>
  </tr> `;
}

function safeWhile({ symbol, value, inequality }: ReportLoad['breakEven'][number]): Markup {
  const bound = inequality ?? (value === null ? undefined : `${symbol} <= ${formatNumber(value)}`);
  return bound === undefined
    ? html`<li>depends on <code>${symbol}</code></li>`
    : html`<li>safe while <code>${bound}</code></li>`;
}
