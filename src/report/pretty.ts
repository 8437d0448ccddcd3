import type { Report } from '../model/report.js';
import { shownFindings } from './format/shown.js';
import { renderCredential } from './pretty/credential.js';
import { renderFinding } from './pretty/finding.js';
import { blocks } from './pretty/layout.js';
import { renderLoad } from './pretty/load.js';
import { renderSummary } from './pretty/summary.js';
import { createTheme } from './pretty/theme.js';
import type { RenderContext, Reporter } from './reporter.js';

const narrowest = 40;
const widest = 120;

/** The report for a person at a terminal. */
export const pretty: Reporter = {
  id: 'pretty',
  description: 'for people',
  render(report, given) {
    const context = { ...given, columns: Math.min(widest, Math.max(narrowest, given.columns)) };
    const lines = context.quiet ? renderErrors(report, context) : renderAll(report, context);
    return lines.map((line) => `${line}\n`).join('');
  },
};

function renderAll(report: Report, context: RenderContext): readonly string[] {
  const theme = createTheme(context.color);
  return blocks([
    ...report.credentials.map((credential) => renderCredential(credential, report, context, theme)),
    ...errorsLast(report, context).map((finding) => renderFinding(finding, context, theme)),
    renderLoad(report.load, context.columns, theme),
    renderSummary(report, context, theme),
  ]);
}

function renderErrors(report: Report, context: RenderContext): readonly string[] {
  const theme = createTheme(context.color);
  return blocks(shownFindings(report, context).map((finding) => renderFinding(finding, context, theme)));
}

/** They are nearest to the prompt there. */
function errorsLast(report: Report, context: RenderContext): Report['findings'] {
  const shown = shownFindings(report, context);
  return [...shown.filter((f) => f.severity === 'warn'), ...shown.filter((f) => f.severity === 'error')];
}
