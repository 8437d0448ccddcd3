/** The public API. */
export type * from './model/report.js';
export type { Confidence, Severity } from './model/finding.js';
export { UserError } from './model/errors.js';
export { findReporter, renderReport, reporters } from './report/index.js';
export type { RenderContext, Reporter } from './report/reporter.js';
