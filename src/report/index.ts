import type { Report } from '../model/report.js';
import { sortReport } from './format/sort.js';
import { github } from './github.js';
import { gitlab } from './gitlab.js';
import { html } from './html.js';
import { json } from './json.js';
import { junit } from './junit.js';
import { markdown } from './markdown.js';
import { pretty } from './pretty.js';
import type { RenderContext, Reporter } from './reporter.js';
import { sarif } from './sarif.js';
import { svg } from './svg.js';

/** Every output format, by id. */
export const reporters: readonly Reporter[] = [
  github,
  gitlab,
  html,
  json,
  junit,
  markdown,
  pretty,
  sarif,
  svg,
];

export const findReporter = (id: string): Reporter | undefined =>
  reporters.find((reporter) => reporter.id === id);

/** The report in one format; equal reports give equal bytes, whatever order their lists were found in. */
export function renderReport(reporter: Reporter, report: Report, context: RenderContext): string {
  return reporter.render(sortReport(report), context);
}
