import * as v from 'valibot';
import type { Catalog } from '../model/catalog.js';
import { UserError } from '../model/errors.js';
import { httpMethods } from '../model/http-method.js';

/** The newest catalog that this version reads. */
const knownVersion = 1;

const source = v.looseObject({ document: v.string(), line: v.number() });
const names = v.array(v.string());
const optional = v.exactOptional;
const environment = v.picklist(['production', 'uat', 'trial', 'sandbox']);

const scope = v.looseObject({
  name: v.string(),
  description: v.string(),
  implies: names,
  describedAs: v.array(v.looseObject({ scope: v.string(), quote: v.string(), source })),
  source,
});

const operation = v.looseObject({
  id: v.string(),
  method: v.picklist(httpMethods),
  path: v.string(),
  paths: names,
  servers: optional(names),
  security: v.union(
    [v.literal('undocumented'), v.array(v.record(v.string(), names))],
    'expected "undocumented" or a list of requirements such as { "oauth2": ["READ"] }',
  ),
  access: optional(v.picklist(['read', 'write'])),
  parameters: v.array(
    v.looseObject({
      name: v.string(),
      in: v.picklist(['path', 'query', 'header']),
      required: v.boolean(),
      source,
    }),
  ),
  requestShape: optional(v.string()),
  deprecated: optional(v.looseObject({ note: v.string(), source })),
  alsoStated: v.array(v.looseObject({ scopes: names, path: v.string(), source })),
  sources: v.array(source),
});

const rateLimit = v.looseObject({
  id: v.string(),
  applies: v.looseObject({
    each: optional(v.literal('operation')),
    operations: optional(names),
    pathGlob: optional(v.string()),
    account: optional(v.literal(true)),
  }),
  environment: optional(environment),
  windows: v.array(v.looseObject({ quota: v.number(), windowSeconds: v.pipe(v.number(), v.gtValue(0)) })),
  partition: v.picklist(['account', 'credential', 'user', 'ip']),
  violation: v.picklist(['rejected', 'blocked', 'degraded']),
  blockedSeconds: optional(v.number()),
  sources: v.array(source),
});

/** Unknown keys pass: fields may be added within a version. */
const catalogSchema = v.looseObject({
  schemaVersion: v.literal(knownVersion),
  provider: v.string(),
  title: v.string(),
  servers: names,
  caseInsensitivePaths: optional(v.boolean()),
  schemes: v.record(v.string(), v.looseObject({ type: v.string() })),
  scopes: v.array(scope),
  operations: v.array(operation),
  rateLimits: v.array(rateLimit),
  requestShapes: v.record(
    v.string(),
    v.looseObject({
      name: v.string(),
      body: v.picklist(['array', 'object', 'part']),
      fields: v.array(v.unknown()),
    }),
  ),
  sources: v.array(v.looseObject({ document: v.string(), title: v.string() })),
});

const remedy = 'Compile it again: leastscope compile <source...> -o catalog.json.';

/** The value as a catalog. A `UserError` that names the file and the wrong entry when it is none, or is of a newer version. */
export function validateCatalog(json: unknown, file: string): Catalog {
  const version = schemaVersionOf(json);
  if (typeof version === 'number' && version > knownVersion) {
    throw new UserError(
      `schemaVersion ${version} is newer than ${knownVersion}, the newest that this leastscope reads`,
      { file },
      'Update leastscope, or compile the catalog again with this version.',
    );
  }
  if (version === undefined) {
    throw new UserError(
      'is no catalog: schemaVersion is missing; nor is it an OpenAPI document',
      { file },
      'Give an OpenAPI 3.x or Swagger 2.0 document, or what leastscope compile <source...> -o catalog.json wrote.',
    );
  }
  const result = v.safeParse(catalogSchema, json);
  if (!result.success) {
    const [first, ...rest] = result.issues.map((issue) => {
      const where = issue.path?.map(({ key }) => String(key)).join('.') ?? 'the file';
      return new UserError(`is no catalog: ${where}: ${issue.message}`, { file }, remedy);
    });
    throw first
      ? new UserError(first.message, { file }, remedy, rest)
      : new Error('a failure without an issue');
  }
  const catalog = json as Catalog;
  refuseRepeatedIds(catalog, file);
  return catalog;
}

function schemaVersionOf(json: unknown): unknown {
  return typeof json === 'object' && json !== null && 'schemaVersion' in json
    ? json.schemaVersion
    : undefined;
}

/** Everything downstream finds operations by id. */
function refuseRepeatedIds({ operations }: Catalog, file: string): void {
  const seen = new Set<string>();
  for (const [index, { id, method, path }] of operations.entries()) {
    if (seen.has(id)) {
      throw new UserError(`is no catalog: operations.${index}.id: "${id}" stands twice`, { file }, remedy);
    }
    if (id !== `${method} ${path}`) {
      const message = `is no catalog: operations.${index}.id: found "${id}", expected "${method} ${path}"`;
      throw new UserError(message, { file }, remedy);
    }
    seen.add(id);
  }
}
