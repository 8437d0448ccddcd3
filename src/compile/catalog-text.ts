import type { Catalog } from '../model/catalog.js';

/** The text of a `catalog.json`: the canonical order of its facts, two spaces, one newline at the end. */
export const catalogText = (catalog: Catalog): string => `${JSON.stringify(ordered(catalog), null, 2)}\n`;

/** Keys first that readers look for; every other key in alphabetical order, so that it never depends on the compiler's code. */
const leading = ['schemaVersion', 'provider', 'title', 'id', 'name', 'method', 'path', 'paths'];

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, ordered(item)]));
}

const rank = (key: string): number => {
  const index = leading.indexOf(key);
  return index < 0 ? leading.length : index;
};
