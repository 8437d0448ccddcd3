import type { ReportFinding } from '../../model/report.js';
import { formatPlace } from '../format/text.js';
import type { RenderContext } from '../reporter.js';
import { excerpt } from './excerpt.js';
import { html, type Markup } from './markup.js';

/** More would make a page that no browser scrolls well. */
const mostFindings = 2000;

const words = { error: 'error', warn: 'warning' } as const;

/** Findings with their code, and what narrows them down. */
export function findingsSection(findings: readonly ReportFinding[], context: RenderContext): Markup {
  if (findings.length === 0) return html`<p class="good">No problems were found.</p>`;
  const rules = [...new Set(findings.map(({ rule }) => rule))].sort();
  const descriptions = new Map(context.rules().map((rule) => [rule.id, rule.description]));
  const hidden = findings.length - mostFindings;
  return html`<form class="filter" hidden>
      <label>Search <input type="search" id="search" autocomplete="off" /></label>
      <label
        >Severity
        <select id="severity">
          <option value="">all</option>
          <option value="error">errors</option>
          <option value="warn">warnings</option>
        </select></label
      >
      <label
        >Finding
        <select id="rule">
          <option value="">all</option>
          ${rules.map((rule) => html`<option>${rule}</option>`)}
        </select></label
      >
      <p role="status" id="found"></p>
    </form>
    <ol class="findings">
      ${findings.slice(0, mostFindings).map((finding) => item(finding, descriptions.get(finding.rule), context))}
    </ol>
    ${hidden > 0 && html`<p>And ${hidden} more, which the JSON report has.</p>`}`;
}

function item(finding: ReportFinding, description: string | undefined, context: RenderContext): Markup {
  const text = context.sources(finding.file);
  return html`<li class="finding" data-severity="${finding.severity}" data-rule="${finding.rule}">
    <h3><span class="badge ${finding.severity}">${words[finding.severity]}</span> ${finding.rule}</h3>
    <p class="place">
      ${formatPlace(finding)}${finding.confidence !== 'high' && ` · ${finding.confidence} confidence`}
    </p>
    <p class="message">${finding.message}</p>
    ${text !== undefined && excerpt(text, finding)}
    ${
      finding.related.length > 0 &&
      html`<ul class="related">
        ${finding.related.map((place) => html`<li><span class="place">${formatPlace(place)}</span> ${place.note}</li>`)}
      </ul>`
    }
    ${description !== undefined && html`<p class="dim">${description}</p>`}
  </li> `;
}
