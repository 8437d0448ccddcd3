import { normalizeParts } from '../../src/model/abstract-string.js';
import type { AbstractString, OpaqueReason, StringPart } from '../../src/model/abstract-string.js';
import type { Catalog, Operation } from '../../src/model/catalog.js';
import { toHttpMethod } from '../../src/model/http-method.js';
import type { HttpMethod } from '../../src/model/http-method.js';
import type { Match } from '../../src/model/match.js';
import { match } from '../../src/match/match.js';
import { buildPathIndex } from '../../src/match/path-index.js';
import type { ConfiguredServers } from '../../src/match/path-index.js';

/** `{env:NAME}` is an environment value, `{name}` a parameter; `{{` and `}}` are text in braces. */
export function abstractUrl(text: string): AbstractString {
  const parts = text.split(/(\{\{\w+\}\}|\{[^{}]*\})/).map((part): StringPart => {
    if (part.startsWith('{{')) return { kind: 'text', text: part.slice(1, -1) };
    if (!part.startsWith('{')) return { kind: 'text', text: part };
    const name = part.slice(1, -1);
    const reason: OpaqueReason = name.startsWith('env:')
      ? 'environment'
      : name.startsWith('window.')
        ? 'runtime'
        : 'parameter';
    return { kind: 'hole', reason, name, at: { file: 'a.ts', start: 0, end: 0 } };
  });
  return normalizeParts(parts);
}

/** An operation from `METHOD docs-path [full-path...]`. */
export function operation(text: string, servers?: readonly string[]): Operation {
  const [verb = '', path = '', ...paths] = text.split(' ');
  const method = toHttpMethod(verb);
  if (method === undefined) throw new Error(`no method in ${text}`);
  const id = `${method} ${path}`;
  const own = servers === undefined ? {} : { servers };
  return { id, method, path, paths, ...own, security: [], parameters: [], alsoStated: [], sources: [] };
}

export function catalog(
  provider: string,
  operations: readonly (string | Operation)[],
  more: Partial<Catalog> = {},
): Catalog {
  const read = operations.map((one) => (typeof one === 'string' ? operation(one) : one));
  const empty = { scopes: [], rateLimits: [], requestShapes: {}, sources: [] };
  const base = { schemaVersion: 1 as const, provider, title: provider, servers: [], schemes: {} };
  return { ...base, ...empty, operations: read, ...more };
}

export function matchIn(
  catalogs: readonly Catalog[],
  servers: ConfiguredServers,
  request: string,
): readonly Match[] {
  const [verbs = '', ...rest] = request.split(' ');
  const methods = verbs === '*' ? 'unknown' : (verbs.split(',') as HttpMethod[]);
  return match(buildPathIndex(catalogs, servers), { url: abstractUrl(rest.join(' ')), methods });
}

/** One line a match: `matched GET /users low`, `unmatched unknown-path near GET /users high`, `foreign`. */
export function lines(matches: readonly Match[]): string[] {
  return matches.map((one) => {
    switch (one.kind) {
      case 'matched':
        return `matched ${one.operation} ${one.confidence}`;
      case 'ambiguous':
        return `ambiguous ${one.operations.join(' | ')} ${one.confidence}`;
      case 'unmatched':
        return `unmatched ${one.reason}${one.nearest === undefined ? '' : ` near ${one.nearest}`} ${one.confidence}`;
      case 'foreign':
        return 'foreign';
    }
  });
}
