import { createRequire } from 'node:module';
import type * as stringWidthModule from 'string-width';
import type * as wrapAnsiModule from 'wrap-ansi';

// Loaded for other than plain texts: their tables take longer to read than a small report takes.
const load = createRequire(import.meta.url);

/** A text without its colours, where each of its characters takes one column. */
function plainText(text: string): string | undefined {
  const bare = text.replace(/\u001b\[[\d;]*m/g, '');
  return /^[\x20-\x7e·…]*$/.test(bare) ? bare : undefined;
}

/** The columns that a text takes in a terminal. */
export const widthOf = (text: string): number =>
  plainText(text)?.length ?? (load('string-width') as typeof stringWidthModule).default(text);

/** Breaks at spaces, and inside of words that are wider than a line. */
export function wrap(text: string, width: number): readonly string[] {
  const most = Math.max(10, width);
  const plain = plainText(text);
  if (plain !== undefined && plain.length <= most && plain === plain.trim()) return [text];
  return (load('wrap-ansi') as typeof wrapAnsiModule).default(text, most, { hard: true }).split('\n');
}
