/** Compares request paths of two kinds: recorded ones and ones that were found in the source. Holes are `{}`. */

/** The path of a URL pattern: without host, query and trailing slash; named holes become `{}`. */
export function pathOf(url: string): string {
  let path = url.replace(/\{[^{}]*\}/g, '{}').replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i, '');
  path = path.replace(/[?#].*$/, '');
  if (!path.startsWith('/') && !path.startsWith('{}')) path = `/${path}`;
  return path.replace(/\/{2,}/g, '/').replace(/(.)\/+$/, '$1');
}

/** Whether the URL pattern names its host: then no hole at its start stands for a base URL. */
export const hasHost = (url: string): boolean => /^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(url);

export type Agreement =
  /** Every literal and every hole agrees. */
  | 'exact'
  /** The found path is the recorded one with a listed value in place of an argument. */
  | 'value'
  /** The found path has a hole where the recorded one is literal: not wrong, but not resolved. */
  | 'wide'
  | 'none';

/** Whether a pattern with holes can read as the text (whose own holes are taken as an ordinary value). */
function reads(pattern: string, text: string): boolean {
  const parts = pattern.split('{}');
  const value = text.replaceAll('{}', 'x');
  if (parts.length === 1) return pattern === value;
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  if (value.length < first.length + last.length || !value.startsWith(first) || !value.endsWith(last))
    return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const next = value.indexOf(part, at);
    if (next < 0) return false;
    at = next + part.length;
  }
  return at <= value.length - last.length;
}

function segmentAgreement(recorded: string, found: string): Agreement {
  if (recorded === found) return 'exact';
  if (recorded.includes('{}') && reads(recorded, found)) return found.includes('{}') ? 'exact' : 'value';
  if (found.includes('{}') && reads(found, recorded)) return recorded.includes('{}') ? 'exact' : 'wide';
  return 'none';
}

const rank: Readonly<Record<Agreement, number>> = { exact: 0, value: 1, wide: 2, none: 3 };
const worse = (a: Agreement, b: Agreement): Agreement => (rank[a] >= rank[b] ? a : b);

function sameSegments(recorded: string, found: string): Agreement {
  const a = recorded.split('/');
  const b = found.split('/');
  if (a.length !== b.length) return 'none';
  return a.reduce<Agreement>(
    (result, segment, i) => worse(result, segmentAgreement(segment, b[i] ?? '')),
    'exact',
  );
}

/**
 * How a found URL pattern agrees with a recorded path, segment by segment. A hole at the start of a URL without
 * a host may stand for one of the base paths (`/api/v2`) that a caller's setting can bring along.
 */
export function agreement(recorded: string, foundUrl: string, bases: readonly string[]): Agreement {
  const found = pathOf(foundUrl);
  const path = recorded.replace(/(.)\/+$/, '$1');
  const based = found.startsWith('{}/') && !hasHost(foundUrl);
  if (!based) return sameSegments(path, found);
  const rest = found.slice(2);
  return ['', ...bases]
    .filter((base) => path.startsWith(`${base}/`))
    .map((base) => sameSegments(path.slice(base.length), rest))
    .reduce((a, b) => (rank[a] <= rank[b] ? a : b), 'none');
}
