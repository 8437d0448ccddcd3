import type { TSESTree } from '@typescript-eslint/utils';
import { visitorKeys } from 'oxc-parser';
import type { At } from '../model/module-summary.js';
import { asyncIterator } from '../model/symbol-names.js';

export type Node = TSESTree.Node;

/** Offsets of a node; parsers give `range`, `start`/`end`, or both. */
export function atOf(node: object): At {
  const { range, start, end } = node as { range?: [number, number]; start?: number; end?: number };
  return range ?? [start ?? 0, end ?? 0];
}

export const startOf = (node: object): number => atOf(node)[0];

const skippedKeys: ReadonlySet<string> = new Set([
  'parent',
  'range',
  'loc',
  'start',
  'end',
  'type',
  'tokens',
  'comments',
]);

/** Where types stand: nothing is declared, assigned or called there. */
const typeKeys: ReadonlySet<string> = new Set([
  'typeAnnotation',
  'typeParameters',
  'typeArguments',
  'superTypeArguments',
  'returnType',
  'implements',
]);

const codeKeys: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(visitorKeys).map(([type, keys]) => [type, keys.filter((key) => !typeKeys.has(key))]),
);

/** The child nodes of a node but its types, in source order of its keys. */
export function childrenOf(node: Node): readonly Node[] {
  const out: Node[] = [];
  const fields = node as unknown as Readonly<Record<string, unknown>>;
  for (const key of codeKeys.get(node.type) ?? Object.keys(node).filter((name) => !skippedKeys.has(name))) {
    const value = fields[key];
    if (Array.isArray(value)) {
      for (const item of value as unknown[]) if (isNode(item)) out.push(item);
    } else if (isNode(value)) out.push(value);
  }
  return out;
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
  );
}

export type FunctionNode =
  | TSESTree.FunctionDeclaration
  | TSESTree.FunctionExpression
  | TSESTree.ArrowFunctionExpression
  | TSESTree.TSEmptyBodyFunctionExpression
  | TSESTree.TSDeclareFunction;

export function isFunction(node: Node): node is FunctionNode {
  return (
    node.type === 'FunctionDeclaration' ||
    node.type === 'FunctionExpression' ||
    node.type === 'ArrowFunctionExpression' ||
    node.type === 'TSEmptyBodyFunctionExpression' ||
    node.type === 'TSDeclareFunction'
  );
}

/** Wrappers that don't change a value: casts, non-null, `satisfies`, optional chains. */
export function unwrap(node: Node): Node {
  let current = node;
  for (;;) {
    switch (current.type) {
      case 'TSNonNullExpression':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSTypeAssertion':
      case 'ChainExpression':
      case 'TSInstantiationExpression':
        current = current.expression;
        break;
      default:
        return (current as { type: string }).type === 'ParenthesizedExpression'
          ? unwrap((current as unknown as { expression: Node }).expression)
          : current;
    }
  }
}

/** `Symbol.asyncIterator`. */
const isAsyncIterator = (key: Node): boolean =>
  key.type === 'MemberExpression' &&
  key.object.type === 'Identifier' &&
  key.object.name === 'Symbol' &&
  keyName(key.property, key.computed) === 'asyncIterator';

/** The constant name of a property key, or undefined when it is computed at run time. */
export function keyName(key: Node, computed: boolean): string | undefined {
  if (!computed && key.type === 'Identifier') return key.name;
  if (key.type === 'PrivateIdentifier') return `#${key.name}`;
  if (key.type === 'Literal' && (typeof key.value === 'string' || typeof key.value === 'number'))
    return String(key.value);
  if (key.type === 'TemplateLiteral' && key.expressions.length === 0)
    return key.quasis[0]?.value.cooked ?? undefined;
  if (isAsyncIterator(key)) return asyncIterator;
  return undefined;
}
