// Reads a permissions file in the form of Microsoft Graph's (microsoft-graph-devx-content, permissions/new) into a catalog.
import { readFileSync } from 'node:fs';
import type { Catalog, Operation, SecurityRequirement } from '../../src/model/catalog.js';
import { toHttpMethod } from '../../src/model/http-method.js';

interface PathSet {
  readonly schemeKeys: readonly string[];
  readonly methods: readonly string[];
  readonly paths: Readonly<Record<string, string>>;
}
interface PermissionFile {
  readonly permissions: Readonly<Record<string, { readonly pathSets: readonly PathSet[] }>>;
}

const source = { document: 'permissions.json', line: 1 };

/**
 * One scheme's permissions as scopes. `AlsoRequires=A,B` needs the permission and any one of the listed. The
 * permission that the file marks as the least for a path is listed first, as the vendor's pages do.
 */
export function readGraphCatalog(file: string, scheme: string): Catalog {
  const { permissions } = JSON.parse(readFileSync(file, 'utf8')) as PermissionFile;
  const requirements = new Map<string, SecurityRequirement[]>();
  for (const [permission, { pathSets }] of Object.entries(permissions)) {
    for (const set of pathSets.filter((one) => one.schemeKeys.includes(scheme))) {
      for (const [path, marks] of Object.entries(set.paths)) {
        const also = /AlsoRequires=([^;]*)/.exec(marks)?.[1]?.split(',') ?? [];
        const alternatives = also.length > 0 ? also.map((other) => [permission, other]) : [[permission]];
        const isLeast = (/least=([^;]*)/.exec(marks)?.[1]?.split(',') ?? []).includes(scheme);
        for (const method of set.methods) {
          const id = `${method} ${path}`;
          const known = requirements.get(id) ?? [];
          const added = alternatives.map((scopes) => ({ oauth: scopes }));
          requirements.set(id, isLeast ? [...added, ...known] : [...known, ...added]);
        }
      }
    }
  }
  const operations = [...requirements].map(([id, security]) => toOperation(id, security));
  return toCatalog(Object.keys(permissions), operations);
}

export function toOperation(id: string, security: Operation['security']): Operation {
  const [method = '', path = ''] = id.split(/ (.*)/s);
  const known = toHttpMethod(method) ?? 'GET';
  return { id, method: known, path, paths: [], security, parameters: [], alsoStated: [], sources: [source] };
}

export function toCatalog(names: readonly string[], operations: readonly Operation[]): Catalog {
  return {
    schemaVersion: 1,
    provider: 'bench',
    title: 'Bench',
    servers: [],
    schemes: { oauth: { type: 'oauth2' } },
    scopes: names.map((name) => ({ name, description: '', implies: [], describedAs: [], source })),
    operations,
    rateLimits: [],
    requestShapes: {},
    sources: [],
  };
}
