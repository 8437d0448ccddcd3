import type { ReadThings } from '../values/read-things.js';
import { fileOfSink } from './part.js';
import type { Reach } from './reach.js';

export type { ReadThings };

/**
 * What a program's answers rest on, as it is kept between looks and runs: hundreds of thousands of entries, of which a
 * look asks for few. Names stand once, and rows have their numbers.
 */
export interface ReadTables {
  readonly names: readonly string[];
  readonly byFile: Table;
  readonly sinkFiles: Table;
  readonly sinkThings: Table;
  readonly forIndexes: Table;
  readonly keysOf: Table;
  readonly others: readonly number[];
  readonly searches: Table;
}

/** Numbers of names by the number of a name. */
export type Table = readonly (readonly [name: number, numbers: readonly number[]])[];

type Sets = ReadonlyMap<string, ReadonlySet<string>>;

export function tablesOf(reads: ReadThings): ReadTables {
  const book = openBook([]);
  const tables = {
    byFile: book.table(reads.byFile),
    ...sinkTables(reads, book.table),
    forIndexes: book.table(reads.forIndexes),
    keysOf: book.table(reads.keysOf),
    others: book.all(reads.others),
    searches: book.table(reads.searches),
  };
  return { names: book.names, ...tables };
}

/** What answers rest on after a change. Of files that others changed, not all callers were looked at: what was read before may be read still. */
export function tablesAfter(
  before: ReadTables,
  after: ReadThings,
  { things, files, sinks, entries }: Reach,
  changed: ReadonlySet<string>,
  judges: boolean,
): ReadTables {
  const book = openBook(before.names);
  /** What `after` says of names; what was said before counts too where they aren't seen `wholly`. */
  const replaced = (
    table: Table,
    now: Sets,
    seen: ReadonlySet<string>,
    wholly: ReadonlySet<string>,
  ): Table => {
    const rows = new Map(table);
    for (const name of seen) {
      const number = book.number(name);
      const old = wholly.has(name) ? [] : (rows.get(number) ?? []);
      rows.set(number, [...new Set([...old, ...book.all(now.get(name) ?? [])])]);
    }
    return [...rows];
  };
  const isOld = (sink: string): boolean => sinks.has(sink) || changed.has(fileOfSink(sink));
  const without = (table: Table, isGone: (name: string) => boolean): Table =>
    table.filter(([name]) => !isGone(before.names[name] ?? ''));
  const found = sinkTables(after, book.table);
  const isSearchedAgain = (search: string): boolean => things.has(search) || after.searches.has(search);
  const tables = {
    byFile: replaced(before.byFile, after.byFile, files, changed),
    sinkFiles: [...without(before.sinkFiles, isOld), ...found.sinkFiles],
    sinkThings: [...without(before.sinkThings, isOld), ...found.sinkThings],
    forIndexes: replaced(before.forIndexes, after.forIndexes, entries, entries),
    keysOf: replaced(before.keysOf, after.keysOf, new Set([...files, ...entries]), changed),
    others: judges ? book.all(after.others) : before.others,
    searches: [...without(before.searches, isSearchedAgain), ...book.table(after.searches)],
  };
  return { names: book.names, ...tables };
}

const sinkTables = (
  { bySink }: ReadThings,
  table: (sets: Sets) => Table,
): Pick<ReadTables, 'sinkFiles' | 'sinkThings'> => ({
  sinkFiles: table(new Map([...bySink].map(([sink, { files }]) => [sink, files]))),
  sinkThings: table(new Map([...bySink].map(([sink, { things }]) => [sink, things]))),
});

/** Numbers for names, those of `known` names first. */
function openBook(known: readonly string[]): {
  readonly names: readonly string[];
  readonly number: (name: string) => number;
  readonly all: (names: Iterable<string>) => number[];
  readonly table: (sets: Sets) => Table;
} {
  const names = [...known];
  const numbers = new Map(names.map((name, number) => [name, number]));
  const number = (name: string): number => {
    const before = numbers.get(name);
    if (before !== undefined) return before;
    numbers.set(name, names.length);
    return names.push(name) - 1;
  };
  const all = (some: Iterable<string>): number[] => [...some].map(number);
  return {
    names,
    number,
    all,
    table: (sets) => [...sets].map(([name, things]) => [number(name), all(things)]),
  };
}
