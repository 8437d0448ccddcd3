import type { SinkReads } from '../values/read-things.js';
import { thingOf } from '../values/reads.js';
import type { ReadTables, Table } from './read-tables.js';

/** What rests on each thing: the things that answers were read from, seen from both sides. */
export interface Rests {
  readonly reads: {
    /** For each file, what was read to tell what its calls call. */
    readonly byFile: Lookup<ReadonlySet<string>>;
    readonly bySink: Lookup<SinkReads>;
    /** For each file with entries in indexes, what was read to find these. */
    readonly forIndexes: Lookup<ReadonlySet<string>>;
    /** The keys under which each file has entries. */
    readonly keysOf: Lookup<ReadonlySet<string>>;
    /** What was read for nobody in particular. */
    readonly others: ReadonlySet<string>;
    /** For each search for an export, what was looked at. */
    readonly searches: Lookup<ReadonlySet<string>>;
  };
  /** The files of the calls of which it was asked what they call. */
  readonly files: Under;
  /** The client's calls that were asked for their requests. */
  readonly sinks: Under;
  /** The files whose entries in indexes were found by way of it. */
  readonly entries: Under;
  /** The searches for exports that looked at it. */
  readonly searches: Under;
  /** The files with entries under a key. */
  readonly keys: Under;
  /** The keys of an index that are known. */
  readonly asked: (index: string) => readonly string[];
  /** The keys of an index under which some of the files have entries. */
  readonly keysIn: (index: string, isAsked: (file: string) => boolean) => readonly string[];
}

type Lookup<V> = Pick<ReadonlyMap<string, V>, 'get' | 'has'>;
type Under = Lookup<readonly string[]>;

const known = new WeakMap<ReadTables, Rests>();

export function restsOn(tables: ReadTables): Rests {
  const before = known.get(tables);
  if (before) return before;
  const { names } = tables;
  const numbers = new Map(names.map((name, number) => [name, number]));
  const named = (list: readonly number[]): string[] => list.map((number) => names[number] ?? '');
  const lookup = <V>(rows: ReadonlyMap<number, readonly number[]>, read: (row: readonly number[]) => V) => ({
    has: (name: string): boolean => rows.has(numbers.get(name) ?? -1),
    get: (name: string): V | undefined => {
      const row = rows.get(numbers.get(name) ?? -1);
      return row && read(row);
    },
  });
  const setsIn = (table: Table) => lookup(new Map(table), (row): ReadonlySet<string> => new Set(named(row)));
  const under = (table: Table): Under => lookup(turned(table), named);
  const files = setsIn(tables.sinkFiles);
  const things = setsIn(tables.sinkThings);
  const keys = under(tables.keysOf);
  const keysOf = (index: string): readonly string[] => {
    const start = thingOf(index, '');
    return names.flatMap((name) => (name.startsWith(start) ? [name.slice(start.length)] : []));
  };
  const found: Rests = {
    reads: {
      byFile: setsIn(tables.byFile),
      bySink: {
        has: things.has,
        get: (sink) => {
          const read = things.get(sink);
          return read && { files: files.get(sink) ?? new Set(), things: read };
        },
      },
      forIndexes: setsIn(tables.forIndexes),
      keysOf: setsIn(tables.keysOf),
      others: new Set(named(tables.others)),
      searches: setsIn(tables.searches),
    },
    files: under(tables.byFile),
    sinks: under(tables.sinkThings),
    entries: under(tables.forIndexes),
    searches: under(tables.searches),
    keys,
    asked: keysOf,
    keysIn: (index, isAsked) => keysOf(index).filter((key) => keys.get(thingOf(index, key))?.some(isAsked)),
  };
  known.set(tables, found);
  return found;
}

/** The names of the rows in which each number is. */
function turned(table: Table): ReadonlyMap<number, readonly number[]> {
  const rows = new Map<number, number[]>();
  for (const [name, numbers] of table)
    for (const number of numbers) {
      const row = rows.get(number);
      if (row) row.push(name);
      else rows.set(number, [name]);
    }
  return rows;
}
