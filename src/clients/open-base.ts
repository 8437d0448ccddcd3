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
export function shapeBesideBase(url: readonly Part[]): string {
  const based = openBased(url);
  return based ? `{}${shapeOf(based.path)}` : shapeOf(pathParts(url));
}

const shapeOf = (path: readonly Part[]): string =>
  path.map((p) => (p.kind === 'text' ? p.text : '{}')).join('');

/** Of two URLs of one shape, the one with fewer words for what is unknown. */
export function fewerWords<U extends { readonly url: readonly Part[] }>(a: U, b: U): U {
  return (comesFirst(urlKey(pathParts(b.url)), urlKey(pathParts(a.url))) ?? comesFirst(baseOf(b), baseOf(a)))
    ? b
    : a;
}

/** Of two URLs that differ in what stands for their unknown base, the one with fewer words for it. */
export function plainer<U extends { readonly url: readonly Part[] }>(a: U, b: U): U {
  return comesFirst(baseOf(b), baseOf(a)) ? b : a;
}

const baseOf = ({ url }: { readonly url: readonly Part[] }): string => urlKey(openBased(url)?.base ?? []);

/** Whether a text is shorter than another one, or as long and before it; undefined for equal ones. */
function comesFirst(one: string, other: string): boolean | undefined {
  if (one === other) return undefined;
  return one.length === other.length ? one < other : one.length < other.length;
}
