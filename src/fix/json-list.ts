import { findNodeAtLocation, findNodeAtOffset, parseTree } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import type { ListPlace } from './list.js';

/** The list under a path of keys in JSON, which may have comments. */
export function jsonListUnder(text: string, path: readonly string[]): ListPlace | undefined {
  const root = treeOf(text);
  const node = root && findNodeAtLocation(root, [...path]);
  return node?.type === 'array' ? placeOf(node) : undefined;
}

/** The list of which an item is the string around an offset. */
export function jsonListAt(text: string, offset: number): ListPlace | undefined {
  const root = treeOf(text);
  const node = root && findNodeAtOffset(root, offset);
  return node?.type === 'string' && node.parent?.type === 'array' ? placeOf(node.parent) : undefined;
}

/** The string around an offset, with its quotes. */
export function jsonStringAt(
  text: string,
  offset: number,
): { readonly start: number; readonly end: number } | undefined {
  const root = treeOf(text);
  const node = root && findNodeAtOffset(root, offset);
  const isKey = node?.parent?.type === 'property' && node.parent.children?.[0] === node;
  return node?.type === 'string' && !isKey
    ? { start: node.offset, end: node.offset + node.length }
    : undefined;
}

function treeOf(text: string): Node | undefined {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  return errors.length === 0 ? root : undefined;
}

const placeOf = (array: Node): ListPlace => ({
  start: array.offset,
  end: array.offset + array.length,
  items: (array.children ?? []).map((item) => ({
    start: item.offset,
    end: item.offset + item.length,
    value: item.type === 'string' ? String(item.value) : undefined,
  })),
  style: 'flow',
  trailingComma: false,
  quote: '"',
});
