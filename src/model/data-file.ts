import type { Position } from './span.js';

/** A value in a data file, with the place where it stands. */
export type DataNode =
  | { readonly kind: 'text'; readonly text: string; readonly at: Position }
  | { readonly kind: 'list'; readonly items: readonly DataNode[]; readonly at: Position }
  | { readonly kind: 'map'; readonly entries: readonly DataEntry[]; readonly at: Position };

export interface DataEntry {
  readonly key: string;
  /** Where the key stands. */
  readonly at: Position;
  readonly value: DataNode;
}

/** A YAML, JSON, TOML or environment file as plain data. */
export interface DataFile {
  readonly file: string;
  readonly root: DataNode;
}

/** The value under a path of keys; undefined where there is none. */
export function nodeAt(node: DataNode | undefined, ...path: readonly string[]): DataNode | undefined {
  return path.reduce<DataNode | undefined>(
    (found, key) =>
      found?.kind === 'map' ? found.entries.find((entry) => entry.key === key)?.value : undefined,
    node,
  );
}
