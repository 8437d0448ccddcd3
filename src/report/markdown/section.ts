/** A part of a page whose rows are left out one by one where the page gets too long. */
export interface Section {
  /** Lines before the rows; a section without rows is left out with them. */
  readonly head: readonly string[];
  readonly rows: readonly string[];
  readonly tail: readonly string[];
  /** What stands in place of rows that are left out. */
  readonly more: (hidden: number) => string;
}

/** Room for the words that say what was left out. Characters. */
const reserve = 120;

/** Sections in order, each with as many rows as there is room for, in at most `most` characters. */
export function fitSections(sections: readonly Section[], most: number): string {
  let text = '';
  for (const { head, rows, tail, more } of sections) {
    if (rows.length === 0) continue;
    const start = linesOf(head);
    const end = linesOf(tail);
    const room = most - text.length - start.length - end.length - reserve;
    let body = '';
    let kept = 0;
    while (kept < rows.length && body.length + (rows[kept] ?? '').length + 1 <= room)
      body += linesOf([rows[kept++] ?? '']);
    if (kept === 0) break;
    text += start + body + (kept < rows.length ? linesOf([more(rows.length - kept)]) : '') + end;
  }
  return text;
}

const linesOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
