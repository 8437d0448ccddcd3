import { expect, test } from 'vitest';
import { tablesAfter, tablesOf, viewsOf, type ReadThings } from '../../src/nearby/read-tables.js';

const sets = (rows: Readonly<Record<string, readonly string[]>>) =>
  new Map(Object.entries(rows).map(([name, things]) => [name, new Set(things)]));

const reads = (
  byFile: Readonly<Record<string, readonly string[]>>,
  sinks: Readonly<Record<string, readonly string[]>>,
  searches: Readonly<Record<string, readonly string[]>> = {},
): ReadThings => ({
  byFile: sets(byFile),
  bySink: new Map(
    [...sets(sinks)].map(([sink, things]) => [sink, { files: new Set([sink.split('/')[0] ?? '']), things }]),
  ),
  forIndexes: new Map(),
  keysOf: new Map(),
  signed: new Map(),
  others: new Set(['scopes\0']),
  searches: sets(searches),
  loads: new Map(),
});

const none: ReadonlySet<string> = new Set();
const reach = (files: readonly string[], sinks: readonly string[], things: readonly string[] = []) => ({
  files: new Set(files),
  sinks: new Set(sinks),
  things: new Set(things),
  entries: none,
});

const before = tablesOf(
  reads(
    { a: ['a', 'b'], b: ['b'], c: ['c', 'b'] },
    { 'a/1': ['a', 'b'], 'c/1': ['c'] },
    { 'export\0b\0x': ['b'], 'export\0c\0y': ['c'] },
  ),
);

test('rows that were seen again are others, on both sides', () => {
  const after = reads({ a: ['a', 'new'], b: ['b', 'new'] }, { 'a/2': ['a', 'new'] });
  const tables = tablesAfter(before, after, reach(['a', 'b'], ['a/1']), new Set(['a']), false);
  const { table } = viewsOf(tables);
  expect(table('byFile').get('a')).toEqual(['a', 'new']);
  // Of a file that wasn't changed itself, not all may have been looked at.
  expect(table('byFile').get('b')).toEqual(['b', 'new']);
  expect(table('byFile').get('c')?.toSorted()).toEqual(['b', 'c']);
  expect(table('byFile').under('b')?.toSorted()).toEqual(['b', 'c']);
  expect(table('byFile').under('new')?.toSorted()).toEqual(['a', 'b']);
  expect(table('sinkThings').names().toSorted()).toEqual(['a/2', 'c/1']);
  expect([table('sinkThings').has('a/1'), table('sinkThings').under('b')]).toEqual([false, undefined]);
  expect(table('sinkFiles').get('a/2')).toEqual(['a']);
});

test('searches that a change reaches, and that were not made again, are gone', () => {
  const after = reads({}, {}, { 'export\0b\0z': ['b'] });
  const tables = tablesAfter(before, after, reach([], [], ['export\0b\0x']), none, false);
  const { table, beginningWith } = viewsOf(tables);
  expect(table('searches').names().toSorted()).toEqual(['export\0b\0z', 'export\0c\0y']);
  expect(table('searches').under('b')).toEqual(['export\0b\0z']);
  expect(table('searches').without('export\0')).toEqual(['export\0b\0x']);
  expect(table('searches').isUnder('b', (row) => row.endsWith('z'))).toBe(true);
  expect(table('searches').isUnder('b', (row) => row.endsWith('x'))).toBe(false);
  expect(beginningWith('export\0b').toSorted()).toEqual(['export\0b\0x', 'export\0b\0z']);
});

test('a row may come again', () => {
  const gone = tablesAfter(before, reads({}, {}), reach([], ['c/1']), none, false);
  const again = tablesAfter(gone, reads({}, { 'c/1': ['b'] }), reach([], ['c/1']), none, false);
  expect(viewsOf(gone).table('sinkThings').get('c/1')).toBeUndefined();
  expect(viewsOf(again).table('sinkThings').get('c/1')).toEqual(['b']);
});

test('many other rows are packed, and say the same', () => {
  const many = Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [
      `f${i}`,
      Array.from({ length: 300 }, (_, k) => `t${(i + k) % 350}`),
    ]),
  );
  const after = reads(many, {});
  const tables = tablesAfter(before, after, reach(Object.keys(many), ['a/1']), none, true);
  expect(tables.since.names).toEqual([]);
  const { table } = viewsOf(tables);
  expect(table('byFile').names().length).toBe(303);
  expect(table('byFile').get('f7')?.toSorted()).toEqual(many['f7']?.toSorted());
  expect(table('byFile').under('t0')?.length).toBe(300 - 50);
  expect(table('sinkThings').names()).toEqual(['c/1']);
  expect(tables.others).toEqual(['scopes\0']);
});
