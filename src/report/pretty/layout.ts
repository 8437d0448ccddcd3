import { widthOf, wrap } from './width.js';

/** Lines without line breaks; empty ones part blocks. */
export type Lines = readonly string[];

export const indent = (lines: Lines, by: number): Lines =>
  lines.map((line) => (line === '' ? '' : ' '.repeat(by) + line));

export const padTo = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - widthOf(text)));

export interface Row {
  readonly left: string;
  readonly right: string;
}

/** Two columns where they fit side by side; else what is right stands below, indented. */
export function rows(items: readonly Row[], width: number): Lines {
  const gap = 3;
  const widestRight = Math.max(0, ...items.map((row) => widthOf(row.right)));
  const room = width - widestRight - gap;
  const lefts = items.map((row) => widthOf(row.left)).filter((left) => left <= room);
  const column = Math.max(0, ...lefts) + gap;
  return items.flatMap(({ left, right }) => {
    if (right === '') return wrap(left, width);
    if (widthOf(left) <= room) return [padTo(left, column) + right];
    return [...wrap(left, width), ...indent(wrap(right, width - 2), 2)];
  });
}

/** A column of names and a column of text, which breaks within its column; below names that take more than half. */
export function definitions(items: readonly Row[], width: number): Lines {
  const room = Math.floor(width / 2) - 2;
  const column = Math.max(0, ...items.map((row) => widthOf(row.left)).filter((left) => left <= room)) + 2;
  return items.flatMap(({ left, right }) => {
    const [first = '', ...others] = wrap(right, width - column);
    if (widthOf(left) > room) return [...wrap(left, width), ...indent([first, ...others], column)];
    return [(padTo(left, column) + first).trimEnd(), ...indent(others, column)];
  });
}

/** A label with its content beside it; below it where the terminal is narrow; nothing without content. */
export function labelled(
  label: string,
  labelWidth: number,
  content: (width: number) => Lines,
  width: number,
): Lines {
  const isNarrow = width < 60;
  const [first, ...others] = content(width - (isNarrow ? 2 : labelWidth));
  if (first === undefined) return [];
  if (isNarrow) return [label, ...indent([first, ...others], 2)];
  return [(padTo(label, labelWidth) + first).trimEnd(), ...indent(others, labelWidth)];
}

/** Blocks with one empty line between them; empty blocks leave no gap. */
export function blocks(parts: readonly Lines[]): Lines {
  const filled = parts.filter((part) => part.length > 0);
  return filled.flatMap((part, index) => (index === 0 ? part : ['', ...part]));
}
