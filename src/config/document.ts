import { createRequire } from 'node:module';
import type * as yamlModule from 'yaml';
import type { Document, Node } from 'yaml';
import { UserError } from '../model/errors.js';
import type { Position } from '../model/span.js';

export type DocumentPath = readonly (string | number)[];

/** A YAML or JSON text, with the place of every entry. */
export interface PlacedDocument {
  readonly value: unknown;
  /** Where the value at `path` stands, or its key; the nearest enclosing entry where the path leads nowhere. */
  positionOf(path: DocumentPath, part: 'key' | 'value'): Position;
}

type Yaml = typeof yamlModule;

// Loaded where there is a config: it takes longer than all else that a hook does to begin.
const load = createRequire(import.meta.url);
const yaml = (): Yaml => load('yaml') as Yaml;

/** Reads YAML 1.2, of which JSON is a part. `file` is used in errors only. */
export function parsePlaced(text: string, file: string): PlacedDocument {
  const { LineCounter, isScalar, parseDocument, visit } = yaml();
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  const place = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  visit(document, {
    Pair: (_, { key }) => {
      if (!isScalar(key) || key.value !== '__proto__') return;
      const at = { file, ...place(startOf(key) ?? 0) };
      throw new UserError('"__proto__" is no name that an entry can have', at, 'Choose another name.');
    },
  });
  const remedy = `Correct the ${/\.json$/i.test(file) ? 'JSON' : 'YAML'} syntax.`;
  const [first, ...others] = document.errors.map(
    (error) => new UserError(error.message, { file, ...place(error.pos[0]) }, remedy),
  );
  if (first) throw new UserError(first.message, first.place, first.remedy, others);
  return {
    value: plainValue(document, file),
    positionOf: (path, part) => place(offsetOf(document.contents, path, part)),
  };
}

function plainValue(document: Document.Parsed, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UserError(message, { file, line: 1 }, 'Write the values out instead of using so many aliases.');
  }
}

function offsetOf(root: unknown, path: DocumentPath, part: 'key' | 'value'): number {
  let node: unknown = root;
  let offset = startOf(root) ?? 0;
  for (const [depth, segment] of path.entries()) {
    const wantsKey = part === 'key' && depth === path.length - 1;
    const entry = entryOf(node, segment);
    if (!entry) return offset;
    offset =
      (wantsKey ? startOf(entry.key) : undefined) ?? startOf(entry.value) ?? startOf(entry.key) ?? offset;
    node = entry.value;
  }
  return offset;
}

function entryOf(node: unknown, segment: string | number): { key?: unknown; value: unknown } | undefined {
  const { isMap, isPair, isScalar, isSeq } = yaml();
  if (isSeq(node)) {
    const item = node.items[Number(segment)];
    return item === undefined ? undefined : { value: item };
  }
  if (!isMap(node)) return undefined;
  return node.items.find(
    (pair) => isPair(pair) && String(isScalar(pair.key) ? pair.key.value : pair.key) === String(segment),
  );
}

const startOf = (node: unknown): number | undefined =>
  yaml().isNode(node) ? (node as Node).range?.[0] : undefined;
