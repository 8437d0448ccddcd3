import type { ReadThings } from '../values/read-things.js';
import { rowOf } from './known-loads.js';
import { packTables, type PackedTables, type Sets } from './packed-tables.js';
import { fileOfSink } from './part.js';
import type { Reach } from './reach.js';

export type { ReadThings };

/** What a program's answers rest on, as it is kept between looks and runs: a look reads few rows, and changes fewer. */
export interface ReadTables {
  /** What a whole analysis found. */
  readonly packed: PackedTables;
  /** What looks at parts found after it. */
  readonly since: Since;
  readonly others: readonly string[];
}

/** Rows that are others than the packed ones: data that can be kept in a file. */
export interface Since {
  /** Their numbers come after those of the packed names. */
  readonly names: readonly string[];
  /** For each table, numbers by number; `null` for a row that is gone. */
  readonly rows: readonly (readonly (readonly [name: number, numbers: readonly number[] | null])[])[];
  /** Packed names that are others, by their numbers. */
  readonly renamed: readonly (readonly [number: number, name: string])[];
}

const tableNames = [
  'byFile',
  'sinkFiles',
  'sinkThings',
  'forIndexes',
  'keysOf',
  'signed',
  'searches',
  'loads',
] as const satisfies readonly string[];

export type TableName = (typeof tableNames)[number];

/** After so many numbers in other rows than the packed ones, all are packed anew: each look writes these rows. */
const mostSince = 60_000;

const nothingSince: Since = { names: [], rows: tableNames.map(() => []), renamed: [] };

export const tablesOf = (reads: ReadThings): ReadTables => packed(setsOf(reads), [...reads.others]);

const packed = (sets: Readonly<Record<TableName, Sets>>, others: readonly string[]): ReadTables => ({
  packed: packTables(tableNames.map((name) => sets[name])),
  since: nothingSince,
  others,
});

const setsOf = ({
  byFile,
  bySink,
  forIndexes,
  keysOf,
  signed,
  searches,
  loads,
}: ReadThings): Readonly<Record<TableName, Sets>> => ({
  byFile,
  sinkFiles: new Map([...bySink].map(([sink, { files }]) => [sink, files])),
  sinkThings: new Map([...bySink].map(([sink, { things }]) => [sink, things])),
  forIndexes,
  keysOf,
  signed,
  searches,
  loads: new Map([...loads].flatMap(([file, loaded]) => (loaded ? [[file, rowOf(loaded)]] : []))),
});

/** The rows of a table, from both sides. */
export interface TableView {
  /** The names that have rows. */
  readonly names: () => readonly string[];
  readonly has: (name: string) => boolean;
  readonly get: (name: string) => readonly string[] | undefined;
  /** The names in whose rows a name is; undefined where it is in none. */
  readonly under: (name: string) => readonly string[] | undefined;
  /** Whether a name is in a row of whose name something holds. */
  readonly isUnder: (name: string, holds: (row: string) => boolean) => boolean;
  /** The names that begin with a text and have no row. */
  readonly without: (start: string) => readonly string[];
}

export interface TableViews {
  readonly table: (name: TableName) => TableView;
  readonly beginningWith: (start: string) => readonly string[];
}

/** Reads tables, and decodes of them what is asked for. */
export function viewsOf(tables: ReadTables): TableViews {
  const { packed: pack, since } = tables;
  const names = namesIn(tables);
  const { nameOf } = names;
  const numberOf = (name: string): number => names.numberOf(name) ?? -1;
  const named = (numbers: Iterable<number>): readonly string[] => Array.from(numbers, nameOf);
  const numbersFrom = (start: string): readonly number[] => {
    const [from, to] = pack.beginningWith(start);
    const old = Array.from({ length: to - from }, (_, i) => from + i);
    return [...old, ...since.names.flatMap((name, i) => (name.startsWith(start) ? [pack.size + i] : []))];
  };
  const table = (name: TableName): TableView => {
    const i = tableNames.indexOf(name);
    const rows = pack.tables[i]?.rows;
    const turned = pack.tables[i]?.turned;
    const over = new Map(since.rows[i]);
    let overTurned: ReturnType<typeof turnedRows> | undefined;
    const keysUnder = (name: string): readonly number[] => {
      const number = numberOf(name);
      overTurned ??= turnedRows(over);
      const old = turned?.get(number) ?? noNumbers;
      return [...Array.from(old).filter((key) => !over.has(key)), ...(overTurned.get(number) ?? [])];
    };
    const row = (number: number): Iterable<number> | undefined =>
      over.has(number) ? (over.get(number) ?? undefined) : rows?.get(number);
    return {
      names: () => [
        ...named([...(rows?.keys ?? [])].filter((key) => !over.has(key))),
        ...named([...over].flatMap(([key, numbers]) => (numbers ? [key] : []))),
      ],
      has: (one) => row(numberOf(one)) !== undefined,
      get: (one) => {
        const found = row(numberOf(one));
        return found && named(found);
      },
      under: (one) => {
        const keys = keysUnder(one);
        return keys.length === 0 ? undefined : named(keys);
      },
      isUnder: (one, holds) => keysUnder(one).some((key) => holds(nameOf(key))),
      without: (start) => {
        const keys = new Set(rows?.keys);
        for (const [key, numbers] of over)
          if (numbers) keys.add(key);
          else keys.delete(key);
        return named(numbersFrom(start).filter((number) => !keys.has(number)));
      },
    };
  };
  return { table, beginningWith: (start) => named(numbersFrom(start)) };
}

