import type { TSESTree } from '@typescript-eslint/utils';
import type { Expr, ObjectEntry } from '../model/module-summary.js';
import { literal, opaque, type Lowering } from './draft.js';
import { currentVersion, reference } from './flow.js';
import { addCall } from './lower-call.js';
import { lowerExpression } from './lower-expression.js';
import { atOf, type Node } from './node.js';
import { lookUp } from './scopes.js';

/** `<Grid source={x}>…</Grid>` calls `Grid({ source: x, children: … })`; a plain tag only evaluates what is inside it. */
export function lowerJsx(l: Lowering, node: TSESTree.JSXElement | TSESTree.JSXFragment): Expr {
  const at = atOf(node);
  const entries =
    node.type === 'JSXElement' ? node.openingElement.attributes.flatMap((a) => lowerAttribute(l, a)) : [];
  const children = node.children.flatMap((child) => lowerChild(l, child));
  if (node.type === 'JSXFragment') return opaque('JSX', at, 'runtime');
  if (children.length > 0) {
    const items = children.map((value) => ({ spread: false, value }));
    entries.push({ kind: 'property', key: literal('children'), value: { kind: 'array', items, at } });
  }
  const component = lowerComponent(l, node.openingElement.name);
  if (!component) return opaque('JSX', at, 'runtime');
  return addCall(
    l,
    node.openingElement,
    component,
    [{ spread: false, value: { kind: 'object', entries, at } }],
    'jsx',
  );
}

function lowerAttribute(
  l: Lowering,
  node: TSESTree.JSXAttribute | TSESTree.JSXSpreadAttribute,
): ObjectEntry[] {
  if (node.type === 'JSXSpreadAttribute')
    return [{ kind: 'spread', value: lowerExpression(l, node.argument) }];
  if (node.name.type !== 'JSXIdentifier') return [];
  const { value } = node;
  const lowered =
    value === null
      ? literal(true)
      : value.type === 'JSXExpressionContainer'
        ? lowerContained(l, value.expression)
        : lowerExpression(l, value);
  return lowered ? [{ kind: 'property', key: literal(node.name.name), value: lowered }] : [];
}

function lowerContained(l: Lowering, node: Node): Expr | undefined {
  return node.type === 'JSXEmptyExpression' ? undefined : lowerExpression(l, node);
}

function lowerChild(l: Lowering, node: TSESTree.JSXChild): Expr[] {
  if (node.type === 'JSXText') return [];
  if (node.type === 'JSXExpressionContainer') {
    const value = lowerContained(l, node.expression);
    return value ? [value] : [];
  }
  if (node.type === 'JSXSpreadChild') return [lowerExpression(l, node.expression)];
  return [lowerExpression(l, node)];
}

/** Capitalized names and members are components; lower-case ones are elements of the page. */
function lowerComponent(l: Lowering, name: TSESTree.JSXTagNameExpression): Expr | undefined {
  if (name.type === 'JSXMemberExpression') {
    const object = lowerComponent(l, name.object);
    return object && { kind: 'member', object, key: literal(name.property.name), at: atOf(name) };
  }
  if (name.type !== 'JSXIdentifier') return undefined;
  const variable = lookUp(l.scope, name.name);
  return variable ? reference(currentVersion(l, variable), atOf(name)) : undefined;
}
