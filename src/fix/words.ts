import type { ListItem, ListPlace } from './list.js';

/** What stands between words: in a URL, as it is encoded there. */
const separators = /(?:[\s,+]|%20|%2C)+/gi;

/**
 * The words of a string (`'openid A B'`) between two offsets, as a list; of a URL, those of its `scope`. Undefined
 * where a word is there twice: which of them goes isn't for us to say.
 */
export function wordsIn(text: string, start: number, end: number, separator = ' '): ListPlace | undefined {
  const [from, to] = withinQuotes(text, start, end);
  const whole = text.slice(from, to);
  const parameter = /(?:^|[?&])scopes?=([^&#]*)/i.exec(whole);
  const isUrl = /[?&=]/.test(whole);
  if (isUrl && !parameter) return undefined;
  const listStart =
    from + (parameter ? parameter.index + parameter[0].length - (parameter[1] ?? '').length : 0);
  const list = parameter?.[1] ?? whole;
  const gaps = [...list.matchAll(separators)].map((gap) => ({
    at: gap.index,
    end: gap.index + gap[0].length,
  }));
  const bounds = [{ at: 0, end: 0 }, ...gaps, { at: list.length, end: list.length }];
  const items = bounds.flatMap(({ end: left }, i): ListItem[] => {
    const right = bounds[i + 1]?.at ?? left;
    return right > left
      ? [{ start: listStart + left, end: listStart + right, value: list.slice(left, right) }]
      : [];
  });
  if (new Set(items.map(({ value }) => value)).size < items.length) return undefined;
  const [first, second] = items;
  return {
    start: first?.start ?? listStart,
    end: items.at(-1)?.end ?? listStart,
    items,
    style: 'words',
    separator: first && second ? text.slice(first.end, second.start) : isUrl ? '%20' : separator,
    trailingComma: false,
    quote: '',
  };
}

/** Offsets without the quotes that stand there: `'`, `"`, a backtick, or three of one kind. */
function withinQuotes(text: string, start: number, end: number): readonly [number, number] {
  const inside = text.slice(start, end);
  const quotes = /^(?:"""|'''|["'`])/.exec(inside)?.[0] ?? '';
  return inside.length >= 2 * quotes.length && inside.endsWith(quotes)
    ? [start + quotes.length, end - quotes.length]
    : [start, end];
}
