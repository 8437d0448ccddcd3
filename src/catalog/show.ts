import type { Catalog, Operation, RateLimit, Scope, SourceRef } from '../model/catalog.js';

/** What `catalog show --format json` prints. A contract: fields may be added, never changed. */
export interface ShownCatalog {
  readonly provider: string;
  readonly title: string;
  readonly scopes: readonly ShownScope[];
  readonly operations: readonly ShownOperation[];
  readonly rateLimits: readonly ShownRateLimit[];
}

type ShownScope = Pick<Scope, 'name' | 'description' | 'implies' | 'describedAs' | 'source'>;

interface ShownOperation extends Pick<Operation, 'method' | 'path' | 'paths' | 'alsoStated'> {
  /** Any of, all of; `[[]]` needs no scope, which is public unless `schemes` says which token it takes. */
  readonly security: readonly (readonly string[])[] | 'undocumented';
  /** The schemes of each alternative in `security`, in its order. */
  readonly schemes: readonly (readonly string[])[];
  readonly deprecated: Operation['deprecated'] | null;
  readonly sources: readonly SourceRef[];
}

interface ShownRateLimit {
  readonly id: string;
  readonly applies: {
    readonly each: 'operation' | null;
    readonly operations: readonly string[];
    readonly pathGlob: string | null;
    readonly account: boolean;
  };
  /** Null: every environment but the sandbox. */
  readonly environment: RateLimit['environment'] | null;
  readonly windows: RateLimit['windows'];
  readonly partition: RateLimit['partition'];
  readonly violation: RateLimit['violation'];
  readonly blockedSeconds?: number;
  readonly note?: string;
  readonly sources: readonly SourceRef[];
}

/** The catalog in the shape that is printed for programs. */
export function catalogToJson(catalog: Catalog): ShownCatalog {
  return {
    provider: catalog.provider,
    title: catalog.title,
    scopes: catalog.scopes.map(({ name, description, implies, describedAs, source }) => ({
      name,
      description,
      implies,
      describedAs,
      source,
    })),
    operations: catalog.operations.map(shownOperation),
    rateLimits: catalog.rateLimits.map(shownRateLimit),
  };
}

function shownOperation(operation: Operation): ShownOperation {
  const { method, path, paths, security, alsoStated, sources } = operation;
  const alternatives = security === 'undocumented' ? [] : security;
  return {
    method,
    path,
    paths,
    security:
      security === 'undocumented'
        ? security
        : alternatives.map((requirement) => [...new Set(Object.values(requirement).flat())]),
    schemes: alternatives.map((requirement) => Object.keys(requirement)),
    deprecated: operation.deprecated ?? null,
    alsoStated,
    sources,
  };
}

function shownRateLimit(limit: RateLimit): ShownRateLimit {
  const { id, applies, environment, windows, partition, violation, blockedSeconds, note, sources } = limit;
  return {
    id,
    applies: {
      each: applies.each ?? null,
      operations: applies.operations ?? [],
      pathGlob: applies.pathGlob ?? null,
      account: applies.account ?? false,
    },
    environment: environment ?? null,
    windows,
    partition,
    violation,
    ...(blockedSeconds === undefined ? {} : { blockedSeconds }),
    ...(note === undefined ? {} : { note }),
    sources,
  };
}
