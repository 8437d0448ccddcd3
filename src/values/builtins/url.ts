import type { Machine } from '../machine.js';
import {
  anyQuery,
  cutAt,
  cutText,
  leadingText,
  normalize,
  stringOf,
  trailingText,
  type Part,
} from '../parts.js';
import { pathOf } from '../path-of.js';
import { toParts } from '../to-string.js';
import { madeFrom } from '../pieces.js';
import {
  lazyValue,
  type Activation,
  type Lazy,
  type ObjectValue,
  type UrlValue,
  type Value,
} from '../value.js';

const scheme = /^[a-z][a-z0-9+.-]*:/i;

/** Values of the page that begin with a scheme, whatever it is. */
const absolutePlaces: ReadonlySet<string> = new Set([
  ...['location.origin', 'location.href', 'location.protocol', 'document.baseURI', 'document.URL', 'origin'],
  ...['document.location.origin', 'document.location.href', 'document.location.protocol'],
]);

/** Whether a URL begins with what the page says of its own: it is absolute, and takes no other base. */
export function isOfPage([first]: readonly Part[]): boolean {
  const place = first && 'external' in first ? first.external : undefined;
  return place?.module === 'global' && absolutePlaces.has(pathOf(place.steps));
}

const text = (value: string): Part => ({ kind: 'text', text: value });

/** `new URL(input, base)` as the URL standard joins them; holes stay where they stand. */
export function resolveUrl(input: readonly Part[], base: readonly Part[] | undefined): UrlValue {
  const known = knownUrl(input, base);
  if (known !== undefined) return { kind: 'url', href: [madeFrom(known, [...(base ?? []), ...input])] };
  const lead = leadingText(input);
  if (!base || scheme.test(lead) || isOfPage(input)) return { kind: 'url', href: normalize(input) };
  if (lead.startsWith('//'))
    return {
      kind: 'url',
      href: normalize([text(leadingText(base).match(scheme)?.[0] ?? 'https:'), ...input]),
    };
  if (lead.startsWith('/')) return { kind: 'url', href: normalize([...originOf(base), ...input]) };
  if (lead.startsWith('?') || lead.startsWith('#'))
    return { kind: 'url', href: normalize([...pathEnd(base), ...input]) };
  return { kind: 'url', href: normalize([...directoryOf(base), ...dropDot(input)]) };
}

function knownUrl(input: readonly Part[], base: readonly Part[] | undefined): string | undefined {
  const all = [...input, ...(base ?? [])];
  if (all.some((p) => p.kind === 'hole')) return undefined;
  const join = (parts: readonly Part[]): string =>
    parts.map((p) => (p.kind === 'text' ? p.text : '')).join('');
  try {
    return new URL(join(input), base ? join(base) : undefined).href;
  } catch {
    return undefined;
  }
}

/** Scheme and authority. A leading hole is taken to hold both. */
export function originOf(href: readonly Part[]): Part[] {
  const lead = leadingText(href);
  if (lead === '') return href.slice(0, 1);
  const afterScheme = lead.indexOf('//') + 2;
  const parts: Part[] = [];
  for (const [i, part] of href.entries()) {
    const from = i === 0 ? Math.max(afterScheme, 0) : 0;
    const slash = part.kind === 'text' ? part.text.indexOf('/', from) : -1;
    if (part.kind === 'text' && slash !== -1) return normalize([...parts, cutText(part, 0, slash)]);
    parts.push(part);
  }
  return normalize(parts);
}

function afterOrigin(href: readonly Part[]): Part[] {
  const origin = originOf(href);
  const skip = origin.map((p) => (p.kind === 'text' ? p.text.length : 0)).reduce((a, b) => a + b, 0);
  const holes = origin.filter((p) => p.kind === 'hole').length;
  let textLeft = skip;
  let holesLeft = holes;
  const out: Part[] = [];
  for (const part of href) {
    if (part.kind === 'hole') {
      if (holesLeft > 0) holesLeft -= 1;
      else out.push(part);
    } else if (textLeft >= part.text.length) textLeft -= part.text.length;
    else {
      out.push(cutText(part, textLeft));
      textLeft = 0;
    }
  }
  return normalize(out);
}

function pathEnd(href: readonly Part[]): Part[] {
  return cutAt(cutAt(href, '#')?.before ?? href, '?')?.before ?? normalize(href);
}

/** Query with its question mark; undefined where the text shows none. */
function searchOf(href: readonly Part[]): Part[] | undefined {
  const query = cutAt(cutAt(href, '#')?.before ?? href, '?');
  return query && [text('?'), ...query.after];
}

/** The base up to its last slash; relative input replaces what follows. */
function directoryOf(base: readonly Part[]): Part[] {
  const path = pathEnd(base);
  const tail = trailingText(path);
  const origin = originOf(path);
  if (afterOrigin(path).length === 0) return [...origin, text('/')];
  const slash = tail.lastIndexOf('/');
  if (slash === -1) return [...path, text('/')];
  return [...path.slice(0, -1), text(tail.slice(0, slash + 1))];
}

