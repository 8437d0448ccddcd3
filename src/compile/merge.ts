import type {
  Catalog,
  CatalogSource,
  RateLimit,
  RequestShape,
  SchemeId,
  SecurityScheme,
} from '../model/catalog.js';
import { UserError } from '../model/errors.js';
import type { CatalogPart, Conflict } from './format.js';
import { statedConflicts } from './conflicts.js';
import { mergeOperations } from './merge-operations.js';
import { mergeScopes } from './merge-scopes.js';
import { canonicalOrder, groupBy, uniqueSources } from './order.js';
import type { Override } from './overrides.js';
import { chosen, settle } from './overrides.js';
import { saysLimit, sourceOf } from './statements.js';

/** The facts of one document, with the path that messages name. */
export interface DocumentPart {
  readonly document: string;
  readonly file: string;
  readonly part: CatalogPart;
}

/** What holds for a provider as a whole, beside its documents. */
export interface ProviderFacts {
  readonly provider: string;
  readonly title?: string;
  readonly servers: readonly string[];
  readonly schemes: Readonly<Record<SchemeId, SecurityScheme>>;
  readonly caseInsensitivePaths?: boolean;
  readonly sources: readonly CatalogSource[];
}

/** Joins documents in their order: where two state a fact differently, the first counts unless an override decides. */
export function mergeParts(
  documents: readonly DocumentPart[],
  facts: ProviderFacts,
  overrides: readonly Override[],
): { readonly catalog: Catalog; readonly conflicts: readonly Conflict[] } {
  const parts = documents.map(({ part }) => part);
  const operations = mergeOperations(documents, overrides);
  const { scopes, conflicts: scopeConflicts } = mergeScopes(documents, operations, overrides);
  const limits = mergeLimits(documents, overrides);
  const { title = parts.find((part) => part.title !== undefined)?.title ?? facts.provider } = facts;
  const caseInsensitive = facts.caseInsensitivePaths ?? parts.some((part) => part.caseInsensitivePaths);
  const catalog = canonicalOrder({
    schemaVersion: 1,
    provider: facts.provider,
    title,
    servers: [...new Set([...facts.servers, ...parts.flatMap(({ servers }) => servers)])],
    ...(caseInsensitive ? { caseInsensitivePaths: true } : {}),
    schemes: Object.assign({}, ...parts.map(({ schemes }) => schemes), facts.schemes) as Catalog['schemes'],
    scopes,
    operations,
    rateLimits: limits.rateLimits,
    requestShapes: mergeShapes(documents),
    ...whenAny(
      'responses',
      parts.flatMap(({ responses }) => responses),
    ),
    ...whenAny(
      'rateLimitHeaders',
      parts.flatMap(({ rateLimitHeaders }) => rateLimitHeaders),
    ),
    ...whenAny(
      'guidance',
      parts.flatMap(({ guidance }) => guidance),
    ),
    sources: facts.sources,
  });
  const conflicts = [...scopeConflicts, ...limits.conflicts, ...statedConflicts(catalog, overrides)];
  return { catalog, conflicts };
}

function whenAny<K extends string, T>(key: K, values: readonly T[]): Partial<Record<K, readonly T[]>> {
  return values.length === 0 ? {} : ({ [key]: values } as Partial<Record<K, readonly T[]>>);
}

function mergeLimits(
  documents: readonly DocumentPart[],
  overrides: readonly Override[],
): { readonly rateLimits: readonly RateLimit[]; readonly conflicts: readonly Conflict[] } {
  const conflicts: Conflict[] = [];
  const byId = groupBy(
    documents.flatMap(({ part }) => part.rateLimits),
    ({ id }) => id,
  );
  const rateLimits = [...byId].map(([id, statements]): RateLimit => {
    const sources = statements.flatMap((limit) => limit.sources);
    const index = chosen(
      'limit',
      id,
      statements.map((limit) => limit.sources[0]?.document ?? ''),
      overrides,
    );
    if (new Set(statements.map(({ sources: _, ...limit }) => JSON.stringify(limit))).size > 1) {
      const stated = statements.map((limit) => ({ says: saysLimit(limit), source: sourceOf(limit) }));
      conflicts.push(settle('limit', id, stated, overrides));
    }
    return { ...(statements[index] as RateLimit), sources: uniqueSources(sources) };
  });
  return { rateLimits, conflicts };
}

function mergeShapes(documents: readonly DocumentPart[]): Readonly<Record<string, RequestShape>> {
  const shapes = new Map<string, RequestShape>();
  for (const { file, part } of documents) {
    for (const [name, shape] of Object.entries(part.requestShapes)) {
      const before = shapes.get(name);
      if (before) {
        throw new UserError(
          `the shape ${name} is declared twice, first in ${before.source.document}:${before.source.line}`,
          { file, line: shape.source.line },
          'Keep one of them.',
        );
      }
      shapes.set(name, shape);
    }
  }
  return Object.fromEntries(shapes);
}
