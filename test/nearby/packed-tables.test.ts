import { expect, test } from 'vitest';
import { openTables, packTables, type Sets } from '../../src/nearby/packed-tables.js';

const tables: readonly Sets[] = [
  new Map([
    ['b.ts', new Set(['a.ts', 'stores\0x', 'größe.ts'])],
    ['a.ts', new Set(['a.ts'])],
    ['empty.ts', new Set<string>()],
  ]),
  new Map(),
  new Map([['stores\0x', new Set(['b.ts', '\u{1F600}.ts', 'stores\0y'])]]),
];

const packed = openTables(packTables(tables).bytes);
const named = (numbers: Iterable<number> | undefined) =>
  numbers && [...numbers].map((number) => packed?.nameOf(number)).sort();
const numberOf = (name: string) => packed?.numberOf(name) ?? -1;

test('rows are what was packed', () => {
  for (const [i, table] of tables.entries()) {
    expect(named(packed?.tables[i]?.rows.keys)).toEqual([...table.keys()].sort());
    for (const [name, set] of table)
      expect(named(packed?.tables[i]?.rows.get(numberOf(name)))).toEqual([...set].sort());
  }
  expect(packed?.tables[0]?.rows.get(numberOf('stores\0x'))).toBeUndefined();
});

test('the other side has the names in whose rows one is', () => {
  const turned = (i: number, name: string) => named(packed?.tables[i]?.turned.get(numberOf(name)));
  expect(turned(0, 'a.ts')).toEqual(['a.ts', 'b.ts']);
  expect(turned(0, 'größe.ts')).toEqual(['b.ts']);
  expect(turned(2, '\u{1F600}.ts')).toEqual(['stores\0x']);
  expect(turned(0, 'b.ts')).toBeUndefined();
  expect(turned(1, 'a.ts')).toBeUndefined();
});

test('names are found, and those that begin alike', () => {
  const names = [...new Set(tables.flatMap((table) => [...table].flatMap(([name, set]) => [name, ...set])))];
  expect(names.map((name) => packed?.nameOf(numberOf(name)))).toEqual(names);
  expect(['', 'a', 'stores\0', 'z'].map((name) => packed?.numberOf(name))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  const [from = 0, to = 0] = packed?.beginningWith('stores\0') ?? [];
  expect(Array.from({ length: to - from }, (_, i) => packed?.nameOf(from + i))).toEqual([
    'stores\0x',
    'stores\0y',
  ]);
  const none = packed?.beginningWith('zz') ?? [];
  expect(none[0]).toBe(none[1]);
});

test('bytes that lie anywhere are read, and others are none', () => {
  const { bytes } = packTables(tables);
  const moved = new Uint8Array(bytes.length + 1).subarray(1);
  moved.set(bytes);
  expect(openTables(moved)?.nameOf(numberOf('größe.ts'))).toBe('größe.ts');
  expect(openTables(bytes.subarray(0, 40))).toBeUndefined();
  expect(openTables(Buffer.from('no tables at all'))).toBeUndefined();
});
