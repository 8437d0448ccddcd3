import { createRequire } from 'node:module';
import type * as yamlModule from 'yaml';
import type { Node, YAMLSeq } from 'yaml';
import type { ListPlace } from './list.js';

type Yaml = typeof yamlModule;

// Loaded when a fix is asked for.
const load = createRequire(import.meta.url);
const yaml = (): Yaml => load('yaml') as Yaml;

/** The list under a path of keys in a YAML text; undefined where there is none, or where others share it. */
export function yamlListUnder(text: string, path: readonly string[]): ListPlace | undefined {
  const { isMap, isSeq, parseDocument } = yaml();
  const document = parseDocument(text, { prettyErrors: false });
  if (document.errors.length > 0) return undefined;
  let node: unknown = document.contents;
  for (const key of path) {
    if (!isMap(node) || node.anchor !== undefined) return undefined;
    node = node.get(key, true);
  }
  return isSeq(node) ? placeOf(text, node) : undefined;
}

/** The list of which an item is the string around an offset. */
export function yamlListAt(text: string, offset: number): ListPlace | undefined {
  const { isNode, isScalar, parseDocument, visit } = yaml();
  const document = parseDocument(text, { prettyErrors: false });
  if (document.errors.length > 0) return undefined;
  let found: YAMLSeq | undefined;
  let isShared = false;
  visit(document, {
    Seq(_, seq, ancestors) {
      if (!seq.items.some((item) => isScalar(item) && isAround(item, offset))) return;
      found = seq;
      isShared = ancestors.some((node) => isNode(node) && 'anchor' in node && node.anchor !== undefined);
    },
  });
  return found && !isShared ? placeOf(text, found) : undefined;
}

/** The string around an offset, with its quotes where it has some. */
export function yamlStringAt(
  text: string,
  offset: number,
): { readonly start: number; readonly end: number } | undefined {
  const { parseDocument, visit } = yaml();
  let found: { start: number; end: number } | undefined;
  visit(parseDocument(text, { prettyErrors: false }), {
    Scalar(key, scalar) {
      if (key === 'key' || typeof scalar.value !== 'string' || !isAround(scalar, offset)) return;
      // The words of a text over several lines are folded or indented.
      if (
        scalar.range &&
        scalar.anchor === undefined &&
        !text.slice(scalar.range[0], scalar.range[1]).includes('\n')
      )
        found = { start: scalar.range[0], end: scalar.range[1] };
    },
  });
  return found;
}

const isAround = ({ range }: Node, offset: number): boolean =>
  !!range && range[0] <= offset && offset < range[1];

function placeOf(text: string, seq: YAMLSeq): ListPlace | undefined {
  const { isAlias, isNode, isScalar } = yaml();
  const range = seq.range;
  if (!range || seq.anchor !== undefined || seq.tag !== undefined) return undefined;
  const items = seq.items.map((item) => {
    if (!isNode(item) || isAlias(item) || !item.range || ('anchor' in item && item.anchor !== undefined))
      return undefined;
    const value = isScalar(item) && typeof item.value === 'string' ? item.value : undefined;
    return { start: item.range[0], end: item.range[1], value };
  });
  const style = seq.flow === true ? 'flow' : 'block';
  const known = items.flatMap((item) => item ?? []);
  if (known.length < items.length) return undefined;
  const end = style === 'flow' ? range[1] : (known.at(-1)?.end ?? range[1]);
  return {
    start: range[0],
    end,
    items: known,
    style,
    trailingComma: !isJson(text),
    quote: isJson(text) ? '"' : '',
  };
}

/** A text that starts as JSON does may have to stay JSON. */
const isJson = (text: string): boolean => /^\s*[[{]/.test(text);
