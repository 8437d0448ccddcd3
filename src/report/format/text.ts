import type { ReportPlace } from '../../model/report.js';

/** `1 call`, `2 calls`; thousands are set apart as in the docs: `200,000 requests`. */
export const count = (amount: number, noun: string, plural = `${noun}s`): string =>
  `${formatNumber(amount)} ${amount === 1 ? noun : plural}`;

/** At most two decimals, thousands set apart by commas, the same in every locale. */
export function formatNumber(value: number): string {
  const [whole = '', decimals] = String(Math.round(value * 100) / 100).split('.');
  const grouped = /^-?\d+$/.test(whole) ? whole.replace(/\B(?=(?:\d{3})+$)/g, ',') : whole;
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

export const formatPlace = (
  place: Pick<ReportPlace, 'file' | 'line'> & { readonly column?: number },
): string =>
  [printable(place.file), place.line, ...(place.column === undefined ? [] : [place.column])].join(':');

/** `A`, `A and B`, `A, B and C`. */
export function list(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

/**
 * Text of others (names, URLs, code) as it can be shown on one line of a terminal: control characters and those that
 * turn the writing direction are spelled out, so that a file name can't move the cursor or hide what stands beside it.
 */
export const printable = (text: string): string =>
  text.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, (char) =>
    char === '\n' || char === '\t' ? ' ' : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** At most so many characters, with an ellipsis where something is left out. */
export const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
