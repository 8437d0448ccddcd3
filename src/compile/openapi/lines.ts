import { isPlainObject } from './plain-data.js';

/** First and last line of an object or array, 1-based; the first is the line of the key that holds it. */
export type LineRange = readonly [first: number, last: number];

/** Where the objects and arrays of a parsed document stand. */
export interface Lines {
  /** 1-based line, undefined for scalars and for objects that the document doesn't hold. */
  of(container: unknown): number | undefined;
  /** The line of a key whose value is a scalar; the container's own line when the key isn't at a line's start. */
  ofKey(container: unknown, key: string): number | undefined;
  /** The line of a scalar in a list; the list's own line when its items don't stand on lines of their own. */
  ofItem(list: unknown, index: number, text: string): number | undefined;
}

/**
 * Lines by identity of the parsed objects. Keys with scalar values have no identity: their lines are found in the
 * text of their container, once per container, so that the whole stays linear.
 */
export function createLines(text: string, ranges: WeakMap<object, LineRange>): Lines {
  let lines: readonly string[] | undefined;
  const keysOf = new WeakMap<object, ReadonlyMap<string, number>>();
  const lineText = (line: number): string => {
    lines ??= text.split('\n');
    return lines[line - 1] ?? '';
  };
  const rangeOf = (container: unknown): LineRange | undefined =>
    isPlainObject(container) || Array.isArray(container) ? ranges.get(container) : undefined;

  return {
    of: (container) => rangeOf(container)?.[0],
    ofKey(container, key) {
      const range = rangeOf(container);
      if (range === undefined || !isPlainObject(container)) return range?.[0];
      let keys = keysOf.get(container);
      if (keys === undefined) {
        keys = keyLines(lineText, range);
        keysOf.set(container, keys);
      }
      return keys.get(key) ?? range[0];
    },
    ofItem(list, index, item) {
      const range = rangeOf(list);
      if (range === undefined) return undefined;
      const [first, last] = range;
      const line = first + 1 + index;
      return line <= last && lineText(line).includes(item) ? line : first;
    },
  };
}

function keyLines(lineText: (line: number) => string, [first, last]: LineRange): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (let line = first; line <= last; line += 1) {
    const key = leadingKey(lineText(line));
    if (key !== undefined && !found.has(key)) found.set(key, line);
  }
  return found;
}

function leadingKey(line: string): string | undefined {
  const text = line.trim();
  const quote = text[0];
  if (quote === '"' || quote === "'") {
    const end = text.indexOf(quote, 1);
    return end < 0 ? undefined : text.slice(1, end);
  }
  const colon = text.indexOf(': ');
  if (colon >= 0) return text.slice(0, colon);
  return text.endsWith(':') ? text.slice(0, -1) : undefined;
}
