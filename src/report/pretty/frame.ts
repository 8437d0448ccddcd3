import { printable } from '../format/text.js';
import type { Lines } from './layout.js';
import type { Theme } from './theme.js';
import { widthOf } from './width.js';

/** What a frame points at: 1-based, the end exclusive. */
export interface FrameRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** More of a long line is never looked at on either side of what is marked. */
const reach = 400;

/** The marked line with its neighbours, as far as they fit; nothing where the text has no such line. */
export function codeFrame(
  text: string,
  range: FrameRange,
  width: number,
  theme: Theme,
  paint: Theme['error'],
): Lines {
  const source = text.split(/\r\n|[\n\r\u2028\u2029]/, range.line + 1);
  const marked = source[range.line - 1];
  if (marked === undefined) return [];
  const gutter = String(Math.min(range.line + 1, source.length)).length;
  const room = Math.max(10, width - gutter - 5);
  const cut = cutLine(marked, range, room);
  const row = (line: number, code: string): string => {
    const isMarked = line === range.line;
    const prefix = `${isMarked ? '>' : ' '} ${String(line).padStart(gutter)} | `;
    return ((isMarked ? prefix : theme.dim(prefix)) + code).trimEnd();
  };
  const lines = [row(range.line, cut.code)];
  const pointer = ' '.repeat(cut.offset) + paint('^'.repeat(Math.max(1, cut.length)));
  lines.push(`${theme.dim(`  ${' '.repeat(gutter)} | `)}${pointer}`);
  const before = source[range.line - 2];
  const after = source[range.line];
  if (before !== undefined && before.trim() !== '') lines.unshift(row(range.line - 1, clip(before, room)));
  if (after !== undefined && after.trim() !== '') lines.push(row(range.line + 1, clip(after, room)));
  return lines;
}

/** The part of a line that fits and holds the start of what is marked, with the marked width inside of it. */
function cutLine(
  line: string,
  range: FrameRange,
  room: number,
): { code: string; offset: number; length: number } {
  const start = Math.max(0, range.column - 1);
  const end = range.endLine > range.line ? line.length : Math.max(start, range.endColumn - 1);
  let before = shown(line.slice(Math.max(0, start - reach), start));
  const middle = shown(line.slice(start, Math.min(end, start + reach)));
  const after = shown(line.slice(end, end + reach));
  // What stands before gives way to what is marked, but for a third of the line.
  const third = Math.floor(room / 3);
  const isFull = widthOf(before) + widthOf(middle) > room;
  if (start > reach || (isFull && widthOf(before) > third)) before = `…${takeEnd(before, third)}`;
  const offset = widthOf(before);
  return {
    code: clip(before + middle + after, room),
    offset,
    length: Math.min(widthOf(middle), room - offset),
  };
}

const shown = (code: string): string => printable(code.replaceAll('\t', '  '));

/** The start of a line, with an ellipsis where it goes on. */
function clip(line: string, room: number): string {
  const text = shown(line.slice(0, room + reach));
  if (widthOf(text) <= room) return text;
  let out = '';
  let used = 0;
  for (const char of text) {
    used += widthOf(char);
    if (used > room - 1) break;
    out += char;
  }
  return `${out}…`;
}

function takeEnd(text: string, width: number): string {
  const chars = [...text];
  let used = 0;
  let from = chars.length;
  while (from > 0 && used + widthOf(chars[from - 1] ?? '') <= width) used += widthOf(chars[--from] ?? '');
  return chars.slice(from).join('');
}
