import type { Analysis } from '../analyze/analyze.js';
import type { AnalyzedRequest } from '../model/analysis.js';
import { findingKey, requestKey, type Said } from './said.js';

/** Only what stands in the asked files is reported; statements about the whole program stay. */
export function restrictToFiles(analysis: Analysis, selected: ReadonlySet<string>): Analysis {
  return {
    ...analysis,
    requests: analysis.requests.filter((r) => selected.has(r.request.callSite.file)),
    findings: analysis.findings.filter((f) => f.scope === 'project' || selected.has(f.primary.file)),
    suppressed: analysis.suppressed.filter(({ finding }) => selected.has(finding.primary.file)),
  };
}

/**
 * Only what a change affects is reported: all in the changed files, and elsewhere what wasn't so before. Over a part of
 * the program nothing is said about the whole: no credential is judged by calls that may lie in the other part.
 */
export function restrictToChange(
  now: Analysis,
  before: Said,
  changed: ReadonlySet<string>,
  isPartial: boolean,
): Analysis {
  const oldFindings = new Set(before.findings.map(([, key]) => key));
  const oldRequests = new Set(before.requests.map(([, key]) => key));
  return {
    ...now,
    requests: now.requests.filter((r) => isAffected(r, changed) || !oldRequests.has(requestKey(r))),
    credentials: isPartial ? [] : now.credentials,
    findings: now.findings.filter(
      (f) =>
        !(isPartial && f.scope === 'project') &&
        (changed.has(f.primary.file) || !oldFindings.has(findingKey(f))),
    ),
    suppressed: now.suppressed.filter(({ finding }) => changed.has(finding.primary.file)),
  };
}

/** Whether a request is made in a changed file, or by way of one. */
export const isAffected = ({ request }: AnalyzedRequest, changed: ReadonlySet<string>): boolean =>
  changed.has(request.callSite.file) || request.via.some((span) => changed.has(span.file));
