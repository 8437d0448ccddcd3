import { isOpenPath } from '../match/open-path.js';
import type { AnalyzedRequest, CredentialFacts } from '../model/analysis.js';
import { formatAbstractString } from '../model/abstract-string.js';
import type { Catalog } from '../model/catalog.js';
import type { Finding } from '../model/finding.js';
import type {
  Report,
  ReportCredential,
  ReportFinding,
  ReportGrantList,
  ReportNote,
  ReportPlace,
  ReportRequest,
} from '../model/report.js';
import type { Span } from '../model/span.js';
import { positionAt } from '../model/position.js';
import type { Analysis } from './analyze.js';

export interface ReportInput {
  readonly analysis: Analysis;
  readonly files: number;
  readonly notes: readonly ReportNote[];
  readonly version: string;
  /** Line starts of an analyzed file. */
  readonly lineStarts: (file: string) => readonly number[];
  /** The text of a finding's line, for its fingerprint. */
  readonly lineText: (file: string, line: number) => string;
  readonly hash: (text: string) => string;
}

/** Turns an analysis into the JSON report: offsets become lines and columns. */
export function toReport(input: ReportInput): Report {
  const { analysis } = input;
  const placeOf = (span: Span): ReportPlace => place(span, input.lineStarts);
  const requests = analysis.requests.map((r) => reportRequest(r, analysis.catalogs, placeOf));
  const counted = requests.filter((r) => r.match !== 'foreign');
  const unreached = requests.filter((r) => r.unreachable === true).length;
  const resolved = counted.filter(isResolved).length;
  return {
    schemaVersion: 1,
    tool: { name: 'leastscope', version: input.version },
    summary: {
      files: input.files,
      requests: requests.length,
      resolved: requests.filter(isResolved).length,
      matched: requests.filter((r) => r.match === 'matched').length,
      coverage: counted.length === 0 ? 1 : Math.round((resolved / counted.length) * 10_000) / 10_000,
      ...(unreached > 0 ? { unreached } : {}),
    },
    requests,
    credentials: analysis.credentials.map((c) => reportCredential(c, input, placeOf)),
    load: analysis.load.rows,
    ...reportFindings(input, placeOf),
    notes: [...input.notes, ...analysis.load.notes],
  };
}

/** Whether it is known what is asked for: the method, and the path but for values in it. */
const isResolved = ({ reason, methods }: ReportRequest): boolean =>
  reason !== 'unresolved-url' && !methods.includes('*');

function place(span: Span, lineStarts: ReportInput['lineStarts']): ReportPlace {
  if (span.isPosition) return { file: span.file, line: span.start, column: span.end };
  return { file: span.file, ...positionAt(lineStarts(span.file), span.start) };
}

function reportRequest(
  analyzed: AnalyzedRequest,
  catalogs: readonly Catalog[],
  placeOf: (span: Span) => ReportPlace,
): ReportRequest {
  const { request, match, confidence, credential } = analyzed;
  const url = formatAbstractString(request.url);
  const unresolved =
    match.kind === 'foreign'
      ? isOpenPath(request.url)
      : match.kind === 'unmatched' && match.reason === 'unresolved-url';
  const stopped = request.stoppedBy;
  const allUnknown =
    stopped !== undefined && request.url.every((p) => p.kind === 'hole' || p.text === '/' || p.text === '');
  const methodUnknown = request.methods === 'unknown';
  return {
    ...placeOf(request.callSite),
    via: request.via.map(placeOf),
    client: request.client,
    methods: request.methods === 'unknown' ? ['*'] : [...request.methods].sort(),
    url: url === '' ? '/' : url,
    provider: 'provider' in match ? (match.provider ?? null) : null,
    operation: match.kind === 'matched' ? match.operation : null,
    match: match.kind,
    candidates: match.kind === 'ambiguous' ? match.operations : [],
    reason: unresolved || allUnknown ? 'unresolved-url' : reasonOf(match, methodUnknown),
    confidence,
    security: match.kind === 'matched' ? securityOf(catalogs, match.provider, match.operation) : null,
    credential: credential ?? null,
    stoppedBy: stopped
      ? { ...placeOf(stopped.span), expression: stopped.expression, why: stopped.reason }
      : null,
    ...(request.trace
      ? {
          trace: request.trace.map(({ of, text, hops }) => ({
            of,
            text,
            hops: hops.map(({ span, note }) => ({ ...placeOf(span), note })),
          })),
        }
      : {}),
    ...(request.unreachable ? { unreachable: true } : {}),
  };
}

function reasonOf(match: AnalyzedRequest['match'], methodUnknown: boolean): string | null {
  if (match.kind === 'unmatched') return match.reason;
  return methodUnknown ? 'unknown-method' : null;
}

