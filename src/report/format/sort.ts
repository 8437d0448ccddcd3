import type {
  Report,
  ReportCredential,
  ReportFinding,
  ReportGrantList,
  ReportLoad,
  ReportRequest,
} from '../../model/report.js';
import { by, sorted, sortedNames, sortedRecord } from './compare.js';

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
}

const place = [(p: Place) => p.file, (p: Place) => p.line, (p: Place) => p.column];

/** The same report with every list that has no order of its own in one fixed order. */
export function sortReport(report: Report): Report {
  return {
    ...report,
    requests: sorted(report.requests.map(sortRequest), byRequest),
    credentials: sorted(
      report.credentials.map(sortCredential),
      by(
        (c) => c.name,
        (c) => c.provider,
      ),
    ),
    load: sorted(report.load.map(sortLoad), byLoad),
    findings: sorted(report.findings, byFinding),
    ...(report.suppressed && { suppressed: sorted(report.suppressed, byFinding) }),
    notes: sorted(
      report.notes,
      by(
        (n) => n.file,
        (n) => n.line,
        (n) => n.message,
      ),
    ),
  };
}

const byFinding = by<ReportFinding>(
  ...place,
  (f) => f.rule,
  (f) => f.message,
  (f) => f.fingerprint,
);

const byRequest = by<ReportRequest>(
  ...place,
  (r) => r.url,
  (r) => r.methods.join(' '),
  (r) => r.provider,
  (r) => r.operation,
  (r) => r.credential,
);

const byLoad = by<ReportLoad>(
  (l) => l.provider,
  (l) => l.limit,
  (l) => l.operation ?? l.pathGlob,
  (l) => l.account,
  (l) => l.credential,
  (l) => l.environment,
  (l) => l.windowSeconds,
);

function sortRequest(request: ReportRequest): ReportRequest {
  return {
    ...request,
    methods: sortedNames(request.methods),
    candidates: sortedNames(request.candidates),
  };
}

function sortCredential(credential: ReportCredential): ReportCredential {
  return {
    ...credential,
    least: sortedNames(credential.least),
    granted: sortedNames(credential.granted),
    missing: sortedNames(credential.missing),
    excess: sortedNames(credential.excess),
    replaceable: sorted(
      credential.replaceable,
      by((r) => r.scope),
    ),
    undecided: sorted(credential.undecided, by(...place)),
    because: sortedRecord(credential.because, sortedNames),
    undocumented: sortedNames(credential.undocumented),
    grantedAt: sortedRecord(credential.grantedAt, (at) => at),
    ...(credential.grantLists && {
      grantLists: sorted(
        credential.grantLists,
        by<ReportGrantList>(...place, (l) => l.source),
      ),
    }),
  };
}

/** Assumptions and break-even values keep their order: what decides a verdict stands first. */
const sortLoad = (load: ReportLoad): ReportLoad => ({
  ...load,
  contributors: sorted(
    load.contributors,
    by<ReportLoad['contributors'][number]>(...place, (c) => c.how),
  ),
});
