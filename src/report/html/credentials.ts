import type { Report, ReportCredential, ReportRequest } from '../../model/report.js';
import { callsLeftOpen } from '../format/shown.js';
import { count, formatPlace, list } from '../format/text.js';
import { html, type Markup } from './markup.js';
import { scrollingTable } from './table.js';

const mostPlaces = 5;

/** Per credential: what is granted against what is needed, scope by scope, with the calls; then who may call what. */
export const credentialsSection = (report: Report): Markup =>
  report.credentials.length === 0
    ? html`<p class="dim">No call belongs to a credential.</p>`
    : html`${report.credentials.map((credential) => card(credential, requestsOf(credential, report)))}`;

const requestsOf = ({ name, provider }: ReportCredential, { requests }: Report): readonly ReportRequest[] =>
  requests.filter((r) => r.credential === name && r.operation !== null && r.provider === provider);

function card(credential: ReportCredential, requests: readonly ReportRequest[]): Markup {
  const { name, provider, undocumented } = credential;
  const undecided = callsLeftOpen(credential);
  const unread = credential.undecided.filter((place) => place.unread === true);
  return html`<section class="card">
    <h3>${name} <span class="dim">${provider}</span></h3>
    <p>${verdict(credential)}</p>
    ${scopeTable(credential, requests)}
    ${
      undecided.length > 0 &&
      html`<p>
        Not resolved, may need more scopes:
        ${joined(undecided.map((place) => html`<code>${formatPlace(place)}</code>`))}
      </p>`
    }
    ${unread.length > 0 && html`<p>Not read as a whole: ${joined(unread.map((place) => html`<code>${formatPlace(place)}</code>`))}</p>`}
    ${undocumented.length > 0 && html`<p>The docs state no scope for: ${joined(undocumented.map((o) => html`<code>${o}</code>`))}</p>`}
    ${matrix(credential, requests)}
  </section> `;
}

const joined = (items: readonly Markup[]): Markup =>
  html`${items.map((item, i) => (i === 0 ? item : html`, ${item}`))}`;

function verdict(credential: ReportCredential): Markup {
  const { missing, excess, grantsKnown, proven, least } = credential;
  const undecided = callsLeftOpen(credential);
  const parts = [
    missing.length > 0 && html`<strong class="error">${missing.length} missing</strong>`,
    excess.length > 0 && html`<strong class="warn">${excess.length} in excess</strong>`,
    undecided.length > 0 && html`<span class="warn">${count(undecided.length, 'call')} undecided</span>`,
    !proven && undecided.length === 0 && html`<span class="warn">not proven to be the least</span>`,
    !grantsKnown && html`needs ${count(least.length, 'scope')}, grants not known`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? html`<span class="good">least privilege</span>` : joined(parts);
}

function scopeTable(credential: ReportCredential, requests: readonly ReportRequest[]): Markup {
  const { least, granted, missing, excess, because, replaceable, grantedAt, grantsKnown } = credential;
  const scopes = [...new Set([...missing, ...least, ...excess, ...granted])];
  const rows = scopes.map((scope) => {
    const operations = Object.hasOwn(because, scope) ? (because[scope] ?? []) : [];
    const narrower = replaceable.find((entry) => entry.scope === scope)?.by ?? [];
    const at = Object.hasOwn(grantedAt, scope) ? grantedAt[scope] : undefined;
    const [kind, word] = missing.includes(scope)
      ? ['error', 'missing']
      : excess.includes(scope)
        ? [
            'warn',
            narrower.length > 0
              ? `excess: ${list(narrower)} ${narrower.length > 1 ? 'are' : 'is'} enough`
              : 'excess: no call needs it',
          ]
        : ['good', 'needed'];
    const isGranted = granted.includes(scope);
    return html`<tr>
      <th scope="row"><code>${scope}</code></th>
      <td><span class="${kind ?? ''}">${word}</span></td>
      <td>
        ${grantsKnown ? (isGranted ? 'granted' : 'not granted') : 'not known'}${at !== undefined && html`<br /><span class="place">${formatPlace({ file: at.file, line: at.line })}</span>`}
      </td>
      <td>
        ${
          operations.length > 0 &&
          html`<ul>
            ${operations.map((operation) => html`<li><code>${operation}</code> ${places(operation, requests)}</li>`)}
          </ul>`
        }
      </td>
    </tr> `;
  });
  if (rows.length === 0) return html``;
  return scrollingTable({
    label: `Scopes of ${credential.name}`,
    kind: 'scopes',
    heads: ['scope', 'verdict', 'grant', 'needed by'],
    rows,
  });
}

function places(operation: string, requests: readonly ReportRequest[]): Markup {
  const own = requests
    .filter((r) => r.operation === operation)
    .map(({ file, line }) => formatPlace({ file, line }));
  const all = [...new Set(own)];
  const hidden = all.length - mostPlaces;
  return html`<span class="place"
    >${all.slice(0, mostPlaces).join(', ')}${hidden > 0 && ` and ${hidden} more`}</span
  >`;
}

/** Which scope authorizes which called operation: a dot where the docs name it, a filled one where the least set holds it. */
function matrix(credential: ReportCredential, requests: readonly ReportRequest[]): Markup | false {
  const security = new Map(
    requests.flatMap((r) => (r.operation === null ? [] : [[r.operation, r.security] as const])),
  );
  const operations = [...security.keys()].sort();
  const named = operations.flatMap((operation) => security.get(operation)?.flat() ?? []);
  const scopes = [...new Set([...credential.least, ...credential.granted, ...named])].sort();
  if (operations.length === 0 || scopes.length === 0) return false;
  const cell = (operation: string, scope: string): Markup => {
    if (!(security.get(operation)?.flat().includes(scope) ?? false)) return html`<td></td>`;
    const isUsed = credential.least.includes(scope);
    return html`<td class="${isUsed ? 'used' : 'able'}">
      <span aria-hidden="true">${isUsed ? '●' : '○'}</span
      ><span class="unseen">${isUsed ? 'in the least set' : 'would authorize'}</span>
    </td>`;
  };
  return html`<details>
    <summary>${count(operations.length, 'operation')} and ${count(scopes.length, 'scope')}</summary>
    <div class="scroll" tabindex="0" role="region" aria-label="Operations and scopes of ${credential.name}">
      <table class="matrix">
        <caption>
          ● authorizes and is in the least set, ○ would authorize
        </caption>
        <thead>
          <tr>
            <th scope="col">operation</th>
            ${scopes.map((scope) => html`<th scope="col"><code>${scope}</code>${credential.granted.includes(scope) && html`<br /><span class="dim">granted</span>`}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${operations.map(
            (operation) =>
              html`<tr>
                <th scope="row"><code>${operation}</code></th>
                ${scopes.map((scope) => cell(operation, scope))}
              </tr> `,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}
