import type { ReportFinding } from '../../model/report.js';
import { formatPlace, printable } from '../format/text.js';
import type { RenderContext } from '../reporter.js';
import { codeFrame } from './frame.js';
import { blocks, indent, rows } from './layout.js';
import type { Lines } from './layout.js';
import type { Theme } from './theme.js';
import { wrap } from './width.js';

/** One finding: severity, rule and place, the message, the code, and the places that belong to it. */
export function renderFinding(finding: ReportFinding, context: RenderContext, theme: Theme): Lines {
  const { columns } = context;
  const paint = finding.severity === 'error' ? theme.error : theme.warn;
  const unsure = finding.confidence === 'high' ? '' : theme.dim(` (${finding.confidence} confidence)`);
  const title = `${paint(finding.severity)} ${theme.title(printable(finding.rule))}${unsure}`;
  const heading = rows([{ left: title, right: formatPlace(finding) }], columns);
  const text = context.sources(finding.file);
  const frame = text === undefined ? [] : codeFrame(text, finding, columns - 2, theme, paint);
  const related = finding.related.map((place) => ({
    left: formatPlace(place),
    right: theme.dim(printable(place.note)),
  }));
  return blocks([
    [...heading, ...indent(wrap(printable(finding.message), columns - 2), 2)],
    indent(frame, 2),
    indent(rows(related, columns - 2), 2),
  ]);
}
