import type { TSESTree } from '@typescript-eslint/utils';
import type { At, Expr, LoopBound } from '../model/module-summary.js';
import { literal, type Lowering } from './draft.js';
import { currentVersion, reference } from './flow.js';
import { lowerExpression } from './lower-expression.js';
import { sourceText } from './lower-test.js';
import { atOf, unwrap, type Node } from './node.js';
import { lookUp } from './scopes.js';

export const isAlwaysTrue = (bound: LoopBound): boolean =>
  bound.kind === 'condition' &&
  (bound.test === undefined || (bound.test.kind === 'literal' && Boolean(bound.test.value)));

export function conditionBound(l: Lowering, test: Node | null): LoopBound {
  if (!test) return { kind: 'condition', text: '' };
  const condition = unwrap(test);
  return {
    kind: 'condition',
    ...(condition.type === 'Literal' ? { test: lowerExpression(l, condition) } : {}),
    text: sourceText(l, test),
  };
}

/** `for (let i = a; i < b; i += c)`: the parts that say how often it runs. */
export function counterBound(l: Lowering, node: TSESTree.ForStatement): LoopBound | undefined {
  const test = node.test && unwrap(node.test);
  const update = node.update && unwrap(node.update);
  if (test?.type !== 'BinaryExpression' || !update || test.left.type !== 'Identifier') return undefined;
  const variable = lookUp(l.scope, test.left.name);
  if (!variable || !['<', '<=', '>', '>=', '!==', '!='].includes(test.operator)) return undefined;
  const step = stepOf(l, update, test.left.name);
  if (!step) return undefined;
  const at: At = atOf(test.left);
  const from = reference(currentVersion(l, variable), at);
  return { kind: 'counter', from, operator: test.operator, to: lowerExpression(l, test.right), step };
}

function stepOf(l: Lowering, update: Node, name: string): Expr | undefined {
  if (
    update.type === 'UpdateExpression' &&
    update.argument.type === 'Identifier' &&
    update.argument.name === name
  ) {
    return literal(update.operator === '++' ? 1 : -1);
  }
  if (
    update.type !== 'AssignmentExpression' ||
    update.left.type !== 'Identifier' ||
    update.left.name !== name
  )
    return undefined;
  if (update.operator === '+=') return lowerExpression(l, update.right);
  return undefined;
}
