import type { ListItem, ListPlace } from './list.js';

export interface Stretch {
  readonly start: number;
  readonly end: number;
}

type Token = Stretch & { readonly kind: 'string' | 'open' | 'close' };

/** Strings, brackets and comments of a TOML text; each alternative begins with another character. */
const tokens = /"""[^]*?"""|'''[^]*?'''|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|\[|\]/g;

/** The string around an offset, with its quotes. */
export const tomlStringAt = (text: string, offset: number): Stretch | undefined =>
  tokensOf(text).find(({ kind, start, end }) => kind === 'string' && start <= offset && offset < end);

/** The array of strings of which one is around an offset. */
export function tomlListAt(text: string, offset: number): ListPlace | undefined {
  const all = tokensOf(text);
  const at = all.findIndex(({ kind, start, end }) => kind === 'string' && start <= offset && offset < end);
  if (at === -1) return undefined;
  const from = lastBefore(all, at);
  const open = all[from];
  const to = all.findIndex(({ kind }, i) => i > at && kind !== 'string');
  const close = all[to];
  if (open?.kind !== 'open' || close?.kind !== 'close') return undefined;
  const strings = all.slice(from + 1, to);
  return {
    start: open.start,
    end: close.end,
    items: strings.map(({ start, end }): ListItem => ({ start, end, value: text.slice(start + 1, end - 1) })),
    style: 'flow',
    trailingComma: true,
    quote: '"',
  };
}

function lastBefore(all: readonly Token[], at: number): number {
  for (let i = at - 1; i >= 0; i--) if (all[i]?.kind !== 'string') return i;
  return -1;
}

const tokensOf = (text: string): readonly Token[] =>
  [...text.matchAll(tokens)].flatMap(({ 0: token, index }): Token[] => {
    if (token.startsWith('#')) return [];
    const kind = token === '[' ? 'open' : token === ']' ? 'close' : 'string';
    return [{ kind, start: index, end: index + token.length }];
  });
