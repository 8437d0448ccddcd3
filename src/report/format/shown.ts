import { confidenceRank } from '../../model/finding.js';
import type { Report, ReportCredential, ReportFinding, ReportSuppressed } from '../../model/report.js';
import type { RenderContext } from '../reporter.js';

/** The findings that people are shown: sure enough, and errors only where the run is quiet. */
export const shownFindings = (report: Report, context: RenderContext): readonly ReportFinding[] =>
  report.findings.filter((f) => isShown(f, context));

/** The calls that leave a credential's verdict open; files that were not read do so too, and are no calls. */
export const callsLeftOpen = ({ undecided }: ReportCredential): ReportCredential['undecided'] =>
  undecided.filter(({ unread }) => unread !== true);

/** What is suppressed, as far as it would be shown; nothing unless it is asked for. */
export const shownSuppressed = (report: Report, context: RenderContext): readonly ReportSuppressed[] =>
  context.suppressed === true ? (report.suppressed ?? []).filter((f) => isShown(f, context)) : [];

const isShown = (f: ReportFinding, context: RenderContext): boolean =>
  confidenceRank[f.confidence] >= confidenceRank[context.minConfidence] &&
  (!context.quiet || f.severity === 'error');

/** Errors before warnings, sure before unsure; among equals the order stays. For places that show only so many. */
export const worstFirst = <F extends ReportFinding>(findings: readonly F[]): readonly F[] =>
  [...findings].sort((a, b) => rank(b) - rank(a));

const rank = (f: ReportFinding): number => (f.severity === 'error' ? 10 : 0) + confidenceRank[f.confidence];
