import { confidenceRank } from '../../model/finding.js';
import type { Report, ReportFinding } from '../../model/report.js';
import type { RenderContext } from '../reporter.js';

/** The findings that people are shown: sure enough, and errors only where the run is quiet. */
export const shownFindings = (report: Report, context: RenderContext): readonly ReportFinding[] =>
  report.findings.filter(
    (f) =>
      confidenceRank[f.confidence] >= confidenceRank[context.minConfidence] &&
      (!context.quiet || f.severity === 'error'),
  );

/** Errors before warnings, sure before unsure; among equals the order stays. For places that show only so many. */
export const worstFirst = (findings: readonly ReportFinding[]): readonly ReportFinding[] =>
  [...findings].sort((a, b) => rank(b) - rank(a));

const rank = (f: ReportFinding): number => (f.severity === 'error' ? 10 : 0) + confidenceRank[f.confidence];
