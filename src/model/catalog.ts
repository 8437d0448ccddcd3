import type { HttpMethod } from './http-method.js';

/** A line of a document that states a fact. `document` is relative to the provider's folder; `line` is 1-based. */
export interface SourceRef {
  readonly document: string;
  readonly line: number;
}

export type ScopeName = string;
export type SchemeId = string;

/** All of the listed scopes of all listed schemes. `{}` is public, a scheme with `[]` needs that scheme and no scope. */
export type SecurityRequirement = Readonly<Record<SchemeId, readonly ScopeName[]>>;

export interface SecurityScheme {
  readonly type: 'oauth2' | 'http' | 'apiKey' | 'openIdConnect' | 'mutualTLS' | 'token';
  readonly description?: string;
  /** For type `token`: the id of the operation whose response carries the token. */
  readonly obtainedFrom?: string;
}

/** What prose says a scope grants beyond its table: kept, quoted, never counted by the solver. */
export interface DescribedGrant {
  /** The scope whose assigned operations the description covers. */
  readonly scope: ScopeName;
  /** Ids of the covered operations, where the description covers only some of that scope's. */
  readonly operations?: readonly string[];
  readonly quote: string;
  readonly source: SourceRef;
}

export interface Scope {
  readonly name: ScopeName;
  readonly description: string;
  readonly area?: string;
  /** A hierarchy that the docs state: holding this scope authorizes what these authorize. Counts in solving. */
  readonly implies: readonly ScopeName[];
  readonly describedAs: readonly DescribedGrant[];
  readonly source: SourceRef;
}

/** A newer version should be used. The old one may well go on working: `note` says what the docs say. */
export interface Deprecation {
  /** Id of the operation that does the same; absent when the docs don't say which one does. */
  readonly replacement?: string;
  /** Ids of newer operations that may serve, when the docs don't say which one does the same. */
  readonly alternatives?: readonly string[];
  /** How the parameters of the newer version differ. */
  readonly parameterChanges?: string;
  readonly note: string;
  readonly source: SourceRef;
}

export interface OperationParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  /** True when the docs call it required; false also where they don't say. */
  readonly required: boolean;
  readonly format?: string;
  /** The fixed value that the docs show, e.g. `application/json`. */
  readonly value?: string;
  readonly note?: string;
  readonly source: SourceRef;
}

/** What another document says of the same operation; shown, never solved. */
export interface AlsoStated {
  readonly scopes: readonly ScopeName[];
  readonly path: string;
  readonly source: SourceRef;
}

/** One line of the docs that assigns a scope to an operation. */
export interface Assignment {
  readonly scope: ScopeName;
  readonly source: SourceRef;
}

export interface Operation {
  /** `METHOD path` in the docs' form; unique in a catalog. */
  readonly id: string;
  readonly method: HttpMethod;
  /** The docs' path template, with `{name}` parameters. */
  readonly path: string;
  /** Full path templates, from the host's root. Empty when the docs' form is all that is known. */
  readonly paths: readonly string[];
  /** What the operation does, in a sentence. */
  readonly summary?: string;
  /** Base URLs of this operation alone, where they differ from the catalog's; `{variables}` stand for any text. */
  readonly servers?: readonly string[];
  /** Any of these requirements; `undocumented` when the docs state none. */
  readonly security: readonly SecurityRequirement[] | 'undocumented';
  /** Where the scopes in `security` are stated, when they are stated one by one. */
  readonly assignments?: readonly Assignment[];
  /** How the operation is counted by the objective, where the method misleads. */
  readonly access?: 'read' | 'write';
  readonly deprecated?: Deprecation;
  readonly parameters: readonly OperationParameter[];
  /** Key into `requestShapes`. */
  readonly requestShape?: string;
  readonly alsoStated: readonly AlsoStated[];
  readonly sources: readonly SourceRef[];
}

export type Environment = 'production' | 'uat' | 'trial' | 'sandbox';

export interface RateLimitWindow {
  readonly quota: number;
  readonly windowSeconds: number;
}

export interface RateLimit {
  readonly id: string;
  readonly applies: {
    /** Counts every operation by itself. */
    readonly each?: 'operation';
    /** Operation ids that share one counter. */
    readonly operations?: readonly string[];
    /** Glob over full paths (`*` within the rest of the path). */
    readonly pathGlob?: string;
    /** Counts the whole account. */
    readonly account?: true;
  };
  /** Undefined: every environment but sandbox. */
  readonly environment?: Environment;
  readonly windows: readonly RateLimitWindow[];
  readonly partition: 'account' | 'credential' | 'user' | 'ip';
  readonly violation: 'rejected' | 'blocked' | 'degraded';
  /** How long traffic is blocked after a violation. */
  readonly blockedSeconds?: number;
  readonly note?: string;
  readonly sources: readonly SourceRef[];
}

export interface RequestField {
  readonly name: string;
  /** The docs' words: `string`, `integer`, `array of X`, `string (identifier)`. */
  readonly type: string;
  readonly note: string;
  readonly source: SourceRef;
}

/** The shape of a JSON body: an array of objects with these fields, one such object, or a part of other shapes. */
export interface RequestShape {
  readonly name: string;
  readonly body: 'array' | 'object' | 'part';
  readonly fields: readonly RequestField[];
  readonly source: SourceRef;
}

/** A response that the docs describe. `status` is an HTTP status. */
export interface DocumentedResponse {
  readonly status: number;
  /** The error code in the body, where the docs give one. */
  readonly code?: string;
  readonly meaning: string;
  /** Key into `requestShapes` of the body's shape. */
  readonly body?: string;
  readonly remedy?: string;
  /** Ids of the operations that it is stated for; undefined: every operation. */
  readonly operations?: readonly string[];
  readonly source: SourceRef;
}

/** A response header that carries facts about a rate limit. */
export interface RateLimitHeader {
  readonly name: string;
  readonly meaning: string;
  readonly source: SourceRef;
}

/** A statement about how the API is to be used, that reports and findings can cite. */
export interface Guidance {
  /** Stable, kebab-case. */
  readonly id: string;
  readonly statement: string;
  readonly source: SourceRef;
}

export interface CatalogSource {
  readonly document: string;
  readonly title: string;
}

/** How the catalog's servers and base paths turn a URL into a path. */
export interface Catalog {
  readonly schemaVersion: 1;
  readonly provider: string;
  readonly title: string;
  /** Base URLs with `{variables}`; empty when the docs name none (`{base_url}`): any run-time host may be the provider's. */
  readonly servers: readonly string[];
  /** Whether path matching ignores case; default false. */
  readonly caseInsensitivePaths?: boolean;
  readonly schemes: Readonly<Record<SchemeId, SecurityScheme>>;
  readonly scopes: readonly Scope[];
  readonly operations: readonly Operation[];
  readonly rateLimits: readonly RateLimit[];
  readonly requestShapes: Readonly<Record<string, RequestShape>>;
  /** Responses, rate-limit headers and guidance that the docs state; absent when they state none. */
  readonly responses?: readonly DocumentedResponse[];
  readonly rateLimitHeaders?: readonly RateLimitHeader[];
  readonly guidance?: readonly Guidance[];
  readonly sources: readonly CatalogSource[];
}
