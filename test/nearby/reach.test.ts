import { expect, test } from 'vitest';
import { entriesBehind } from '../../src/nearby/reach.js';
import { tablesOf } from '../../src/nearby/read-tables.js';
import { restsOn } from '../../src/nearby/rests.js';
import { thingOf } from '../../src/values/reads.js';

const calls = (name: string): string => thingOf('calls', name);
const stores = (name: string): string => thingOf('stores', name);

const table = (rows: Record<string, readonly string[]>): Map<string, Set<string>> =>
  new Map(Object.entries(rows).map(([name, row]) => [name, new Set(row)]));

const rests = restsOn(
  tablesOf({
    byFile: new Map(),
    bySink: new Map(),
    searches: new Map(),
    loads: new Map(),
    others: new Set(),
    forIndexes: table({
      'caller.ts': [stores('caller'), calls('run')],
      'setter.ts': [stores('shared')],
    }),
    signed: new Map(),
    keysOf: table({
      'caller.ts': [calls('load')],
      'outer.ts': [calls('run')],
      'setter.ts': [stores('caller')],
      'shared.ts': [stores('shared')],
    }),
  }),
);

test('of files that only call something of a name, no entries are found, but their callers by name are', () => {
  expect(entriesBehind(rests, [calls('load')])).toEqual({
    entries: new Set(),
    named: new Set(['caller.ts', 'outer.ts']),
  });
});

test('of files with entries, what these were read from is followed', () => {
  expect(entriesBehind(rests, [stores('caller')])).toEqual({
    entries: new Set(['setter.ts', 'shared.ts']),
    named: new Set(),
  });
});