function dropDot(input: readonly Part[]): Part[] {
  const lead = leadingText(input);
  return lead.startsWith('./') ? [text(lead.slice(2)), ...input.slice(1)] : [...input];
}

/** What a URL is of which nothing is known. */
function unknownUrl({ href }: UrlValue): Extract<Part, { kind: 'hole' }> | undefined {
  const [only] = href;
  return href.length === 1 && only?.kind === 'hole' ? only : undefined;
}

/** Host and port, where the text of a URL says where they begin. */
function hostOf({ href }: UrlValue): Part[] | undefined {
  const [first, ...rest] = originOf(href);
  return first?.kind === 'text'
    ? normalize([text(first.text.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')), ...rest])
    : undefined;
}

/** A property of a URL object. */
export function urlProperty(url: UrlValue, name: string): Value | undefined {
  const unknown = unknownUrl(url);
  switch (name) {
    case 'href':
      return stringOf(url.href);
    case 'pathname': {
      // Of a URL that isn't known at all, the path isn't either.
      if (unknown) return { ...unknown, name: `${unknown.name}.pathname` };
      const path = pathEnd(afterOrigin(url.href));
      return stringOf(path.length === 0 ? [text('/')] : path);
    }
    case 'search':
      // `searchParams` may have been changed since.
      return stringOf([text('?'), anyQuery]);
    // Of the legacy `url.parse`: path and query together.
    case 'path': {
      if (unknown) return { ...unknown, name: `${unknown.name}.path` };
      const path = pathEnd(afterOrigin(url.href));
      return stringOf([...(path.length === 0 ? [text('/')] : path), ...(searchOf(url.href) ?? [])]);
    }
    case 'protocol': {
      const known = leadingText(url.href).match(scheme)?.[0];
      return known === undefined ? undefined : stringOf([text(known.toLowerCase())]);
    }
    case 'hash':
      return stringOf([]);
    case 'origin':
      return stringOf(originOf(url.href));
    case 'host': {
      const host = hostOf(url);
      return host && stringOf(host);
    }
    // The port stays unknown: with as many values as the host has, each pair of the two would be a URL.
    case 'hostname': {
      const host = hostOf(url);
      return host && stringOf(cutAt(host, ':')?.before ?? host);
    }
    case 'searchParams':
      return {
        kind: 'object',
        props: new Map(),
        open: undefined,
        home: undefined,
        builtin: 'URLSearchParams',
      };
    default:
      return undefined;
  }
}

/** A URL object after `url.property = value`. */
export function assignUrl(
  m: Machine,
  url: UrlValue,
  name: string,
  value: Value,
  activation: Activation,
): Value {
  const parts = toParts(m, value, undefined, activation);
  if (name === 'href') return { kind: 'url', href: parts };
  if (name === 'pathname') {
    const unknown = unknownUrl(url);
    const [path, ...more] = parts;
    // `url.pathname += more` of a URL that isn't known at all.
    if (unknown && path?.kind === 'hole' && path.name === `${unknown.name}.pathname`)
      return { kind: 'url', href: normalize([unknown, ...more]) };
    const slash = leadingText(parts).startsWith('/') ? [] : [text('/')];
    return { kind: 'url', href: normalize([...originOf(url.href), ...slash, ...parts]) };
  }
  if (name === 'host' || name === 'hostname') {
    const prefix = leadingText(url.href).match(/^[a-z][a-z0-9+.-]*:\/\//i)?.[0] ?? 'https://';
    const unknown = unknownUrl(url);
    // Of a URL that isn't known at all, the path isn't either.
    const path = unknown ? [{ ...unknown, name: `${unknown.name}.pathname` }] : afterOrigin(url.href);
    return { kind: 'url', href: normalize([text(prefix), ...parts, ...path]) };
  }
  return url;
}

/** Names that a URL object has itself; what is set under others is an option of a request to it. */
export const urlNames: ReadonlySet<string> = new Set([
  ...['href', 'pathname', 'host', 'hostname', 'protocol', 'port', 'path'],
  ...['search', 'searchParams', 'query', 'hash', 'origin'],
  ...['username', 'password', 'auth', 'slashes'],
]);

const requestOptions = ['protocol', 'host', 'hostname', 'path', 'pathname', 'href'];

/** A URL object as what the legacy `url.parse` gives: the options of a request to it, to which others are added. */
export function urlMembers(url: UrlValue): ObjectValue {
  const props = new Map<string, Lazy>();
  for (const name of requestOptions) {
    const value = urlProperty(url, name);
    if (value) props.set(name, lazyValue(value));
  }
  const [lead] = url.href;
  return { kind: 'object', props, open: lead?.kind === 'hole' ? lead : undefined, home: undefined };
}
