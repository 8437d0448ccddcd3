import type { Analysis } from '../analyze/analyze.js';
import type { AnalyzedRequest } from '../model/analysis.js';
import type { Finding } from '../model/finding.js';
import type { Span } from '../model/span.js';

/** What an analysis said, as keys: equal ones say the same of the same place. */
export interface Said {
  readonly findings: readonly string[];
  readonly requests: readonly string[];
}

export const saidBy = ({ findings, requests }: Pick<Analysis, 'findings' | 'requests'>): Said => ({
  findings: findings.map(findingKey),
  requests: requests.map(requestKey),
});

const spanKey = ({ file, start, end }: Span): string => `${file}:${start}-${end}`;

export const findingKey = (f: Finding): string =>
  `${f.rule}\0${f.scope === 'project' ? '' : spanKey(f.primary)}\0${f.message}`;

export function requestKey({ request, match, credential }: AnalyzedRequest): string {
  return JSON.stringify([
    spanKey(request.callSite),
    request.methods,
    request.url.map((part) => (part.kind === 'text' ? part.text : 0)),
    match,
    credential,
  ]);
}
