export type Compare<T> = (a: T, b: T) => number;
type Key = string | number | boolean | null | undefined;

/** By UTF-16 code units, not by locale: equal everywhere. Absent values come first. */
function compareKeys(a: Key, b: Key): number {
  if (a === b) return 0;
  if (a === null || a === undefined) return b === null || b === undefined ? 0 : -1;
  if (b === null || b === undefined) return 1;
  return a < b ? -1 : 1;
}

/** Compares by the first key that differs. */
export const by =
  <T>(...keys: readonly ((item: T) => Key)[]): Compare<T> =>
  (a, b) => {
    for (const key of keys) {
      const order = compareKeys(key(a), key(b));
      if (order !== 0) return order;
    }
    return 0;
  };

export const sorted = <T>(items: readonly T[], compare: Compare<T>): readonly T[] => [...items].sort(compare);

export const sortedNames = (names: readonly string[]): readonly string[] => sorted(names, compareKeys);

/** The same record with its keys in order, so that it is written in order. */
export function sortedRecord<T, U>(
  record: Readonly<Record<string, T>>,
  map: (value: T) => U,
): Readonly<Record<string, U>> {
  return Object.fromEntries(sortedNames(Object.keys(record)).map((key) => [key, map(record[key] as T)]));
}
