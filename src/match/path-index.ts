import type { Catalog, Operation } from '../model/catalog.js';
import type { HttpMethod } from '../model/http-method.js';
import { routeKey } from '../catalog/path-template.js';
import { indexWords } from './nearest.js';
import type { WordIndex } from './nearest.js';
import { isLiteral, templatePatterns } from './path-pattern.js';
import type { SegmentPattern } from './path-pattern.js';
import { emptyNode, insertRoute, sortMixed } from './route-trie.js';
import type { Route, RouteNode } from './route-trie.js';
import { parseServer, readServers } from './server-pattern.js';
import type { ProviderServers } from './server-pattern.js';
import { isFrame, isVersion } from './specificity.js';

/** One catalog, ready for look-ups by path. */
export interface ProviderIndex {
  readonly provider: string;
  readonly servers: ProviderServers;
  /** Paths from the host's root. */
  readonly full: RouteNode;
  /** The docs' paths, relative to a server. */
  readonly docs: RouteNode;
  /** What is left of full paths when a base URL holds their first segments. */
  readonly ends: RouteNode;
  /** The docs name no server, so their paths may stand behind the prefix of a module. */
  readonly hasModules: boolean;
  /** First segments of known full paths behind `/api/` and `/rest/api/`. */
  readonly modules: ReadonlySet<string>;
  readonly ignoresCase: boolean;
  readonly operations: readonly Operation[];
  readonly words: WordIndex;
}

export interface PathIndex {
  /** In the order of the catalogs, which decides between equals. */
  readonly providers: readonly ProviderIndex[];
  /** Every method that some operation has. */
  readonly methods: readonly HttpMethod[];
}

/** Servers of the config by provider: base URLs with `*`, or `env:NAME`. */
export type ConfiguredServers = Readonly<Record<string, readonly string[]>>;

/** Prepares catalogs for `match`. */
export function buildPathIndex(catalogs: readonly Catalog[], servers: ConfiguredServers = {}): PathIndex {
  const providers = catalogs.map((catalog) => indexCatalog(catalog, servers[catalog.provider] ?? []));
  const methods = new Set(providers.flatMap(({ operations }) => operations.map(({ method }) => method)));
  return { providers, methods: [...methods].sort() };
}

function indexCatalog(catalog: Catalog, configured: readonly string[]): ProviderIndex {
  const [full, docs, ends] = [emptyNode(), emptyNode(), emptyNode()];
  const ignoresCase = catalog.caseInsensitivePaths === true;
  const hasModules = catalog.servers.length === 0;
  const modules = new Set<string>();
  for (const operation of catalog.operations) {
    const own = operation.servers?.map(parseServer);
    const docsPattern = templatePatterns(operation.path);
    const shape = routeKey(operation.path);
    const route = (pattern: readonly SegmentPattern[]): Route => ({
      operation,
      shape,
      pattern: ignoresCase ? pattern.map((segment) => segment.map((piece) => piece.toLowerCase())) : pattern,
      ...(own === undefined ? {} : { servers: own }),
    });
    insertRoute(docs, route(docsPattern));
    for (const { pattern, base } of fullPatterns(operation, docsPattern, catalog.servers)) {
      insertRoute(full, route(pattern));
      for (const end of pathEnds(pattern, base)) insertRoute(ends, route(end));
      const module = hasModules ? moduleOf(pattern) : undefined;
      if (module !== undefined) modules.add(module);
    }
  }
  for (const root of [full, docs, ends]) sortMixed(root);
  const own = catalog.operations.flatMap((operation) => operation.servers ?? []);
  const listed = [...catalog.servers, ...own.filter((server) => !parseServer(server).open)];
  const servers = readServers([...new Set(listed)], configured);
  const { provider, operations } = catalog;
  return {
    provider,
    servers,
    full,
    docs,
    ends,
    hasModules,
    modules,
    ignoresCase,
    operations,
    words: indexWords(operations),
  };
}

interface FullPattern {
  readonly pattern: readonly SegmentPattern[];
  /** How many first segments may be part of somebody's base URL. */
  readonly base: number;
}

function fullPatterns(
  operation: Operation,
  docs: readonly SegmentPattern[],
  servers: readonly string[],
): FullPattern[] {
  const bases = (operation.servers ?? servers).map((server) => parseServer(server).base);
  const stated =
    operation.paths.length > 0
      ? operation.paths.map(templatePatterns)
      : bases.map((base) => [...base, ...docs]);
  const full = stated.map((pattern) => ({ pattern, base: Math.max(0, pattern.length - docs.length) }));
  // Docs without servers write some paths from the host's root: `/api/vendor/v1/contracts/types`.
  const rooted =
    bases.length === 0 && docs.slice(0, 2).some((segment) => isLiteral(segment) && segment[0] === 'api');
  return rooted ? [...full, { pattern: docs, base: frameLength(docs) }] : full;
}

/** The segments up to the version, or the first one alone where there is no version. */
function frameLength(pattern: readonly SegmentPattern[]): number {
  const at = pattern.findIndex((segment) => isLiteral(segment) && isVersion(segment[0] ?? ''));
  return at < 0 ? Math.min(1, pattern.length - 1) : at + 1;
}

function pathEnds(pattern: readonly SegmentPattern[], base: number): (readonly SegmentPattern[])[] {
  const ends = [];
  for (let drop = 1; drop <= base && pattern.length - drop >= 2; drop++) ends.push(pattern.slice(drop));
  return ends;
}

/** The module of a full path: what follows `/api/` or `/rest/api/`. */
export function moduleOf(path: readonly SegmentPattern[]): string | undefined {
  const at = path[0]?.[0] === 'rest' ? 2 : 1;
  const [module, ...more] = path[at] ?? [];
  if (path[at - 1]?.[0] !== 'api' || more.length > 0 || module === undefined || isFrame(module))
    return undefined;
  return module;
}
