/** Sets of names by name. */
export type Sets = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Tables of hundreds of thousands of names, as bytes of which a look reads few: names stand once, in order, and rows
 * hold their numbers, from both sides. Nothing is decoded before it is asked for.
 */
export interface PackedTables {
  readonly bytes: Uint8Array;
  /** Of the names. */
  readonly size: number;
  readonly nameOf: (number: number) => string;
  readonly numberOf: (name: string) => number | undefined;
  /** The numbers from the first name that begins with a text up to the one after the last. */
  readonly beginningWith: (start: string) => readonly [from: number, to: number];
  /** The numbers of names that may hold a text: all that do are among them. */
  readonly holding: (part: string) => readonly number[];
  readonly tables: readonly PackedTable[];
}

export interface PackedTable {
  readonly rows: Rows;
  /** The names in whose rows a number is. */
  readonly turned: Rows;
}

/** Numbers by number, in order. */
export interface Rows {
  readonly keys: Uint32Array;
  readonly get: (key: number) => Uint32Array | undefined;
}

/** Rows one after the other: those of `keys[i]` go from `starts[i]` to `starts[i + 1]`. */
interface Parts {
  readonly keys: Uint32Array;
  readonly starts: Uint32Array;
  readonly values: Uint32Array;
}

/** Tells these bytes from others, and from those of a machine that orders them otherwise. */
const mark = 0x6c73_7401;
const wordSize = 4;

export function packTables(tables: readonly Sets[]): PackedTables {
  const names = [...new Set(tables.flatMap((table) => [...table].flatMap(([name, set]) => [name, ...set])))];
  names.sort();
  const numbers = new Map(names.map((name, number) => [name, number]));
  const number = (name: string): number => numbers.get(name) ?? 0;
  const parts = tables.flatMap((table) => {
    const rows = partsOf(
      [...table]
        .map(([name, set]) => [number(name), Uint32Array.from(set, number)] as const)
        .sort(([a], [b]) => a - b),
    );
    return [rows, turned(rows, names.length)];
  });
  const text = Buffer.from(names.join(''));
  const head = [
    ...[mark, names.length, tables.length],
    ...parts.flatMap(({ keys, values }) => [keys.length, values.length]),
  ];
  const words = [
    Uint32Array.from(head),
    sums(names.map((name) => Buffer.byteLength(name))),
    ...parts.flatMap(({ keys, starts, values }) => [keys, starts, values]),
  ];
  const bytes = Buffer.concat([...words.map(({ buffer }) => new Uint8Array(buffer)), text]);
  return opened(aligned(bytes));
}

/** The tables in bytes; undefined where these are none. */
export function openTables(bytes: Uint8Array): PackedTables | undefined {
  try {
    return opened(aligned(bytes));
  } catch {
    return undefined;
  }
}

/** Numbers are read in place, which they have to lie right for. */
const aligned = (bytes: Uint8Array): Uint8Array =>
  bytes.byteOffset % wordSize === 0 ? bytes : Uint8Array.from(bytes);

function opened(bytes: Uint8Array): PackedTables {
  let at = 0;
  const take = (length: number): Uint32Array => {
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset + at, length);
    at += length * wordSize;
    if (at > bytes.length) throw new Error('too short');
    return words;
  };
  const [found, size = 0, count = 0] = take(3);
  if (found !== mark) throw new Error('no tables');
  const lengths = take(count * 4);
  const starts = take(size + 1);
  const rowsOf = (i: number): Rows => {
    const keys = take(lengths[i] ?? 0);
    return rowsIn({ keys, starts: take(keys.length + 1), values: take(lengths[i + 1] ?? 0) });
  };
  const tables = Array.from({ length: count }, (_, i) => ({
    rows: rowsOf(i * 4),
    turned: rowsOf(i * 4 + 2),
  }));
  return { bytes, size, tables, ...namesIn(bytes.subarray(at), starts) };
}

function namesIn(
  bytes: Uint8Array,
  starts: Uint32Array,
): Pick<PackedTables, 'nameOf' | 'numberOf' | 'beginningWith' | 'holding'> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const size = starts.length - 1;
  const known: (string | undefined)[] = [];
  const nameOf = (number: number): string =>
    (known[number] ??= text.toString('utf8', starts[number], starts[number + 1]));
  const firstFrom = (name: string): number => firstAt(size, (number) => nameOf(number) >= name);
  return {
    nameOf,
    numberOf: (name) => {
      const number = firstFrom(name);
      return number < size && nameOf(number) === name ? number : undefined;
    },
    beginningWith: (start) => {
      const from = firstFrom(start);
      const isAfter = (name: string): boolean => name > start && !name.startsWith(start);
      return [from, firstAt(size, (number) => isAfter(nameOf(number)))];
    },
    holding: (part) => {
      const numbers = new Set<number>();
      for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1))
        numbers.add(firstAt(size, (number) => (starts[number + 1] ?? 0) > at));
      return [...numbers];
    },
  };
}

const rowsIn = ({ keys, starts, values }: Parts): Rows => ({
  keys,
  get: (key) => {
    const i = firstAt(keys.length, (one) => (keys[one] ?? 0) >= key);
    return keys[i] === key ? values.subarray(starts[i], starts[i + 1]) : undefined;
  },
});

/** The first number below `size` for which something holds that holds for all after it; `size` where there is none. */
function firstAt(size: number, holds: (number: number) => boolean): number {
  let [from, to] = [0, size];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** `0`, and after each length the sum up to it. */
function sums(lengths: ArrayLike<number>): Uint32Array {
  const out = new Uint32Array(lengths.length + 1);
  for (let i = 0; i < lengths.length; i++) out[i + 1] = (out[i] ?? 0) + (lengths[i] ?? 0);
  return out;
}

function partsOf(rows: readonly (readonly [key: number, values: Uint32Array])[]): Parts {
  const starts = sums(rows.map(([, values]) => values.length));
  const values = new Uint32Array(starts.at(-1) ?? 0);
  for (const [i, [, row]] of rows.entries()) values.set(row, starts[i]);
  return { keys: Uint32Array.from(rows, ([key]) => key), starts, values };
}

/** Rows seen from the other side: by each of their numbers, the keys. */
function turned({ keys, starts, values }: Parts, size: number): Parts {
  const counts = new Uint32Array(size);
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  const used = Uint32Array.from(counts.keys()).filter((number) => counts[number] !== 0);
  const places = sums(counts);
  const next = places.slice();
  const out = new Uint32Array(values.length);
  for (const [i, key] of keys.entries())
    for (const value of values.subarray(starts[i], starts[i + 1])) {
      out[next[value] ?? 0] = key;
      next[value] = (next[value] ?? 0) + 1;
    }
  return {
    keys: used,
    starts: Uint32Array.from([...used, size], (number) => places[number] ?? 0),
    values: out,
  };
}
