import type {
  Assignment,
  Catalog,
  Deprecation,
  DescribedGrant,
  DocumentedResponse,
  Guidance,
  Operation,
  OperationParameter,
  RateLimit,
  RateLimitHeader,
  RequestShape,
  SchemeId,
  Scope,
  ScopeName,
  SecurityScheme,
  SourceRef,
} from '../model/catalog.js';

/** One document to compile: its text, the name that `SourceRef.document` gets, and the path that messages name. */
export interface SourceText {
  readonly document: string;
  readonly file: string;
  readonly text: string;
}

/** What a document can't say about itself. */
export interface CompileSettings {
  /** What several scopes in one list mean; `undefined`: the format's own rule, with a warning where vendors differ. */
  readonly scopeArray: 'any' | 'all' | undefined;
  readonly caseInsensitivePaths?: boolean;
  /** The scheme whose scopes the document assigns without naming a scheme; default `oauth2`. */
  readonly scopeScheme?: SchemeId;
}

/** Something that a compiled document leaves open; never a dropped fact. `line` is 1-based. */
export interface CompileWarning {
  readonly file: string;
  readonly line?: number;
  readonly message: string;
}

/** One documented operation found under a full path, in a document that adds to the first source. */
export interface PathPairing {
  /** `METHOD path` in the docs' form. */
  readonly operation: string;
  /** Full path template from the host's root; undefined when the operation stays unpaired. */
  readonly path: string | undefined;
  /** The scopes that the other document states, kept and never solved; undefined when it lacks the operation. */
  readonly scopes: readonly ScopeName[] | undefined;
  /** Why both forms are one operation, or why no full path was taken. */
  readonly evidence: string;
  readonly source: SourceRef;
}

/** What one document adds to an operation that is stated elsewhere. */
export interface OperationAddition {
  /** `METHOD path` in the docs' form. */
  readonly operation: string;
  readonly parameters?: readonly OperationParameter[];
  readonly deprecated?: Deprecation;
  readonly requestShape?: string;
  readonly source: SourceRef;
}

/** What the description of the scope `of` grants beyond its assigned operations. */
export interface DescribedGrantOf {
  readonly of: ScopeName;
  readonly grant: DescribedGrant;
}

/** The facts of one document, before they are merged with those of others. */
export interface CatalogPart {
  readonly title?: string;
  readonly servers: readonly string[];
  readonly schemes: Readonly<Record<SchemeId, SecurityScheme>>;
  readonly scopes: readonly Scope[];
  /** Scopes that are named without stating anything to solve: checked to be known. */
  readonly scopeMentions: readonly Assignment[];
  readonly describedGrants: readonly DescribedGrantOf[];
  /** Repeated ids are merged; within one document their security alternatives add up. */
  readonly operations: readonly Operation[];
  readonly additions: readonly OperationAddition[];
  readonly pairings: readonly PathPairing[];
  readonly rateLimits: readonly RateLimit[];
  readonly requestShapes: Readonly<Record<string, RequestShape>>;
  readonly responses: readonly DocumentedResponse[];
  readonly rateLimitHeaders: readonly RateLimitHeader[];
  readonly guidance: readonly Guidance[];
  readonly caseInsensitivePaths?: boolean;
}

/** A part without facts, to spread from. */
export const emptyPart: CatalogPart = {
  servers: [],
  schemes: {},
  scopes: [],
  operations: [],
  pairings: [],
  rateLimits: [],
  requestShapes: {},
  responses: [],
  additions: [],
  scopeMentions: [],
  describedGrants: [],
  rateLimitHeaders: [],
  guidance: [],
};

/** The facts of one document and what it leaves open. */
export interface CompiledPart {
  readonly part: CatalogPart;
  readonly warnings: readonly CompileWarning[];
}

/** A kind of document. A broken document is a `UserError` with file and line. */
export interface CatalogFormat {
  readonly id: string;
  /** What tells its documents, for people. */
  readonly recognizedBy: string;
  /** Whether this format reads the document: a cheap test of its name and text. The first that matches compiles it. */
  matches(source: SourceText): boolean;
  compile(source: SourceText, settings: CompileSettings): CompiledPart;
}

export type ConflictKind = 'security' | 'path' | 'limit' | 'description';

/** Statements of one fact that differ: all are kept; `settled` says which one counts, and why. */
export interface Conflict {
  readonly kind: ConflictKind;
  /** An operation id, a scope name or a rate limit id. */
  readonly subject: string;
  /** The statement that counts unless it is settled otherwise comes first. */
  readonly statements: readonly Statement[];
  readonly settled?: Settlement;
}

export interface Statement {
  readonly says: string;
  readonly source: SourceRef;
}

/** `as` is `first` (the first statement counts), `both`, or the document whose statement counts. */
export interface Settlement {
  readonly as: string;
  readonly reason: string;
  readonly source: SourceRef;
}

/** A compiled catalog with the conflicts found on the way. */
export interface CompiledCatalog {
  readonly catalog: Catalog;
  readonly conflicts: readonly Conflict[];
  readonly warnings: readonly CompileWarning[];
}
