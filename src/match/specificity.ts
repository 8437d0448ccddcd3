import { HOLE, isLiteral } from './path-pattern.js';
import type { SegmentPattern } from './path-pattern.js';

/**
 * How much a path says by itself about whose it is.
 * `generic`: anybody's (`/users`, `/incidents/{id}`). `weak`: a version and one plain word (`/v2/purposes`).
 * `strong`: two words or more, or one that hardly anybody else uses.
 */
export type Specificity = 'generic' | 'weak' | 'strong';

const version = /^(?:v\d[\w.-]*|\d[\d.-]*)$/i;
const frame = /^(?:apis?|rest)$/i;

export const isVersion = (segment: string): boolean => version.test(segment);

/** Segments that only say that this is an API, and which version. */
export const isFrame = (segment: string): boolean => frame.test(segment) || version.test(segment);

/** How many words a segment is made of: `user-groups` and `userGroups` have two. */
function wordCount(segment: string): number {
  return segment.split(/[-_.]|(?<=[a-z])(?=[A-Z])/).filter((word) => word !== '').length;
}

/** Counts the known texts of a request that stand on literal segments of the template. */
export function specificityOf(segments: readonly string[], pattern: readonly SegmentPattern[]): Specificity {
  let words = 0;
  let frames = 0;
  let longest = 0;
  for (const [at, segment] of segments.entries()) {
    const template = pattern[at];
    if (template === undefined || !isLiteral(template) || segment.includes(HOLE)) continue;
    if (isFrame(segment)) frames++;
    else {
      words++;
      longest = Math.max(longest, wordCount(segment));
    }
  }
  if (words >= 2 || longest >= 3 || (longest === 2 && frames > 0) || (words === 1 && frames >= 3))
    return 'strong';
  return words === 1 && frames > 0 ? 'weak' : 'generic';
}

/** Whether any word of the path is known. */
export const hasWord = (segments: readonly string[]): boolean =>
  segments.some((segment) => !isFrame(segment) && segment.replaceAll(HOLE, '') !== '');
