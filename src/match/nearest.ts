import type { Operation } from '../model/catalog.js';
import { isReadMethod } from '../model/http-method.js';
import type { HttpMethod } from '../model/http-method.js';
import { editDistance } from '../model/nearest.js';
import { HOLE, isLiteral, mayFitPattern, templatePatterns } from './path-pattern.js';
import type { SegmentPattern } from './path-pattern.js';
import { isFrame } from './specificity.js';

/** An operation with every form of its path. */
interface Entry {
  readonly operation: Operation;
  readonly forms: readonly (readonly SegmentPattern[])[];
}

/** Operations by the starts of the words in their paths, so that only related ones are compared. */
export type WordIndex = ReadonlyMap<string, readonly Entry[]>;

/**
 * Edit costs: a segment too many, a parameter or text too few, another method, a word on a parameter, a segment in
 * front. Beyond `farthest` nothing is near.
 */
const cost = {
  extra: 0.7,
  parameter: 0.5,
  text: 1,
  method: 0.25,
  word: 0.3,
  prefix: 0.1,
  farthest: 0.95,
} as const;

/** Comparing more operations than this seldom finds a nearer one, nor does looking at more for what they share. */
const maxCompared = 12;
const maxLooked = 128;
const longestWord = 40;
const stemLength = 4;

export function indexWords(operations: readonly Operation[]): WordIndex {
  const index = new Map<string, Entry[]>();
  for (const operation of operations) {
    const paths = [operation.path, ...operation.paths];
    const words = paths.flatMap((path) => path.split('/'));
    const entry = { operation, forms: paths.map(templatePatterns) };
    for (const stem of new Set(stemsOf(words))) {
      const list = index.get(stem) ?? [];
      list.push(entry);
      index.set(stem, list);
    }
  }
  return index;
}

const stemsOf = (segments: readonly string[]): string[] =>
  segments
    .filter(
      (segment) => segment !== '' && !isFrame(segment) && !segment.includes('{') && !segment.includes(HOLE),
    )
    .map((segment) => segment.slice(0, stemLength).toLowerCase());

/** The id of the documented operation whose path is nearest to the request's; undefined when none is near. */
export function nearestOperation(
  index: WordIndex,
  segments: readonly string[],
  method: HttpMethod | undefined,
): string | undefined {
  let best: { id: string; distance: number } | undefined;
  for (const { operation, forms } of related(index, segments)) {
    const path = Math.min(...forms.map((form) => pathDistance(segments, form)));
    const distance = path + (method === undefined || method === operation.method ? 0 : cost.method);
    const nearer = best === undefined || distance < best.distance;
    if (nearer || (distance === best?.distance && operation.id < best.id))
      best = { id: operation.id, distance };
  }
  return best !== undefined && best.distance <= cost.farthest ? best.id : undefined;
}

/** The operations with both of the request's two rarest words, then those with one of them. */
function related(index: WordIndex, segments: readonly string[]): readonly Entry[] {
  const lists = [...new Set(stemsOf(segments))].map((stem) => index.get(stem) ?? []);
  const found = lists.filter((list) => list.length > 0).sort((a, b) => a.length - b.length);
  const [rarest = [], next = []] = found.map((list) => list.slice(0, maxLooked));
  const second = new Set(next);
  const both = rarest.filter((entry) => second.has(entry));
  return [...new Set([...both, ...rarest, ...next])].slice(0, maxCompared);
}

/** Edit distance over segments; what stands in front of a docs' path costs little. */
function pathDistance(segments: readonly string[], pattern: readonly SegmentPattern[]): number {
  let row = [...segments, ''].map((_, at) => at * cost.prefix);
  for (const template of pattern) {
    const missing = isLiteral(template) ? cost.text : cost.parameter;
    const next = [(row[0] ?? 0) + missing];
    for (const [at, segment] of segments.entries()) {
      const change = (row[at] ?? 0) + segmentDistance(segment, template);
      next.push(Math.min(change, (row[at + 1] ?? 0) + missing, (next[at] ?? 0) + cost.extra));
    }
    // Distances only grow from here on.
    if (Math.min(...next) > cost.farthest) return Infinity;
    row = next;
  }
  return row.at(-1) ?? 0;
}

function segmentDistance(segment: string, pattern: SegmentPattern): number {
  // A word where the docs have a parameter is more often another resource than a value.
  if (mayFitPattern(segment, pattern))
    return !isLiteral(pattern) && /^[a-z-]+$/i.test(segment) ? cost.word : 0;
  const distance = isLiteral(pattern) ? wordDistance(segment, pattern[0] ?? '') : 1;
  return distance > 0.5 ? 1 : distance;
}

/** Edits over the longer length; 1 for long texts and for other first letters, which slips seldom change. */
function wordDistance(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  const [first = ''] = a;
  if (longest > longestWord || !b.toLowerCase().startsWith(first.toLowerCase())) return 1;
  return editDistance(a.toLowerCase(), b.toLowerCase()) / longest;
}

/** Of the operations on one path, the one whose method is most like the request's: reads for reads, then by name. */
export function likestMethod(operations: readonly Operation[], method: HttpMethod): string | undefined {
  const rank = (operation: Operation): number =>
    isReadMethod(operation.method) === isReadMethod(method) ? 0 : 1;
  const ranked = [...operations].sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1));
  return ranked[0]?.id;
}