/** The names of tables, with those that were added or are others. */
function namesIn({ packed: { size, ...pack }, since }: ReadTables): {
  readonly nameOf: (number: number) => string;
  readonly numberOf: (name: string) => number | undefined;
} {
  const renamed = new Map(since.renamed);
  const added = new Map(since.names.map((name, i) => [name, size + i]));
  for (const [number, name] of renamed) added.set(name, number);
  return {
    nameOf: (number) =>
      number < size ? (renamed.get(number) ?? pack.nameOf(number)) : (since.names[number - size] ?? ''),
    numberOf: (name) => {
      const known = added.get(name);
      if (known !== undefined) return known;
      const number = pack.numberOf(name);
      return number === undefined || renamed.has(number) ? undefined : number;
    },
  };
}

/** The same tables with other names for some of those that hold a text; undefined where one of these has no other. */
export function renamedTables(
  tables: ReadTables,
  part: string,
  rename: (name: string) => string | undefined,
): ReadTables | undefined {
  const { packed: pack, since, others } = tables;
  const { nameOf } = namesIn(tables);
  let isLost = false;
  const other = (name: string): string => {
    const renamed = name.includes(part) ? rename(name) : name;
    if (renamed === undefined) isLost = true;
    return renamed ?? name;
  };
  const renamed = new Map(since.renamed);
  for (const number of pack.holding(part)) {
    const name = other(nameOf(number));
    if (name !== nameOf(number)) renamed.set(number, name);
  }
  const after = {
    packed: pack,
    since: { ...since, names: since.names.map(other), renamed: [...renamed] },
    others: others.map(other),
  };
  return isLost ? undefined : after;
}

const noNumbers: ArrayLike<number> = [];

function turnedRows(
  rows: ReadonlyMap<number, readonly number[] | null>,
): ReadonlyMap<number, readonly number[]> {
  const out = new Map<number, number[]>();
  for (const [key, numbers] of rows)
    for (const number of numbers ?? []) {
      const list = out.get(number);
      if (list) list.push(key);
      else out.set(number, [key]);
    }
  return out;
}

/** What answers rest on after a change. Of files that others changed, not all callers were looked at: what was read before may be read still. */
export function tablesAfter(
  before: ReadTables,
  after: ReadThings,
  { things, files, sinks, entries }: Reach,
  changed: ReadonlySet<string>,
  judges: boolean,
): ReadTables {
  const views = viewsOf(before);
  const now = setsOf(after);
  const later = laterRows(before);
  /** What `after` says of names; what was said before counts too where they aren't seen `wholly`. */
  const replace = (table: TableName, seen: Iterable<string>, wholly: ReadonlySet<string>): void => {
    const view = views.table(table);
    for (const name of seen) {
      const old = wholly.has(name) ? [] : (view.get(name) ?? []);
      later.set(table, name, new Set([...old, ...(now[table].get(name) ?? [])]));
    }
  };
  const replaceAll = (table: TableName, gone: Iterable<string>): void => {
    const view = views.table(table);
    for (const name of gone) if (view.has(name)) later.set(table, name, null);
    for (const [name, set] of now[table]) later.set(table, name, set);
  };
  const isOld = (sink: string): boolean => sinks.has(sink) || changed.has(fileOfSink(sink));
  for (const table of ['sinkFiles', 'sinkThings'] as const)
    replaceAll(table, views.table(table).names().filter(isOld));
  replaceAll('searches', things);
  replaceAll('loads', after.loads.keys());
  replace('byFile', files, changed);
  replace('forIndexes', entries, entries);
  replace('signed', entries, entries);
  replace('keysOf', new Set([...files, ...entries]), changed);
  const tables = { ...before, since: later.rows(), ...(judges && { others: [...after.others] }) };
  return sizeOf(tables.since) > mostSince ? packedAnew(tables) : tables;
}

/** Rows after a change, begun with those that are others already. */
function laterRows(before: ReadTables): {
  readonly set: (table: TableName, name: string, row: Iterable<string> | null) => void;
  readonly rows: () => Since;
} {
  const { packed: pack, since } = before;
  const { numberOf } = namesIn(before);
  const names = [...since.names];
  const added = new Map<string, number>();
  const tables = since.rows.map((rows) => new Map(rows));
  const number = (name: string): number => {
    const known = added.get(name) ?? numberOf(name);
    if (known !== undefined) return known;
    added.set(name, pack.size + names.length);
    return pack.size + names.push(name) - 1;
  };
  return {
    set: (table, name, row) => {
      tables[tableNames.indexOf(table)]?.set(number(name), row && Array.from(row, number));
    },
    rows: () => ({ ...since, names, rows: tables.map((rows) => [...rows]) }),
  };
}

const sizeOf = ({ rows }: Since): number =>
  rows.flat().reduce((sum, [, numbers]) => sum + (numbers?.length ?? 0), 0);

function packedAnew(tables: ReadTables): ReadTables {
  const views = viewsOf(tables);
  const setsIn = (name: TableName): Sets => {
    const view = views.table(name);
    return new Map(view.names().map((row) => [row, new Set(view.get(row))]));
  };
  const sets = Object.fromEntries(tableNames.map((name) => [name, setsIn(name)]));
  return packed(sets as Record<TableName, Sets>, tables.others);
}
