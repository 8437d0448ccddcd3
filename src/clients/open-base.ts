import type { Part } from '../values/parts.js';
import { pathParts, urlKey } from './candidate.js';

/** A URL of which the base is unknown: what stands for it, and the path that is known after it. */
export interface OpenBased {
  readonly base: readonly Part[];
  readonly path: readonly Part[];
}

/**
 * Takes a URL apart whose base is nothing but unknown values, `{url}` or `{protocol}//{host}:{port}{prefix}`: each
 * name for it says the same. An environment value names a server, and text names a host. Undefined where no path is
 * known after it.
 */
export function openBased(url: readonly Part[]): OpenBased | undefined {
  const parts = pathParts(url);
  let end = 0;
  for (const [i, part] of parts.entries()) {
    if (part.kind === 'text' ? !joinsBase(part.text) : part.reason === 'environment') break;
    if (part.kind === 'hole') end = i + 1;
  }
  const path = parts.slice(end);
  const isKnown = path.some((p) => p.kind === 'text' && /[^/]/.test(p.text));
  return end > 0 && isKnown ? { base: parts.slice(0, end), path } : undefined;
}

/** What stands between the holes of an origin. */
const joinsBase = (text: string): boolean => /^(?:(?:https?)?:?\/\/|:)$/i.test(text);

/** The same for URLs that differ only in what stands for their unknown base. */
export function keyBesideBase(url: readonly Part[]): string {
  const based = openBased(url);
  return based ? `{}${urlKey(based.path)}` : urlKey(pathParts(url));
}

/** The same for URLs of one path, whatever stands for its unknown segments: `{id}` and `{item.id}`. */
export const shapeBesideBase = (url: readonly Part[]): string =>
  shapeOf(openBased(url)?.path ?? pathParts(url), openBased(url) !== undefined);

const shapeOf = (path: readonly Part[], isBased: boolean): string =>
  `${isBased ? '{}' : ''}${path.map((p) => (p.kind === 'text' ? p.text : '{}')).join('')}`;

/** Of two URLs of one shape, the one with fewer words for what is unknown. */
export function fewerWords<U extends { readonly url: readonly Part[] }>(a: U, b: U): U {
  const [one, other] = [urlKey(pathParts(a.url)), urlKey(pathParts(b.url))];
  if (one === other) return plainer(a, b);
  if (one.length !== other.length) return one.length < other.length ? a : b;
  return one < other ? a : b;
}

/** Of two URLs that differ in what stands for their unknown base, the one with fewer words for it. */
export function plainer<U extends { readonly url: readonly Part[] }>(a: U, b: U): U {
  const [one, other] = [a, b].map(({ url }) => urlKey(openBased(url)?.base ?? []));
  if (one === undefined || other === undefined || one === other) return a;
  if (one.length !== other.length) return one.length < other.length ? a : b;
  return one < other ? a : b;
}
