/** The JSON report, schemaVersion 1. Fields may be added, never changed. Places are 1-based, files relative to the working directory. */
import type { OpaqueReason } from './abstract-string.js';
import type { Confidence, Severity } from './finding.js';
import type { UnmatchedReason } from './match.js';

export interface ReportPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface ReportRequest extends ReportPlace {
  readonly via: readonly ReportPlace[];
  readonly client: string;
  /** `["*"]` when every method is possible. */
  readonly methods: readonly string[];
  readonly url: string;
  readonly provider: string | null;
  readonly operation: string | null;
  readonly match: 'matched' | 'ambiguous' | 'unmatched' | 'foreign';
  readonly candidates: readonly string[];
  readonly reason: UnmatchedReason | string | null;
  readonly confidence: Confidence;
  readonly security: readonly (readonly string[])[] | null;
  readonly credential: string | null;
  /** The expression that stopped resolution. */
  readonly stoppedBy: {
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly expression: string;
    readonly why: OpaqueReason;
  } | null;
  /** Where method and URL come from: what is written first, then each hop to the request. Only where the run was asked to say it. */
  readonly trace?: readonly {
    readonly of: 'method' | 'url';
    readonly text: string;
    readonly hops: readonly (ReportPlace & { readonly note: string })[];
  }[];
  /** The code is unreachable from every known entry point. */
  readonly unreachable?: boolean;
}

export interface ReportCredential {
  readonly name: string;
  readonly provider: string;
  readonly least: readonly string[];
  readonly proven: boolean;
  readonly granted: readonly string[];
  readonly missing: readonly string[];
  readonly excess: readonly string[];
  readonly replaceable: readonly { readonly scope: string; readonly by: readonly string[] }[];
  /** Calls that may need more; `unread`: a file of which not all could be read. */
  readonly undecided: readonly { readonly file: string; readonly line: number; readonly unread?: true }[];
  readonly because: Readonly<Record<string, readonly string[]>>;
  readonly undocumented: readonly string[];
  /** Scopes that only unreached code needs, with its operations. Absent where there are none. */
  readonly unreached?: Readonly<Record<string, readonly string[]>>;
  /** Whether the grants of this credential are known at all. */
  readonly grantsKnown: boolean;
  /** Where each grant is declared. */
  readonly grantedAt: Readonly<Record<string, ReportPlace>>;
  /** False where neither the config nor the code says whose token these calls send. Absent: true. */
  readonly tokenKnown?: boolean;
  /** False where a list of scopes isn't known as a whole: more may be granted. Absent: true. */
  readonly grantsComplete?: boolean;
  /** The lists that say what was granted, in code, manifests and the config. Absent where there are none. */
  readonly grantLists?: readonly ReportGrantList[];
}

/** A list of scopes, at the place where it reaches the request. */
export interface ReportGrantList extends ReportPlace {
  /** `config`, `authorize-url`, `passport`, `slack-manifest`, … */
  readonly source: string;
  readonly scopes: readonly string[];
  readonly complete: boolean;
  /** False where a better source says what was granted. */
  readonly counts: boolean;
}

export type LoadVerdict = 'within' | 'may-exceed' | 'exceeds' | 'unknown';

export interface ReportLoad {
  readonly limit: string;
  readonly provider: string;
  readonly partition: string;
  readonly operation?: string;
  readonly pathGlob?: string;
  readonly account?: string;
  readonly credential?: string;
  readonly environment?: string;
  readonly windowSeconds: number;
  readonly quota: number;
  readonly low: number;
  readonly expected: number | null;
  readonly high: number | null;
  readonly burst: number | null;
  readonly degraded?: { readonly high: number | null };
  readonly verdict: LoadVerdict;
  readonly contributors: readonly {
    readonly file: string;
    readonly line: number;
    readonly expected: number | null;
    readonly how?: string;
  }[];
  readonly assumptions: readonly {
    readonly symbol: string;
    readonly value: number | null;
    readonly source?: 'code' | 'annotation' | 'config' | 'default';
  }[];
  readonly breakEven: readonly {
    readonly symbol: string;
    readonly value: number | null;
    /** What the symbol must keep together with others: its own term first where there are many, and how many are left out. */
    readonly inequality?: string;
  }[];
  /** What all symbols without a value must keep together, with every term. Absent where there are none, or only one. */
  readonly inequality?: string;
  readonly notes?: readonly string[];
}

export interface ReportFinding extends ReportPlace {
  readonly rule: string;
  readonly severity: Severity;
  readonly confidence: Confidence;
  readonly message: string;
  readonly endLine: number;
  readonly endColumn: number;
  readonly related: readonly (ReportPlace & { readonly note: string })[];
  readonly fingerprint: string;
}

/** A finding that doesn't count. */
export interface ReportSuppressed extends ReportFinding {
  /** Whether a comment in the code or the baseline says so. */
  readonly by: 'comment' | 'baseline';
  /** Why; for a baseline its file. */
  readonly reason: string;
  /** The last day on which a comment holds. */
  readonly until?: string;
}

/** Something the run left out or gave up on: an unreadable file, a syntax error, a budget. */
export interface ReportNote {
  readonly file: string | null;
  readonly line: number | null;
  readonly message: string;
  /** The file was not analyzed at all. Absent: it was, or the note speaks of something else. */
  readonly leftOut?: true;
}

export interface Report {
  readonly schemaVersion: 1;
  readonly tool: { readonly name: 'leastscope'; readonly version: string };
  readonly summary: {
    readonly files: number;
    readonly requests: number;
    /** Requests whose method and path are known. */
    readonly resolved: number;
    readonly matched: number;
    /** Resolved requests over all requests to APIs that a catalog may know; 1 when there are none. */
    readonly coverage: number;
    /** Requests to which no entry point leads. Absent where there are none. */
    readonly unreached?: number;
    /** Findings that the baseline knows: they are not listed. Absent without a baseline. */
    readonly known?: number;
  };
  readonly requests: readonly ReportRequest[];
  readonly credentials: readonly ReportCredential[];
  readonly load: readonly ReportLoad[];
  readonly findings: readonly ReportFinding[];
  /** What comments and the baseline take out of `findings`. Absent where they take out nothing. */
  readonly suppressed?: readonly ReportSuppressed[];
  readonly notes: readonly ReportNote[];
}
