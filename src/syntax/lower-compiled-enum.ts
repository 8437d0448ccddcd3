import type { TSESTree } from '@typescript-eslint/utils';
import type { Expr, ObjectEntry } from '../model/module-summary.js';
import { literal, type Lowering } from './draft.js';
import { assignTo } from './lower-assignment.js';
import { lowerExpression } from './lower-expression.js';
import { atOf, keyName, unwrap, type Node } from './node.js';

/** An enum as compilers write it: `(function (E) { E["A"] = "a"; })(E || (E = {}))`. Undefined for other calls. */
export function lowerCompiledEnum(l: Lowering, node: TSESTree.CallExpression): Expr | undefined {
  const callee = unwrap(node.callee);
  const [argument, ...others] = node.arguments;
  if (!argument || others.length > 0) return undefined;
  if (callee.type !== 'FunctionExpression' && callee.type !== 'ArrowFunctionExpression') return undefined;
  const [parameter] = callee.params;
  if (parameter?.type !== 'Identifier' || callee.body.type !== 'BlockStatement') return undefined;
  const members = callee.body.body.map((statement) => memberOf(statement, parameter.name));
  const known = members.flatMap((m) => (m === undefined || m === 'end' ? [] : [m]));
  const targets = targetsOf(argument);
  if (!targets || known.length === 0 || members.includes(undefined)) return undefined;
  const entries = known.map(({ key, value }): ObjectEntry => ({
    kind: 'property',
    key: literal(key),
    value: lowerExpression(l, value),
  }));
  const value: Expr = { kind: 'object', entries, at: atOf(node) };
  for (const target of targets) assignTo(l, target, value, atOf(node));
  return value;
}

interface Member {
  readonly key: string;
  readonly value: Node;
}

/** `E["A"] = "a"`, `E[E["A"] = 0] = "A"`, and the closing `return E`; undefined for every other statement. */
function memberOf(statement: TSESTree.Statement, name: string): Member | 'end' | undefined {
  if (statement.type === 'ReturnStatement')
    return statement.argument?.type === 'Identifier' && statement.argument.name === name ? 'end' : undefined;
  if (statement.type !== 'ExpressionStatement') return undefined;
  const { expression } = statement;
  if (expression.type !== 'AssignmentExpression' || expression.left.type !== 'MemberExpression')
    return undefined;
  const { left, right } = expression;
  if (left.object.type !== 'Identifier' || left.object.name !== name) return undefined;
  if (left.property.type === 'AssignmentExpression') return assigned(left.property);
  return assigned(expression, right);
}

function assigned(node: TSESTree.AssignmentExpression, right: Node = node.right): Member | undefined {
  if (node.left.type !== 'MemberExpression') return undefined;
  const key = keyName(node.left.property, node.left.computed);
  const isPlain =
    right.type === 'Literal' || right.type === 'TemplateLiteral' || right.type === 'UnaryExpression';
  return key === undefined || !isPlain ? undefined : { key, value: right };
}

/** What `E || (exports.E = E = {})` assigns; undefined when the argument is no such thing. */
function targetsOf(node: Node): Node[] | undefined {
  const inner = unwrap(node);
  if (inner.type === 'ObjectExpression') return inner.properties.length === 0 ? [] : undefined;
  if (inner.type === 'AssignmentExpression') {
    const deeper = targetsOf(inner.right);
    return deeper && [...deeper, unwrap(inner.left)];
  }
  if (inner.type !== 'LogicalExpression' || inner.operator !== '||') return undefined;
  const left = unwrap(inner.left);
  return left.type === 'Identifier' || left.type === 'MemberExpression' ? targetsOf(inner.right) : undefined;
}
