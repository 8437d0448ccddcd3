import { confidenceRank } from '../../model/finding.js';
import type { Report } from '../../model/report.js';
import { coverageText } from '../format/coverage.js';
import { count, list } from '../format/text.js';
import type { RenderContext } from '../reporter.js';
import type { Lines } from './layout.js';
import type { Theme } from './theme.js';
import { wrap } from './width.js';

/** One line: what is wrong, and how much of the code the statement rests on. */
export function renderSummary(report: Report, context: RenderContext, theme: Theme): Lines {
  const hidden = report.findings.filter(
    (f) => confidenceRank[f.confidence] < confidenceRank[context.minConfidence],
  ).length;
  const { known } = report.summary;
  const parts = [
    problems(report, context, theme),
    ...coverageText(report),
    ...(hidden > 0 ? [`${count(hidden, 'unsure finding')} hidden`] : []),
    ...(known === undefined ? [] : [count(known, 'known finding')]),
    ...(report.notes.length > 0 ? [count(report.notes.length, 'note')] : []),
  ];
  return wrap(parts.join(theme.dim(' · ')), context.columns);
}

function problems(report: Report, context: RenderContext, theme: Theme): string {
  const shown = report.findings.filter(
    (f) => confidenceRank[f.confidence] >= confidenceRank[context.minConfidence],
  );
  const errors = shown.filter((finding) => finding.severity === 'error').length;
  const warnings = shown.length - errors;
  const words = [
    ...(errors > 0 ? [theme.error(count(errors, 'error'))] : []),
    ...(warnings > 0 ? [theme.warn(count(warnings, 'warning'))] : []),
  ];
  return words.length === 0 ? theme.good('no problems') : list(words);
}
