import { isPlainObject, listField, textField } from './plain-data.js';
import type { PlainObject } from './plain-data.js';
import type { Reading } from './reading.js';
import { serverUrls } from './server-variables.js';

/** Where an operation can be reached. */
export interface BaseUrls {
  /** Base URLs whose free variables stand as `{name}`; a base path alone where the document names no host. */
  readonly servers: readonly string[];
  /** The paths of the base URLs, without a trailing slash; `''` is the root. */
  readonly basePaths: readonly string[];
}

/** The servers of the whole document: OpenAPI's `servers`, or Swagger's schemes, host and base path. */
export function rootBaseUrls(reading: Reading): BaseUrls {
  const stated = reading.isSwagger
    ? parseServers(reading, swaggerUrls(reading.root), undefined)
    : statedBaseUrls(reading, reading.root);
  // The root of the document's own host is the standard's default, and says nothing.
  const says = stated?.servers.some((server) => server !== '/');
  return stated !== undefined && says ? stated : { servers: [], basePaths: [''] };
}

/** The servers that a path item or an operation states for itself; undefined when it states none. */
export function statedBaseUrls(reading: Reading, holder: PlainObject): BaseUrls | undefined {
  const stated = listField(holder, 'servers').filter(isPlainObject);
  if (stated.length === 0) return undefined;
  reading.spend(stated.length);
  const urls = stated.flatMap((server) => serverUrls(reading, server));
  return parseServers(reading, urls, reading.lines.of(stated[0]));
}

function swaggerUrls(root: PlainObject): string[] {
  const basePath = textField(root, 'basePath') ?? '';
  const path = basePath === '' || basePath.startsWith('/') ? basePath : `/${basePath}`;
  // Some documents write a whole URL as their host.
  const host = (textField(root, 'host') ?? '').replace(/^[a-z]+:\/\//i, '').replace(/\/$/, '');
  if (host === '') return [path === '' ? '/' : path];
  const schemes = listField(root, 'schemes').filter((scheme) => scheme === 'http' || scheme === 'https');
  return (schemes.length === 0 ? ['https'] : schemes).map((scheme) => `${String(scheme)}://${host}${path}`);
}

function parseServers(reading: Reading, urls: readonly string[], line: number | undefined): BaseUrls {
  const servers = new Set<string>();
  const basePaths = new Set<string>();
  for (const url of urls) {
    const { origin, basePath } = parseServer(url.trim());
    const named = withoutPlaceholders(origin);
    if (named !== origin) reading.tally(placeholderHosts, origin, line);
    servers.add(`${named}${basePath}` || '/');
    basePaths.add(basePath);
  }
  return { servers: [...servers], basePaths: [...basePaths] };
}

/** `origin` is empty where the URL names no host. */
function parseServer(url: string): { origin: string; basePath: string } {
  const absolute = /^(?:([a-z][a-z0-9+.-]*):)?\/\/([^/?#]*)([^?#]*)/i.exec(url);
  if (absolute !== null) {
    const [, scheme = 'https', host = '', path = ''] = absolute;
    return { origin: host === '' ? '' : `${scheme}://${host}`, basePath: withoutTrailingSlash(path) };
  }
  const path = withoutTrailingSlash(/^[^?#]*/.exec(url)?.[0] ?? '');
  const [first = ''] = path.split('/', 1);
  // `api.example.com/v1` and `{server}/v1`: the scheme was left out. Anything else is relative.
  if (first.startsWith('{') || /^[\w-]+(\.[\w-]+)+(:\d+)?$/.test(first)) {
    return { origin: `https://${first}`, basePath: path.slice(first.length) };
  }
  const relative = path.replace(/^[./]+/, '');
  return { origin: '', basePath: relative === '' ? '' : `/${relative}` };
}

/**
 * `https://your-domain.example.net` means anybody's name, not that host: such a label becomes a variable. The last
 * two labels say whose host it is, and stay.
 */
function withoutPlaceholders(origin: string): string {
  const [start = '', host = ''] = origin.split('//');
  const labels = host.split('.');
  const named = labels.map((label, index) =>
    index < labels.length - 2 && placeholder.test(label) ? `{${label}}` : label,
  );
  return host === '' ? origin : `${start}//${named.join('.')}`;
}

/** `your-domain`, `YOUR_ORG`, `yourOrgSubDomain`, `yourcompany`, `subdomain`. */
const placeholder = /^(subdomain|your([-_A-Z]|(sub)?domain|company|instance|tenant|site)|YOUR[-_])[\w-]*$/;

const placeholderHosts = (count: number, example: string): string =>
  `A placeholder in the host ${example}${count > 1 ? ` (and in ${count - 1} more)` : ''} is taken to stand for any name.`;

function withoutTrailingSlash(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
