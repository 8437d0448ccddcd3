import { createRequire } from 'node:module';
import { parseTree, type Node as JsonNode } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import type * as yamlModule from 'yaml';
import type { DataEntry, DataFile, DataNode } from '../model/data-file.js';
import type { Position } from '../model/span.js';
import { positionAt } from '../model/position.js';

type Yaml = typeof yamlModule;

// Loaded where there is such a file.
const load = createRequire(import.meta.url);
const yaml = (): Yaml => load('yaml') as Yaml;

/** Deeper values than this are left out. */
const maxDepth = 32;
const largestText = 500_000;

type PlaceOf = (offset: number) => Position;

/** Reads a data file by its name; undefined for one that is no such file, too large, or not readable as one. */
export function readDataFile(file: string, text: string): DataFile | undefined {
  if (text.length > largestText) return undefined;
  const name = file.split('/').at(-1) ?? file;
  const root = /^\.env(?:\.|$)/.test(name)
    ? readEnvironment(text)
    : /\.json$/.test(name)
      ? readJson(text)
      : /\.ya?ml$/.test(name)
        ? readYaml(text)
        : /\.toml$/.test(name)
          ? readToml(text)
          : undefined;
  return root && { file, root };
}

function placesIn(text: string): PlaceOf {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => positionAt(starts, offset);
}

const start: Position = { line: 1, column: 1 };
const textNode = (value: unknown, at: Position): DataNode => ({
  kind: 'text',
  text: typeof value === 'string' ? value : JSON.stringify(value ?? null),
  at,
});

function readJson(text: string): DataNode | undefined {
  const tree = parseTree(text);
  return tree && fromJson(tree, placesIn(text), 0);
}

function fromJson(node: JsonNode, placeOf: PlaceOf, depth: number): DataNode {
  const at = placeOf(node.offset);
  const children = depth < maxDepth ? (node.children ?? []) : [];
  if (node.type === 'array')
    return { kind: 'list', items: children.map((child) => fromJson(child, placeOf, depth + 1)), at };
  if (node.type !== 'object') return textNode(node.value, at);
  const entries = children.flatMap((property): DataEntry[] => {
    const [key, value] = property.children ?? [];
    return key && value
      ? [{ key: String(key.value), at: placeOf(key.offset), value: fromJson(value, placeOf, depth + 1) }]
      : [];
  });
  return { kind: 'map', entries, at };
}

function readYaml(text: string): DataNode | undefined {
  const document = yaml().parseDocument(text, { logLevel: 'silent' });
  return document.errors.length > 0 ? undefined : fromYaml(document.contents, placesIn(text), 0);
}

function fromYaml(node: unknown, placeOf: PlaceOf, depth: number): DataNode {
  const { isAlias, isMap, isScalar, isSeq } = yaml();
  if (isScalar(node)) return textNode(node.value, placeOf(node.range?.[0] ?? 0));
  // What an alias stands for has a place of its own.
  if (isAlias(node) || depth >= maxDepth) return textNode('', start);
  if (isSeq(node))
    return {
      kind: 'list',
      items: node.items.map((item) => fromYaml(item, placeOf, depth + 1)),
      at: placeOf(node.range?.[0] ?? 0),
    };
  if (!isMap(node)) return textNode('', start);
  const entries = node.items.map(({ key, value }): DataEntry => {
    const at = isScalar(key) ? placeOf(key.range?.[0] ?? 0) : start;
    const name = isScalar(key) ? String(key.value) : '';
    return {
      key: name,
      at,
      value: value === null || value === undefined ? textNode('', at) : fromYaml(value, placeOf, depth + 1),
    };
  });
  return { kind: 'map', entries, at: placeOf(node.range?.[0] ?? 0) };
}

/** The parser gives no places: a text stands where its line holds it, in quotes or in a list of words. */
function readToml(text: string): DataNode | undefined {
  try {
    const lines = text.split('\n');
    const find = (key: string, value: string): Position => {
      const holds = (line: string): boolean => line.includes(value) && (key === '' || line.includes(key));
      const line = lines.findIndex(holds);
      const at = line === -1 ? lines.findIndex((l) => l.includes(value)) : line;
      return at === -1 ? start : { line: at + 1, column: (lines[at] ?? '').indexOf(value) + 1 };
    };
    return fromPlain(parseToml(text), '', find, 0);
  } catch {
    return undefined;
  }
}

function fromPlain(
  value: unknown,
  key: string,
  find: (key: string, value: string) => Position,
  depth: number,
): DataNode {
  if (Array.isArray(value) && depth < maxDepth)
    return {
      kind: 'list',
      items: value.map((item: unknown) => fromPlain(item, '', find, depth + 1)),
      at: find('', key),
    };
  if (typeof value === 'object' && value !== null && !(value instanceof Date) && depth < maxDepth)
    return {
      kind: 'map',
      entries: Object.entries(value).map(([name, inner]) => ({
        key: name,
        at: find('', name),
        value: fromPlain(inner, name, find, depth + 1),
      })),
      at: find('', key),
    };
  return textNode(value, typeof value === 'string' ? find(key, value) : find('', key));
}

/** `NAME=value` lines; quotes and `export` are left out, and so are comments. */
function readEnvironment(text: string): DataNode {
  const entries = text.split('\n').flatMap((line, i): DataEntry[] => {
    const found = /^(\s*(?:export\s+)?)([A-Za-z_]\w*)(\s*=\s*)(.*)$/.exec(line.replace(/\r$/, ''));
    if (!found) return [];
    const [, lead = '', key = '', equals = '', raw = ''] = found;
    const quote = raw[0] === '"' || raw[0] === "'" ? raw[0] : '';
    const end = quote === '' ? -1 : raw.indexOf(quote, 1);
    const value = quote !== '' && end !== -1 ? raw.slice(1, end) : raw.replace(/\s+#.*$/, '').trim();
    const column = lead.length + key.length + equals.length + (end === -1 ? 0 : 1) + 1;
    return [
      {
        key,
        at: { line: i + 1, column: lead.length + 1 },
        value: { kind: 'text', text: value, at: { line: i + 1, column } },
      },
    ];
  });
  return { kind: 'map', entries, at: start };
}