function securityOf(
  catalogs: readonly Catalog[],
  provider: string,
  operation: string,
): readonly (readonly string[])[] | null {
  const security = catalogs
    .find((c) => c.provider === provider)
    ?.operations.find((o) => o.id === operation)?.security;
  if (!security || security === 'undocumented') return null;
  return security.map((requirement) => Object.values(requirement).flat());
}

function reportCredential(
  c: CredentialFacts,
  input: ReportInput,
  placeOf: (span: Span) => ReportPlace,
): ReportCredential {
  const configFile = input.analysis.config.file;
  const grantedAt = Object.fromEntries(
    (c.config?.grants ?? []).map((g) => [
      g.value,
      { file: configFile ?? '', line: g.at.line, column: g.at.column },
    ]),
  );
  for (const [scope, span] of Object.entries(c.grantedAt)) grantedAt[scope] = placeOf(span);
  const lists = grantListsOf(c, grantedAt, placeOf);
  return {
    name: c.name,
    provider: c.provider,
    least: c.least.scopes,
    proven: c.proven,
    granted: [...(c.granted ?? [])].sort(),
    missing: c.missing,
    excess: [...c.excess].sort(),
    replaceable: c.replaceable,
    undecided: [
      ...c.undecided.map((r) => {
        const { file, line } = placeOf(r.request.callSite);
        return { file, line };
      }),
      ...c.unread.map(({ file, line }) => ({ file, line, unread: true as const })),
    ],
    because: c.least.because,
    undocumented: c.undocumented,
    ...(Object.keys(c.unreached).length > 0 ? { unreached: c.unreached } : {}),
    grantsKnown: c.granted !== undefined,
    grantedAt,
    ...(isTokenKnown(c) ? {} : { tokenKnown: false }),
    ...(c.grantsComplete ? {} : { grantsComplete: false }),
    ...(lists.length > 0 ? { grantLists: lists } : {}),
  };
}

/** Whether the config or the code says whose token the calls send. */
const isTokenKnown = (c: CredentialFacts): boolean =>
  c.config !== undefined ||
  c.requests.some(({ request }) =>
    request.credentials.some(({ kind }) => kind !== 'unknown' && kind !== 'parameter'),
  );

/** The lists that say what was granted; the config's stands where its first grant does. */
function grantListsOf(
  c: CredentialFacts,
  grantedAt: ReportCredential['grantedAt'],
  placeOf: (span: Span) => ReportPlace,
): readonly ReportGrantList[] {
  if (c.grantLists.length === 0) return [];
  const [first] = c.config?.grants ?? [];
  const at = first && grantedAt[first.value];
  const scopes = (c.config?.grants ?? []).map(({ value }) => value).sort();
  return [
    ...(at ? [{ ...at, source: 'config', scopes, complete: true, counts: true }] : []),
    ...c.grantLists.map(({ list, counts }) => ({
      ...placeOf(list.span),
      source: list.source,
      scopes: list.scopes.map(({ name }) => name).sort(),
      complete: list.complete,
      counts,
    })),
  ];
}

/** Suppressed ones are numbered last: a comment changes no fingerprint of another finding. */
function reportFindings(
  input: ReportInput,
  placeOf: (span: Span) => ReportPlace,
): Pick<Report, 'findings' | 'suppressed'> {
  const { findings, suppressed } = input.analysis;
  const reported = [...findings, ...suppressed.map(({ finding }) => finding)].map((f) =>
    reportFinding(f, input, placeOf),
  );
  const all = fingerprinted(reported, input);
  const taken = suppressed.flatMap(({ reason, until }, i) => {
    const finding = all[findings.length + i];
    return finding
      ? [{ ...finding, by: 'comment' as const, reason, ...(until === undefined ? {} : { until }) }]
      : [];
  });
  return { findings: all.slice(0, findings.length), ...(taken.length > 0 && { suppressed: taken }) };
}

function reportFinding(f: Finding, input: ReportInput, placeOf: (span: Span) => ReportPlace): ReportFinding {
  const start = placeOf(f.primary);
  const end = f.primary.isPosition
    ? { line: start.line, column: start.column + (f.primary.width ?? 1) }
    : positionAt(input.lineStarts(f.primary.file), f.primary.end);
  return {
    ...start,
    rule: f.rule,
    severity: f.severity,
    confidence: f.confidence,
    message: f.message,
    endLine: end.line,
    endColumn: end.column,
    related: f.related.map((r) => ({ ...placeOf(r.span), note: r.note })),
    fingerprint: '',
  };
}

/** Fingerprints survive moved lines: rule, file, message and the line's text, numbered where they repeat. */
function fingerprinted(findings: readonly ReportFinding[], input: ReportInput): ReportFinding[] {
  const seen = new Map<string, number>();
  return findings.map((f) => {
    const base = `${f.rule}\0${f.file}\0${f.message}\0${input.lineText(f.file, f.line).trim()}`;
    const count = seen.get(base) ?? 0;
    seen.set(base, count + 1);
    return { ...f, fingerprint: input.hash(`${base}\0${count}`) };
  });
}
