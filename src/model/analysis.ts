import type { Catalog, ScopeName } from './catalog.js';
import type { ClientRequest } from './client-request.js';
import type { Config, CredentialConfig } from './config.js';
import type { Confidence } from './finding.js';
import type { GrantList } from './grant-list.js';
import type { LoadObservation } from './load-observation.js';
import type { Match } from './match.js';
import type { ReportLoad, ReportNote } from './report.js';
import type { DescriptionOnlyGrant, ScopeSolution } from './scope-solution.js';
import type { Span } from './span.js';

/** A request with what it is in the catalogs and whose authority it uses: one for each match and credential. */
export interface AnalyzedRequest {
  readonly request: ClientRequest;
  readonly match: Match;
  readonly confidence: Confidence;
  /** Name of the credential; undefined where the request needs none of a catalog's. */
  readonly credential: string | undefined;
  /** Objects of one class hold tokens of several credentials: nobody can say which of them this call uses. */
  readonly isOneOf?: true;
}

/** A file of which the code, or a part of it, could not be read. */
export interface UnreadFile {
  readonly file: string;
  /** 1-based; 1 where nothing of the file was read. */
  readonly line: number;
}

/** One credential of one provider: what it must do, what it may do. */
export interface CredentialFacts {
  readonly name: string;
  readonly provider: string;
  /** Undefined for credentials that were only seen in code. */
  readonly config: CredentialConfig | undefined;
  /** Undefined when nobody says what was granted. */
  readonly granted: readonly ScopeName[] | undefined;
  /** Where each grant is declared, when in code or a manifest. */
  readonly grantedAt: Readonly<Record<ScopeName, Span>>;
  /** Lists in code and manifests that speak of it. `counts` is false where a better source says what was granted. */
  readonly grantLists: readonly { readonly list: GrantList; readonly counts: boolean }[];
  /** False where a list isn't known as a whole: nothing can be called missing. */
  readonly grantsComplete: boolean;
  /** Granted scopes that a sign-in library uses itself. */
  readonly signInScopes: ReadonlySet<ScopeName>;
  readonly least: ScopeSolution;
  readonly proven: boolean;
  readonly missing: readonly ScopeName[];
  readonly excess: readonly ScopeName[];
  readonly replaceable: readonly { readonly scope: ScopeName; readonly by: readonly ScopeName[] }[];
  /** Excess grants that calls depend on until missing scopes are granted. */
  readonly spareAfter: readonly { readonly scope: ScopeName; readonly by: readonly ScopeName[] }[];
  /** By operation that the grants don't authorize: descriptions of granted scopes that say they do. */
  readonly describedOnly: Readonly<Record<string, readonly DescriptionOnlyGrant[]>>;
  /** Requests that may need more scopes: nobody can say. */
  readonly undecided: readonly AnalyzedRequest[];
  /** Files that may hold calls of it which nobody has seen. */
  readonly unread: readonly UnreadFile[];
  /** For granted scopes outside the least set: the undecided requests that could need them. Others have no entry. */
  readonly undecidedFor: ReadonlyMap<ScopeName, readonly AnalyzedRequest[]>;
  /** Scopes that only calls need to which no entry point leads, with the operations of those calls. */
  readonly unreached: Readonly<Record<ScopeName, readonly string[]>>;
  /** Operations that are called and for which the docs state no scope. */
  readonly undocumented: readonly string[];
  /** The requests that demand scopes. */
  readonly requests: readonly AnalyzedRequest[];
}

/** Everything that is known once all stages have run: what findings are judged on. */
export interface Facts {
  readonly requests: readonly AnalyzedRequest[];
  readonly credentials: readonly CredentialFacts[];
  readonly catalogs: readonly Catalog[];
  readonly config: Config;
  readonly load: LoadFacts;
  /** Whether a file, relative to the working directory, is meant by one of the globs. */
  readonly matchesFile: (globs: readonly string[], file: string) => boolean;
}

/** Requests per window against every limit that they reach. */
export interface LoadFacts {
  readonly rows: readonly ReportLoad[];
  readonly observations: readonly LoadObservation[];
  /** Annotations that fit nothing, assumptions that nobody needs. */
  readonly notes: readonly ReportNote[];
}
