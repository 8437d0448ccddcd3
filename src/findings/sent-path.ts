import type { AbstractString } from '../model/abstract-string.js';
import type { Operation } from '../model/catalog.js';

/**
 * The known texts that a URL puts in the places of path parameters, by name. Templates are held against the end of
 * the path; values on which the operation's templates differ are left out.
 */
export function pathValues(url: AbstractString, operation: Operation): ReadonlyMap<string, string> {
  const segments = segmentsOf(url);
  const fits = [operation.path, ...operation.paths].flatMap((template) => fit(template, segments) ?? []);
  const [first, ...others] = fits;
  const values = [...(first ?? [])].filter(([name, value]) => others.every((o) => o.get(name) === value));
  return new Map(values);
}

/** Segments of the path from its end, last first; undefined for one that isn't known to its last letter. */
function segmentsOf(url: AbstractString): readonly (string | undefined)[] {
  const shown = url.map((part) => (part.kind === 'text' ? part.text.replaceAll('\0', '') : '\0')).join('');
  const path = shown.replace(/[?#].*$/s, '').replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '');
  return path
    .split('/')
    .map((segment) => (segment.includes('\0') ? undefined : segment))
    .reverse();
}

function fit(
  template: string,
  segments: readonly (string | undefined)[],
): ReadonlyMap<string, string> | undefined {
  const values = new Map<string, string>();
  const parts = template
    .split('/')
    .filter((part) => part !== '')
    .reverse();
  for (const [i, part] of parts.entries()) {
    const segment = segments[i];
    if (i >= segments.length) return undefined;
    const name = /^\{([^{}]+)\}$/.exec(part)?.[1];
    if (name !== undefined && segment !== undefined) values.set(name, segment);
    if (name === undefined && !part.includes('{') && segment !== undefined && segment !== part)
      return undefined;
  }
  return values;
}
