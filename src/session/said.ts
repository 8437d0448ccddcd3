import type { Analysis } from '../analyze/analyze.js';
import type { AnalyzedRequest } from '../model/analysis.js';
import type { Finding } from '../model/finding.js';
import { spanKey } from '../model/span-key.js';

/** The file that a statement stands in, empty for one about the whole project, and a key: equal ones say the same of the same place. */
export type Statement = readonly [file: string, key: string];

/** What an analysis said. */
export interface Said {
  readonly findings: readonly Statement[];
  readonly requests: readonly RequestStatement[];
}

export type RequestStatement = readonly [file: string, key: string, place: string];

export const saidBy = ({ findings, requests }: Pick<Analysis, 'findings' | 'requests'>): Said => ({
  findings: findings.map((f) => [f.scope === 'project' ? '' : f.primary.file, findingKey(f)]),
  requests: requests.map((r) => [r.request.callSite.file, requestKey(r), placeOf(r)]),
});

/** Where a request is reported. */
export const placeOf = ({ request }: AnalyzedRequest): string => spanKey(request.callSite);

export const findingKey = (f: Finding): string =>
  `${f.rule}\0${f.scope === 'project' ? '' : spanKey(f.primary)}\0${f.message}`;

/** What is said of a request that has moved. */
export function requestStatementAt([file, key]: RequestStatement, place: string): RequestStatement {
  const [, ...rest] = JSON.parse(key) as readonly unknown[];
  return [file, JSON.stringify([place, ...rest]), place];
}

export function requestKey({ request, match, credential }: AnalyzedRequest): string {
  return JSON.stringify([
    spanKey(request.callSite),
    request.methods,
    request.url.map((part) => (part.kind === 'text' ? part.text : 0)),
    match,
    credential,
  ]);
}
