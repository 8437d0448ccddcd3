import { applyEdits } from './list.js';
import { lineAt } from '../model/position.js';
import type { Edit } from './list.js';

const around = 3;

interface Change {
  /** Lines of the text before, from 0, the end left out. */
  from: number;
  to: number;
  edits: Edit[];
}

/** A unified diff of what edits do to a file, with three lines around each change. */
export function diffOf(file: string, text: string, edits: readonly Edit[]): string {
  const starts = lineStarts(text);
  const changes = joined(
    [...edits]
      .sort((a, b) => a.start - b.start)
      .map((edit) => ({
        from: lineAt(starts, edit.start),
        // An edit that ends where a line starts does not touch that line.
        to: Math.max(lineAt(starts, edit.start), lineAt(starts, Math.max(edit.start, edit.end - 1))) + 1,
        edits: [edit],
      })),
    0,
  );
  const line = (at: number): number => starts[at] ?? text.length;
  let shift = 0;
  const hunks = joined(changes, 2 * around).map((hunk) => {
    const [first, last] = [Math.max(0, hunk.from - around), Math.min(starts.length, hunk.to + around)];
    const body: string[] = [];
    let removed = 0;
    let added = 0;
    let at = first;
    const keep = (to: number): void => {
      for (; at < to; at++) body.push(` ${text.slice(line(at), line(at + 1))}`);
    };
    for (const change of changes.filter(({ from }) => from >= hunk.from && from < hunk.to)) {
      keep(change.from);
      const [start, end] = [line(change.from), line(change.to)];
      const moved = change.edits.map((edit) => ({
        ...edit,
        start: edit.start - start,
        end: edit.end - start,
      }));
      const before = linesIn(text.slice(start, end));
      const after = linesIn(applyEdits(text.slice(start, end), moved));
      body.push(...before.map((l) => `-${l}`), ...after.map((l) => `+${l}`));
      removed += before.length;
      added += after.length;
      at = change.to;
    }
    keep(last);
    const kept = last - first - removed;
    const head = `@@ -${first + 1},${removed + kept} +${first + 1 + shift},${added + kept} @@\n`;
    shift += added - removed;
    return head + body.map(ended).join('');
  });
  return `--- a/${file}\n+++ b/${file}\n${hunks.join('')}`;
}

const ended = (line: string): string =>
  line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`;

/** Neighbours that at most `gap` lines lie between are one. */
function joined(changes: readonly Change[], gap: number): Change[] {
  const out: Change[] = [];
  for (const change of changes) {
    const last = out.at(-1);
    if (last && change.from - last.to < gap + (gap === 0 ? 0 : 1) && (gap > 0 || change.from < last.to))
      out[out.length - 1] = {
        from: last.from,
        to: Math.max(last.to, change.to),
        edits: [...last.edits, ...change.edits],
      };
    else out.push({ ...change });
  }
  return out;
}

/** Offsets of the lines; a text that ends with a newline has no line behind it. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0 && at + 1 < text.length; at = text.indexOf('\n', at + 1))
    starts.push(at + 1);
  return starts;
}

const linesIn = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
