// Catalogs by hand for the tests: scopes with what they imply, operations with the scope sets that authorize them.
import type {
  Catalog,
  Operation,
  Scope,
  SecurityRequirement,
  SecurityScheme,
} from '../../src/model/catalog.js';
import { toHttpMethod } from '../../src/model/http-method.js';

const source = { document: 'docs.md', line: 1 };

type Security = readonly (readonly string[])[] | readonly SecurityRequirement[] | 'undocumented';

export interface SmallCatalog {
  readonly implies?: Readonly<Record<string, readonly string[]>>;
  readonly describedAs?: Readonly<Record<string, readonly { scope: string; quote: string }[]>>;
  readonly operations: Readonly<Record<string, Security>>;
  readonly access?: Readonly<Record<string, 'read' | 'write'>>;
  readonly schemes?: Readonly<Record<string, SecurityScheme>>;
}

/** Scopes are those that anything names. A plain list of scopes is one requirement of an OAuth scheme. */
export function smallCatalog({
  implies = {},
  describedAs = {},
  operations,
  access = {},
  schemes = {},
}: SmallCatalog): Catalog {
  const requirements = Object.values(operations).flatMap((security) =>
    security === 'undocumented' ? [] : security.map(toRequirement),
  );
  const names = new Set([
    ...requirements.flatMap((requirement) => Object.values(requirement).flat()),
    ...Object.entries(implies).flatMap(([scope, others]) => [scope, ...others]),
    ...Object.keys(describedAs),
  ]);
  return {
    schemaVersion: 1,
    provider: 'small',
    title: 'Small',
    servers: [],
    schemes: { oauth: { type: 'oauth2' }, key: { type: 'apiKey' }, basic: { type: 'http' }, ...schemes },
    scopes: [...names].map((name): Scope => {
      const grants = (describedAs[name] ?? []).map((grant) => ({
        ...grant,
        source: { document: 'scopes.md', line: 7 },
      }));
      return { name, description: '', implies: implies[name] ?? [], describedAs: grants, source };
    }),
    operations: Object.entries(operations).map(([id, security]) => toOperation(id, security, access[id])),
    rateLimits: [],
    requestShapes: {},
    sources: [],
  };
}

function toOperation(id: string, security: Security, access: 'read' | 'write' | undefined): Operation {
  const [method = '', path = ''] = id.split(' ');
  return {
    id,
    method: toHttpMethod(method) ?? 'GET',
    path,
    paths: [],
    security: security === 'undocumented' ? security : security.map(toRequirement),
    ...(access ? { access } : {}),
    parameters: [],
    alsoStated: [],
    sources: [source],
  };
}

const toRequirement = (set: readonly string[] | SecurityRequirement): SecurityRequirement =>
  Array.isArray(set) ? (set.length > 0 ? { oauth: set } : {}) : (set as SecurityRequirement);
