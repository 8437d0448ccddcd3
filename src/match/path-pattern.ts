import { parseTemplate } from '../catalog/path-template.js';
import type { TemplatePart } from '../catalog/path-template.js';

/**
 * Stands in a segment for a part that can't be known. A private-use character keeps segments plain strings,
 * so that the common case (no hole at all) costs nothing; texts that hold it are cleaned first.
 */
export const HOLE = '\uE000';

/** The texts around the parameters: `['users']` is literal, `['', '']` one parameter, `['', '.json']` is `{id}.json`. */
export type SegmentPattern = readonly string[];

export const isLiteral = (pattern: SegmentPattern): boolean => pattern.length === 1;
export const isParameter = (pattern: SegmentPattern): boolean =>
  pattern.length === 2 && pattern[0] === '' && pattern[1] === '';

/** The patterns of a path template; `{name}` anywhere and `:name` as a whole segment are parameters. */
export function templatePatterns(template: string): SegmentPattern[] {
  return parseTemplate(cutQuery(template))
    .map((segment): SegmentPattern => {
      if (segment.kind === 'parameter') return ['', ''];
      if (segment.kind === 'mixed') return piecesOf(segment.parts);
      return /^:\w+$/.test(segment.text) ? ['', ''] : [decodeSegment(segment.text)];
    })
    .filter((pattern) => pattern[0] !== '' || pattern.length > 1);
}

function piecesOf(parts: readonly TemplatePart[]): SegmentPattern {
  const pieces = [''];
  for (const part of parts) {
    if (part.kind === 'text') pieces[pieces.length - 1] += decodeSegment(part.text);
    // Parameters side by side are one wildcard: where one ends and the next starts can't be told.
    else if (pieces.at(-1) !== '' || pieces.length === 1) pieces.push('');
  }
  return pieces;
}

/** The part before the first `?` or `#`. */
export function cutQuery(path: string): string {
  const end = path.search(/[?#]/);
  return end < 0 ? path : path.slice(0, end);
}

/** Percent-decodes; text that is no valid encoding stays as it is. */
export function decodeSegment(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Whether the whole text fits, each parameter standing for at least one character. Holes fit inside parameters only. */
export function fitsPattern(value: string, pattern: SegmentPattern): boolean {
  const [first = '', ...rest] = pattern;
  const last = rest.pop();
  if (last === undefined) return value === first;
  if (!value.startsWith(first) || !value.endsWith(last)) return false;
  let at = first.length + 1;
  for (const piece of rest) {
    const found = value.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length + 1;
  }
  return at <= value.length - last.length;
}

/** Whether some value of the segment's holes fits: what is surely so by `fitsPattern` included. */
export function mayFitPattern(segment: string, pattern: SegmentPattern): boolean {
  if (!segment.includes(HOLE)) return fitsPattern(segment, pattern);
  const own = segment
    .split(HOLE)
    .filter((piece, at, all) => piece !== '' || at === 0 || at === all.length - 1);
  const only = pattern[0] ?? '';
  if (isLiteral(pattern)) return fitsPattern(only, own);
  // Both sides can stretch, so only their fixed ends can contradict each other.
  const [ownHead = '', head = ''] = [own[0], pattern[0]];
  const [ownTail = '', tail = ''] = [own.at(-1), pattern.at(-1)];
  return (
    (ownHead.startsWith(head) || head.startsWith(ownHead)) &&
    (ownTail.endsWith(tail) || tail.endsWith(ownTail))
  );
}
