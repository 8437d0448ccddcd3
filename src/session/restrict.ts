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
 * the program nothing is said about the whole: no credential is judged by calls that may lie in the other part. What
 * comes by way of `moved` files, which say the same in other places, is as it was.
 */
export function restrictToChange(
  now: Analysis,
  before: Said,
  changed: ReadonlySet<string>,
  isPartial: boolean,
  moved: ReadonlySet<string> = new Set(),
): Analysis {
  const edited = new Set([...changed].filter((file) => !moved.has(file)));
  const oldFindings = new Set(before.findings.map(([, key]) => key));
  const oldRequests = new Set(before.requests.map(([, key]) => key));
  return {
    ...now,
    requests: now.requests.filter(
      (r) => changed.has(r.request.callSite.file) || isMadeBy(r, edited) || !oldRequests.has(requestKey(r)),
    ),
    credentials: isPartial ? [] : now.credentials,
    findings: now.findings.filter(
      (f) =>
        !(isPartial && f.scope === 'project') &&
        (changed.has(f.primary.file) || !oldFindings.has(findingKey(f))),
    ),
    suppressed: now.suppressed.filter(({ finding }) => changed.has(finding.primary.file)),
  };
}

/** Whether a request is made by way of one of the files. */
const isMadeBy = ({ request }: AnalyzedRequest, files: ReadonlySet<string>): boolean =>
  request.via.some((span) => files.has(span.file));
