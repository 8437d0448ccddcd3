import { fitsPattern, HOLE, mayFitPattern, templatePatterns } from './path-pattern.js';
import type { SegmentPattern } from './path-pattern.js';
import type { RequestHost } from './request-url.js';

/** A base URL whose host may have unknown parts: `https://{tenant}.example.com/v1`, `https://*.example.com`. */
export interface ServerPattern {
  readonly text: string;
  readonly host: SegmentPattern;
  /** Undefined: any port. */
  readonly port?: string;
  readonly base: readonly SegmentPattern[];
  /** Nothing of the host is fixed (`https://{hostname}`): it names nobody. */
  readonly open: boolean;
}

/** Where a request goes, as one provider sees it. */
export type Standing =
  /** Surely the provider's: the servers that fit, or none when the config names the environment value. */
  | { readonly kind: 'known'; readonly servers: readonly ServerPattern[]; readonly by: string }
  /** An unknown host, which may be the provider's. */
  | { readonly kind: 'open'; readonly by: string }
  /** A relative URL: often the page's own server. */
  | { readonly kind: 'none'; readonly by: string }
  /** A literal host, and nothing says which hosts are the provider's. */
  | { readonly kind: 'unlisted'; readonly by: string }
  | { readonly kind: 'foreign'; readonly by: string };

export interface ProviderServers {
  /** Those of the catalog, then those of the config. */
  readonly patterns: readonly ServerPattern[];
  /** Those of the patterns that the config adds: docs' paths may stand behind them. */
  readonly configured: ReadonlySet<ServerPattern>;
  /** Names of environment values that hold the provider's base, as in `env:NAME`. */
  readonly environment: ReadonlySet<string>;
  /** All servers are known: the config names some, or the catalog does and none of its own is at anybody's host. */
  readonly known: boolean;
}

/** Reads a base URL; `{name}` and `*` stand for any text, a relative one has an open host. */
export function parseServer(text: string): ServerPattern {
  const given = text.trim().replace(/\/\*$/, '');
  const rest = given.replace(/^[a-z][a-z0-9+.-]*:\/\/|^\/\//i, '');
  const relative = rest === given && rest.startsWith('/');
  const slash = relative ? 0 : rest.indexOf('/');
  const authority = (slash < 0 ? rest : rest.slice(0, slash)).toLowerCase();
  const [, name = '', port] = /^(.*?)(?::([^:]*))?$/.exec(authority) ?? [];
  const host = wildcards(name === '' ? '*' : name);
  const base = slash < 0 ? [] : templatePatterns(rest.slice(slash));
  const open = host.length > 1 && host.every((piece) => /^\.*$/.test(piece));
  return { text, host, base, open, ...(port === undefined || /[{*]/.test(port) ? {} : { port }) };
}

function wildcards(host: string): SegmentPattern {
  const pieces = host.split(/\{[^{}]*\}|\*+/);
  return pieces.filter((piece, at) => piece !== '' || at === 0 || at === pieces.length - 1);
}

/** The servers of a provider: what its catalog lists and what the config adds (`https://*.example.com`, `env:NAME`). */
export function readServers(listed: readonly string[], configured: readonly string[]): ProviderServers {
  const names = configured.filter((entry) => entry.startsWith('env:'));
  const hosts = configured.filter((entry) => !entry.startsWith('env:'));
  const added = hosts.map(parseServer).filter((pattern) => !pattern.open);
  const stated = listed.map(parseServer);
  const patterns = [...stated.filter((pattern) => !pattern.open), ...added];
  const anyHost = stated.some((pattern) => pattern.open);
  const isConfigured = added.length > 0 || names.length > 0;
  return {
    patterns,
    configured: new Set(added),
    environment: new Set(names),
    known: isConfigured || (patterns.length > 0 && !anyHost),
  };
}

/** Whose the host is. */
export function standingOf(servers: ProviderServers, host: RequestHost): Standing {
  switch (host.kind) {
    case 'other-scheme':
      return { kind: 'foreign', by: 'the URL is not HTTP' };
    case 'none':
      return { kind: 'none', by: 'the URL names no host' };
    case 'unknown':
      return unknownHost(servers, host);
    case 'named':
      return namedHost(servers, host);
  }
}

function unknownHost(
  servers: ProviderServers,
  { holes }: Pick<RequestHost & { kind: 'unknown' }, 'holes'>,
): Standing {
  const values = holes
    .filter((hole) => hole.reason === 'environment')
    .map((hole) => environmentName(hole.name));
  const named = values.find((name) => servers.environment.has(name));
  if (named !== undefined) return { kind: 'known', servers: [], by: `the config names ${named}` };
  const [other] = values;
  if (servers.environment.size > 0 && other !== undefined) {
    return { kind: 'foreign', by: `the config names ${[...servers.environment].join(', ')}, not ${other}` };
  }
  return { kind: 'open', by: 'the host is not known from the code' };
}

const environmentName = (name: string): string => (name.startsWith('env:') ? name : `env:${name}`);

function namedHost(servers: ProviderServers, host: RequestHost & { kind: 'named' }): Standing {
  const [, name = '', port] = /^(.*?)(?::([^:]*))?$/.exec(host.text) ?? [];
  const fits = (test: typeof fitsPattern) => (pattern: ServerPattern) =>
    test(name, pattern.host) && (pattern.port === undefined || pattern.port === port);
  const own = servers.patterns.filter(fits(fitsPattern));
  const [first] = own;
  if (first !== undefined)
    return { kind: 'known', servers: own, by: `${first.text} is a server of the provider` };
  const partial = host.text.includes(HOLE);
  if (partial && !host.domain) {
    const standing = unknownHost(servers, host);
    if (standing.kind !== 'open' || servers.patterns.length === 0) return standing;
  }
  if (partial && servers.patterns.some(fits(mayFitPattern))) {
    return { kind: 'open', by: 'a part of the host is not known from the code' };
  }
  if (servers.known) return { kind: 'foreign', by: 'the host is none of the provider’s servers' };
  return { kind: 'unlisted', by: 'nothing says which hosts are the provider’s' };
}
