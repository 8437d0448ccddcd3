import type { TSESTree } from '@typescript-eslint/utils';
import type { TestId } from '../model/module-summary.js';
import type { Lowering } from './draft.js';
import { currentVersion } from './flow.js';
import { lowerExpression } from './lower-expression.js';
import { atOf, startOf, unwrap, type Node } from './node.js';
import { lookUp } from './scopes.js';

export interface NamedTest {
  readonly id: TestId;
  /** The branch taken when the condition as written holds. */
  readonly whenTrue: 'then' | 'else';
  readonly whenFalse: 'then' | 'else';
}

/**
 * Lowers and names a condition. Two places that test the same unchanged values get the same name, so that
 * `if (edit) url = a` and `method = edit ? 'PUT' : 'POST'` are known to go together.
 */
export function lowerTest(l: Lowering, node: Node): NamedTest {
  const { inner, negated } = stripNegation(l, node);
  const canonical = canonicalText(l, inner);
  const id = canonical === undefined ? `at:${startOf(inner)}` : `if:${canonical}`;
  const lowered = lowerExpression(l, inner);
  const condition =
    lowered.kind === 'operator' ? { ...lowered, operator: positive(lowered.operator) } : lowered;
  l.draft.tests[id] ??= { kind: 'condition', condition, text: sourceText(l, inner) };
  return negated ? { id, whenTrue: 'else', whenFalse: 'then' } : { id, whenTrue: 'then', whenFalse: 'else' };
}

/** The source of a node, cut to what fits a line of a message. */
export function sourceText(l: Lowering, node: Node): string {
  const [start, end] = atOf(node);
  const full = l.draft.text.slice(start, Math.min(end, start + 200)).replaceAll(/\s+/g, ' ');
  return full.length > 80 ? `${full.slice(0, 79)}…` : full;
}

const positive = (operator: string): string =>
  operator === '!==' ? '===' : operator === '!=' ? '==' : operator;

function stripNegation(l: Lowering, node: Node): { inner: Node; negated: boolean } {
  let inner = unwrap(node);
  let negated = false;
  for (let next = askedIn(l, inner); next; next = askedIn(l, inner)) {
    if (inner.type === 'UnaryExpression') negated = !negated;
    inner = unwrap(next);
  }
  if (inner.type === 'BinaryExpression' && positive(inner.operator) !== inner.operator) negated = !negated;
  return { inner, negated };
}

/** What `!x` and `Boolean(x)` ask about. */
function askedIn(l: Lowering, node: Node): Node | undefined {
  if (node.type === 'UnaryExpression') return node.operator === '!' ? node.argument : undefined;
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return undefined;
  const isBoolean = node.callee.name === 'Boolean' && !lookUp(l.scope, 'Boolean');
  const [value, ...others] = node.arguments;
  return isBoolean && value && value.type !== 'SpreadElement' && others.length === 0 ? value : undefined;
}

/** A text that is equal for conditions over the same versions of the same variables; undefined where values may change. */
export function canonicalText(l: Lowering, raw: Node): string | undefined {
  const node = unwrap(raw);
  switch (node.type) {
    case 'Identifier': {
      const variable = lookUp(l.scope, node.name);
      if (!variable) return node.name;
      return variable.assignedInClosure ? undefined : currentVersion(l, variable);
    }
    case 'Literal':
      // A bigint has no JSON, and that of every regular expression is the same.
      return typeof node.value === 'bigint' || node.value instanceof RegExp
        ? node.raw
        : JSON.stringify(node.value);
    case 'MemberExpression': {
      if (node.computed || node.property.type !== 'Identifier') return undefined;
      const object = canonicalText(l, node.object);
      return object === undefined ? undefined : `${object}.${node.property.name}`;
    }
    case 'BinaryExpression':
      return canonicalBinary(l, node);
    case 'UnaryExpression': {
      const operand = canonicalText(l, node.argument);
      return operand === undefined ? undefined : `${node.operator}(${operand})`;
    }
    default:
      return undefined;
  }
}

function canonicalBinary(l: Lowering, node: TSESTree.BinaryExpression): string | undefined {
  const left = node.left.type === 'PrivateIdentifier' ? undefined : canonicalText(l, node.left);
  const right = canonicalText(l, node.right);
  return left === undefined || right === undefined
    ? undefined
    : `${left} ${positive(node.operator)} ${right}`;
}
