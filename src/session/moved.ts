import type { At, ModuleSummary } from '../model/module-summary.js';
import { lineAt } from '../model/position.js';

/** Where the places of a file went when an edit moved them and changed nothing else. */
export interface Moved {
  /** The new offset of what began at an old one; undefined where nothing did. */
  readonly start: (offset: number) => number | undefined;
  readonly end: (offset: number) => number | undefined;
}

/** Old offsets with their new ones. */
interface Offsets {
  readonly starts: Map<number, number>;
  readonly ends: Map<number, number>;
}

/** Fields that hold identifiers, in which offsets follow `@`, `:` and `~`. */
const idFields = new Set(['binding', 'test', 'branch', 'last', 'counter', 'head', 'back']);
/** Records whose keys are such identifiers. */
const idRecords = new Set(['bindings', 'tests', 'guards', 'ways']);
/** Of these, those that say which branch was taken. */
const branchRecords = new Set(['guards', 'ways']);

/**
 * The way from one summary of a file to the next one when they say the same but for offsets, whose order is kept too;
 * undefined when an analysis could tell them apart. What stood on one line must still do so, and where comments
 * address leastscope, lines must be as far from each other as they were.
 */
export function movedOffsets(before: ModuleSummary, after: ModuleSummary): Moved | undefined {
  const offsets: Offsets = { starts: new Map(), ends: new Map() };
  if (before.file !== after.file || !isSame(inner(before), inner(after), '', offsets)) return undefined;
  const { starts, ends } = offsets;
  const places = [
    ...[...starts].map(([from, to]) => ({ from, to, side: 1 })),
    ...[...ends].map(([from, to]) => ({ from, to, side: 0 })),
  ].sort((a, b) => a.from - b.from || a.side - b.side);
  const hasComments = before.comments.length > 0;
  let last: { readonly to: number; readonly was: number; readonly is: number } | undefined;
  for (const { from, to } of places) {
    const was = lineAt(before.lineStarts, from);
    const is = lineAt(after.lineStarts, to);
    if (last) {
      const [gap, gapNow] = [was - last.was, is - last.is];
      if (to < last.to || (gap === 0) !== (gapNow === 0) || (hasComments && gap !== gapNow)) return undefined;
    }
    last = { to, was, is };
  }
  return { start: (offset) => starts.get(offset), end: (offset) => ends.get(offset) };
}

/** Without the place of the file as a whole: what is added before all code doesn't move its start. */
function inner(summary: ModuleSummary): object {
  const [whole, ...functions] = summary.functions;
  return { ...summary, functions: [{ ...whole, at: undefined }, ...functions] };
}

function isSame(before: unknown, after: unknown, field: string, offsets: Offsets): boolean {
  if (typeof before === 'string' && typeof after === 'string')
    return idFields.has(field) ? isSameId(before, after, offsets) : before === after;
  if (field === 'assignedAt' && typeof before === 'number' && typeof after === 'number')
    return goes(offsets.starts, before, after);
  if (typeof before !== 'object' || typeof after !== 'object' || !before || !after) return before === after;
  if (field === 'at' && isAt(before) && isAt(after)) return isSamePlace(before, after, offsets);
  if (Array.isArray(before) || Array.isArray(after))
    return (
      Array.isArray(before) &&
      Array.isArray(after) &&
      before.length === after.length &&
      before.every((item, i) => isSame(item, after[i], field, offsets))
    );
  const old = Object.entries(before as Record<string, unknown>);
  const now = Object.entries(after as Record<string, unknown>);
  return (
    old.length === now.length &&
    old.every(([key, value], i) => {
      const [otherKey, other] = now[i] ?? ['', undefined];
      if (idRecords.has(field))
        return (
          isSameId(key, otherKey, offsets) &&
          isSame(value, other, branchRecords.has(field) ? 'branch' : '', offsets)
        );
      return key === otherKey && (key === 'lineStarts' || isSame(value, other, key, offsets));
    })
  );
}

const isAt = (value: object): value is At => Array.isArray(value) && typeof value[0] === 'number';

function isSamePlace(before: At, after: At, { starts, ends }: Offsets): boolean {
  // What stands nowhere in the text has this place.
  const isNowhere = ([start, end]: At): boolean => start === 0 && end === 0;
  if (isNowhere(before) || isNowhere(after)) return isNowhere(before) && isNowhere(after);
  return goes(starts, before[0], after[0]) && goes(ends, before[1], after[1]);
}

/** Notes where an offset goes; false when it went elsewhere before. */
function goes(offsets: Map<number, number>, from: number, to: number): boolean {
  const known = offsets.get(from);
  if (known === undefined) offsets.set(from, to);
  return known === undefined || known === to;
}

/** An identifier with the offsets in it where they went; undefined where one went nowhere. */
export function movedId(id: string, { start }: Moved): string | undefined {
  const parts = id.split(offsetsInIds).map((part, i) => (i % 2 === 0 ? part : start(Number(part))));
  return parts.includes(undefined) ? undefined : parts.join('');
}

const offsetsInIds = /((?<=[@:~])\d+)/;

function isSameId(before: string, after: string, { starts }: Offsets): boolean {
  const [old, now] = [before.split(offsetsInIds), after.split(offsetsInIds)];
  return (
    old.length === now.length &&
    old.every((part, i) => (i % 2 === 0 ? part === now[i] : goes(starts, Number(part), Number(now[i]))))
  );
}
