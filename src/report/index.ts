import type { Report } from '../model/report.js';
import { sortReport } from './format/sort.js';
import { json } from './json.js';
import { pretty } from './pretty.js';
import type { RenderContext, Reporter } from './reporter.js';

/** Every output format, by id. */
export const reporters: readonly Reporter[] = [json, pretty];

export const findReporter = (id: string): Reporter | undefined =>
  reporters.find((reporter) => reporter.id === id);

/** The report in one format; equal reports give equal bytes, whatever order their lists were found in. */
export function renderReport(reporter: Reporter, report: Report, context: RenderContext): string {
  return reporter.render(sortReport(report), context);
}
