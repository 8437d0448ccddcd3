import type { Report, ReportRequest } from '../../model/report.js';
import { count, formatPlace, list } from '../format/text.js';
import { html, type Markup } from './markup.js';
import { scrollingTable } from './table.js';

const mostCalls = 3000;

/** Every call that was found, and what the code left open about it. */
export function callsSection({ requests }: Report): Markup {
  if (requests.length === 0) return html`<p class="dim">No requests were found.</p>`;
  const hidden = requests.length - mostCalls;
  return html`<details>
    <summary>${count(requests.length, 'request')}</summary>
    ${scrollingTable({
      label: 'Requests',
      kind: 'calls',
      heads: ['place', 'request', 'operation', 'credential'],
      rows: requests.slice(0, mostCalls).map(tableRow),
    })}
    ${hidden > 0 && html`<p>And ${hidden} more, which the JSON report has.</p>`}
  </details>`;
}

function tableRow(request: ReportRequest): Markup {
  const methods = request.methods.includes('*') ? 'any method' : request.methods.join(' or ');
  return html`<tr>
    <td class="place">${formatPlace(request)}</td>
    <td><code>${methods} ${request.url}</code> <span class="dim">${request.client}</span></td>
    <td>
      ${operation(request)}${request.confidence !== 'high' && html` <span class="dim">${request.confidence} confidence</span>`}
    </td>
    <td>${request.credential ?? ''}</td>
  </tr> `;
}

function operation(request: ReportRequest): Markup {
  if (request.operation !== null) return html`<code>${request.operation}</code>`;
  if (request.match === 'ambiguous') return html`one of ${list(request.candidates)}`;
  const stopped = request.stoppedBy;
  return html`<span class="dim"
    >${request.reason ?? request.match}${stopped !== null && html`: <code>${stopped.expression}</code>`}</span
  >`;
}
