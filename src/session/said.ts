import type { Analysis } from '../analyze/analyze.js';
import type { AnalyzedRequest } from '../model/analysis.js';
import type { Finding } from '../model/finding.js';
import type { Span } from '../model/span.js';

/** The file that a statement stands in, empty for one about the whole project, and a key: equal ones say the same of the same place. */
export type Statement = readonly [file: string, key: string];

/** What an analysis said. */
export interface Said {
  readonly findings: readonly Statement[];
  readonly requests: readonly Statement[];
}

export const saidBy = ({ findings, requests }: Pick<Analysis, 'findings' | 'requests'>): Said => ({
  findings: findings.map((f) => [f.scope === 'project' ? '' : f.primary.file, findingKey(f)]),
  requests: requests.map((r) => [r.request.callSite.file, requestKey(r)]),
});

/** What is said of the whole where a part says something else of these files. */
export function replaced(whole: Said, part: Said, files: ReadonlySet<string>): Said {
  const join = (all: readonly Statement[], own: readonly Statement[]): readonly Statement[] => [
    ...all.filter(([file]) => !files.has(file)),
    ...about(own, files),
  ];
  return {
    findings: join(whole.findings, part.findings),
    requests: join(whole.requests, part.requests),
  };
}

/** The statements about some files. */
export const about = (all: readonly Statement[], files: ReadonlySet<string>): readonly Statement[] =>
  all.filter(([file]) => files.has(file));

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
