import type { AbstractString, HolePart } from '../model/abstract-string.js';
import { decodeSegment, HOLE } from './path-pattern.js';

export type RequestHost =
  /** A relative URL. */
  | { readonly kind: 'none' }
  /** Host and port in lower case, holes as HOLE. `domain`: at least the last two labels are text, so it names somebody. */
  | {
      readonly kind: 'named';
      readonly text: string;
      readonly domain: boolean;
      readonly holes: readonly HolePart[];
    }
  | { readonly kind: 'unknown'; readonly holes: readonly HolePart[] }
  /** Not HTTP: `data:`, `ws://`, `mailto:`. */
  | { readonly kind: 'other-scheme' };

/** A request's URL taken apart. Query and hash are gone, doubled and trailing slashes too, segments are decoded. */
export interface RequestUrl {
  readonly host: RequestHost;
  /** A hole in front of the path may hold the base path as well as the host. */
  readonly openBase: boolean;
  /** Unknown parts are HOLE. */
  readonly segments: readonly string[];
  /** A hole that ends the last segment after text (`/purposes{query}`): it may be a query string, or nothing. */
  readonly tail?: HolePart;
}

const holesOnly = /^\uE000+$/;
const scheme = /^([a-z\uE000][a-z0-9+.\-\uE000]*):\/\//i;
/** `{location.protocol}//{location.host}`: after a doubled slash, a path begins with text. */
const unknownScheme = /^\uE000:?\/\/(?=\uE000)/;
const opaqueScheme = /^(?:about|blob|data|javascript|mailto|tel):/i;
const bareHost = /^[a-z0-9\-\uE000]+(?:\.[a-z0-9\-\uE000]+)*\.[a-z]{2,}(?::\d+)?$/i;
const hostLike = /\.|:\d|^localhost$/i;

/** Takes a URL with holes apart into host, unknown base and path segments. */
export function splitUrl(url: AbstractString): RequestUrl {
  const holes = url.filter((part) => part.kind === 'hole');
  const flat = url
    .map((part) => (part.kind === 'hole' ? HOLE : part.text.replaceAll(HOLE, '')))
    .join('')
    .trim();
  const end = flat.search(/[?#]/);
  const whole = end < 0 ? flat : flat.slice(0, end);
  if (opaqueScheme.test(whole)) return { host: { kind: 'other-scheme' }, openBase: false, segments: [] };
  const { authority, path } = splitAuthority(whole);
  const before = whole.slice(0, whole.length - path.length);
  const { host, openBase } = readHost(before, authority, holes);
  const { segments, tail } = readPath(path, end < 0, holes.slice(0, count(whole)));
  return { host, openBase, segments, ...(tail === undefined ? {} : { tail }) };
}

/** `authority` is undefined for a relative URL; a hole of which nothing else is known is an authority of its own. */
function splitAuthority(whole: string): { authority: string | undefined; path: string } {
  const head =
    scheme.exec(whole)?.[0] ??
    unknownScheme.exec(whole)?.[0] ??
    (isProtocolRelative(whole) ? '//' : undefined);
  if (head !== undefined) return cutAt(whole, head.length, whole.indexOf('/', head.length));
  if (whole.startsWith(HOLE)) {
    let after = 0;
    while (whole[after] === HOLE) after++;
    const slash = whole.indexOf('/', after);
    // `{tenant}.example.com/x` and `{host}:8080/x` go on with the host, `{base}v2/x` has begun the path.
    const goesOn = /[.:-]/.test(whole[after] ?? '') && (whole[after] !== '.' || slash > 0);
    return cutAt(whole, 0, goesOn ? slash : after);
  }
  const slash = whole.indexOf('/');
  if (slash > 0 && bareHost.test(whole.slice(0, slash))) return cutAt(whole, 0, slash);
  return { authority: undefined, path: whole };
}

function cutAt(whole: string, start: number, slash: number): { authority: string; path: string } {
  const end = slash < 0 ? whole.length : slash;
  return { authority: whole.slice(start, end), path: whole.slice(end) };
}

/** `//host/path`; `//purposes/x` is a doubled slash, since no public host is a bare word. */
function isProtocolRelative(whole: string): boolean {
  if (!whole.startsWith('//')) return false;
  const slash = whole.indexOf('/', 2);
  return hostLike.test(whole.slice(2, slash < 0 ? undefined : slash));
}

const count = (text: string): number => text.split(HOLE).length - 1;

function readHost(
  before: string,
  authority: string | undefined,
  holes: readonly HolePart[],
): Pick<RequestUrl, 'host' | 'openBase'> {
  if (authority === undefined) return { host: { kind: 'none' }, openBase: false };
  const name = scheme.exec(before)?.[1];
  if (name !== undefined && !name.includes(HOLE) && !/^https?$/i.test(name)) {
    return { host: { kind: 'other-scheme' }, openBase: false };
  }
  const own = holes.slice(0, count(before));
  const host = authority.slice(authority.lastIndexOf('@') + 1).toLowerCase();
  const bare = host.replace(/:[\d\uE000]*$/, '');
  if (bare === '' || holesOnly.test(bare)) {
    // `{host}:{port}{prefix}/x`: what stands glued to a port begins the path.
    const openBase = (name === undefined && bare === host) || /:\uE000{2,}$/.test(host);
    return { host: { kind: 'unknown', holes: own }, openBase };
  }
  // `https://api.example.com{path}/x`: the host is complete, the hole begins the path.
  let end = host.length;
  while (host[end - 1] === HOLE) end--;
  const complete = host.slice(0, end);
  const openBase = complete !== host && hostLike.test(complete) && /[a-z0-9]$/.test(complete);
  const text = openBase ? complete : host;
  return { host: { kind: 'named', text, domain: namesDomain(text), holes: own }, openBase };
}

/** Whether what follows the last hole has two labels or more, or there is no hole. */
function namesDomain(host: string): boolean {
  const hole = host.lastIndexOf(HOLE);
  if (hole < 0) return true;
  const labels = host
    .slice(hole + 1)
    .replace(/:\d*$/, '')
    .split('.');
  return labels.filter((label) => label !== '').length >= 2;
}

function readPath(
  path: string,
  toEnd: boolean,
  holes: readonly HolePart[],
): { segments: readonly string[]; tail?: HolePart } {
  const segments: string[] = [];
  for (const raw of path.split('/')) {
    if (raw === '' || raw === '.') continue;
    if (raw === '..') segments.pop();
    else segments.push(decodeSegment(raw));
  }
  const last = segments.at(-1) ?? '';
  const ends = toEnd && path.endsWith(HOLE) && !last.startsWith(HOLE);
  const tail = ends ? holes.at(-1) : undefined;
  return { segments, ...(tail === undefined ? {} : { tail }) };
}
