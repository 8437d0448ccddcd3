import type { DataFile, DataNode } from '../model/data-file.js';
import type { GrantList, ListedScope } from '../model/grant-list.js';
import type { Position, Span } from '../model/span.js';

/** A kind of data file that says which scopes an app has. */
export interface ManifestSource {
  readonly id: string;
  readonly title: string;
  readonly docsUrl: string;
  /** Paths of such files; what is in them decides. */
  readonly files: RegExp;
  readonly read: (data: DataFile) => readonly GrantList[];
}

export const spanAt = (file: string, { line, column }: Position, width?: number): Span => ({
  file,
  start: line,
  end: column,
  isPosition: true,
  ...(width !== undefined && { width }),
});

/** The scopes of a list of texts, of one text with spaces or commas between, or of the keys of a map. */
export function scopesIn(file: string, node: DataNode | undefined): readonly ListedScope[] {
  if (node?.kind === 'list') return node.items.flatMap((item) => scopesIn(file, item));
  if (node?.kind === 'map')
    return node.entries.map(({ key, at }) => ({ name: key, span: spanAt(file, at, key.length) }));
  if (node?.kind !== 'text') return [];
  return [...node.text.matchAll(/[^\s,]+/g)].map((word) => ({
    name: word[0],
    span: spanAt(file, { ...node.at, column: node.at.column + word.index }, word[0].length),
  }));
}

type Facts = Pick<GrantList, 'source' | 'flow'> & Partial<Pick<GrantList, 'host' | 'provider'>>;

/** The list under a node; none where it is empty. */
export function manifestList(file: string, node: DataNode | undefined, facts: Facts): readonly GrantList[] {
  const scopes = scopesIn(file, node);
  if (!node || scopes.length === 0) return [];
  return [{ ...facts, scopes, complete: true, span: spanAt(file, node.at), clientEnv: [], env: [] }];
}
