import { openByteStore } from '../cache/byte-store.js';
import { hashBytes } from '../cache/hash.js';
import { openTables, type PackedTables } from '../nearby/packed-tables.js';
import type { ReadTables } from '../nearby/read-tables.js';
import type { Known } from './known.js';

/** What is known of a project, but for the tables, which states share: a name for them. */
export interface KeptKnown extends Omit<Known, 'reads'> {
  readonly reads: Omit<ReadTables, 'packed'> & { readonly packed: string };
}

/** Keeps the tables of what is known. */
export interface KnownStore {
  /** Writes the tables where they aren't there yet. */
  readonly keep: (known: Known) => KeptKnown;
  /** Undefined where the tables are gone. */
  readonly known: (kept: KeptKnown) => Known | undefined;
}

const keys = new WeakMap<PackedTables, string>();

export function openKnownStore(folder: string): KnownStore {
  const store = openByteStore(folder, 'tables');
  return {
    keep: ({ reads, ...rest }) => {
      const { packed } = reads;
      const key = keys.get(packed) ?? hashBytes(packed.bytes);
      keys.set(packed, key);
      if (!store.has(key)) store.write(key, packed.bytes);
      return { ...rest, reads: { ...reads, packed: key } };
    },
    known: ({ reads, ...rest }) => {
      const bytes = store.read(reads.packed);
      const packed = bytes && openTables(bytes);
      if (!packed) return undefined;
      keys.set(packed, reads.packed);
      return { ...rest, reads: { ...reads, packed } };
    },
  };
}
