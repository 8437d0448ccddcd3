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
  const named = (list: Iterable<number>): string[] => Array.from(list, (number) => names[number] ?? '');
  const lookup = <V>(rows: ReadonlyMap<number, readonly number[]>, read: (row: readonly number[]) => V) => ({
    has: (name: string): boolean => rows.has(numbers.get(name) ?? -1),
    get: (name: string): V | undefined => {
      const row = rows.get(numbers.get(name) ?? -1);
      return row && read(row);
    },
  });
  const setsIn = (table: Table) => lookup(new Map(table), (row): ReadonlySet<string> => new Set(named(row)));
  const under = (table: Table): Under => {
    let known: Turned | undefined;
    const rowsOf = (name: string): Uint32Array | undefined => {
      const number = numbers.get(name);
      known ??= turned(table, names.length);
      return number === undefined ? undefined : known(number);
    };
    return {
      has: (name) => rowsOf(name) !== undefined,
      get: (name) => {
        const rows = rowsOf(name);
        return rows && named(rows);
      },
    };
  };
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

/** The names of the rows in which a number is; undefined where it is in none. */
type Turned = (number: number) => Uint32Array | undefined;

/** Hundreds of thousands of numbers, of which few are asked for: they lie in one array, in the order of what they are rows of. */
function turned(table: Table, size: number): Turned {
  const starts = new Uint32Array(size + 1);
  for (const [, numbers] of table) for (const number of numbers) countUp(starts, number + 1);
  for (let i = 1; i <= size; i++) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0);
  const next = starts.slice();
  const rows = new Uint32Array(starts[size] ?? 0);
  for (const [name, numbers] of table)
    for (const number of numbers) {
      rows[next[number] ?? 0] = name;
      countUp(next, number);
    }
  return (number) => {
    const found = rows.subarray(starts[number], starts[number + 1]);
    return found.length === 0 ? undefined : found;
  };
}

function countUp(counts: Uint32Array, at: number): void {
  counts[at] = (counts[at] ?? 0) + 1;
}
