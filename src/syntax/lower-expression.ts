import type { TSESTree } from '@typescript-eslint/utils';
import type { ArrayEntry, At, Expr, ObjectEntry } from '../model/module-summary.js';
import { resultsOf } from '../model/results-of.js';
import { guardsOf, literal, opaque, undefinedExpr, type Lowering } from './draft.js';
import { currentVersion, fork, forkInto, join, reference } from './flow.js';
import { lowerAssignment, lowerDelete, lowerUpdate } from './lower-assignment.js';
import { lowerCall, lowerNew, lowerTaggedTemplate } from './lower-call.js';
import { lowerClass } from './lower-class.js';
import { lowerFunction } from './lower-function.js';
import { lowerJsx } from './lower-jsx.js';
import { canonicalText, lowerTest, sourceText } from './lower-test.js';
import { lowerType } from './lower-type.js';
import { fieldNow, fieldsNow } from './own-fields.js';
import { atOf, keyName, startOf, unwrap, type Node } from './node.js';
import { lookUp } from './scopes.js';

/** Lowers an expression; assignments and calls inside it are recorded in evaluation order. */
export function lowerExpression(l: Lowering, node: Node): Expr {
  const at = atOf(node);
  switch (node.type) {
    case 'Literal':
      return lowerLiteral(node, at);
    case 'TemplateLiteral':
      return lowerTemplate(l, node);
    case 'Identifier':
      return lowerIdentifier(l, node, at);
    case 'ThisExpression':
      return { kind: 'this', at, ...fieldsNow(l) };
    case 'Super':
      return { kind: 'super', at, ...fieldsNow(l) };
    case 'MemberExpression':
      return lowerMember(l, node, at);
    case 'CallExpression':
      return lowerCall(l, node);
    case 'NewExpression':
      return lowerNew(l, node);
    case 'TaggedTemplateExpression':
      return lowerTaggedTemplate(l, node);
    case 'ImportExpression':
      return { kind: 'import', module: lowerExpression(l, node.source), at };
    case 'ObjectExpression':
      return lowerObject(l, node, at);
    case 'ArrayExpression':
      return { kind: 'array', items: node.elements.map((e) => lowerItem(l, e)), at };
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return { kind: 'function', fn: lowerFunction(l, node, {}), at };
    case 'ClassExpression':
      return { kind: 'class', cls: lowerClass(l, node), at };
    case 'ConditionalExpression':
      return lowerConditional(l, node);
    case 'LogicalExpression':
      return lowerLogical(l, node);
    case 'BinaryExpression':
      return lowerBinary(l, node, at);
    case 'UnaryExpression':
      return lowerUnary(l, node, at);
    case 'AssignmentExpression':
      return lowerAssignment(l, node);
    case 'UpdateExpression':
      return lowerUpdate(l, node);
    case 'AwaitExpression':
      return lowerWaiting(l, node.argument, 'await');
    case 'YieldExpression':
      return lowerYield(l, node);
    case 'SequenceExpression':
      return node.expressions.map((e) => lowerExpression(l, e)).at(-1) ?? undefinedExpr;
    case 'TSAsExpression':
    case 'TSTypeAssertion':
    case 'TSSatisfiesExpression':
      return lowerCast(l, node);
    case 'TSNonNullExpression':
    case 'ChainExpression':
    case 'TSInstantiationExpression':
      return lowerExpression(l, node.expression);
    case 'JSXElement':
    case 'JSXFragment':
      return lowerJsx(l, node);
    case 'MetaProperty':
      return node.meta.name === 'import'
        ? { kind: 'global', name: 'import.meta', at }
        : opaque('new.target', at);
    default:
      return lowerOther(l, node, at);
  }
}

/** Parsers differ in whether they keep parentheses. */
function lowerOther(l: Lowering, node: Node, at: At): Expr {
  const inner = unwrap(node);
  return inner === node ? opaque(node.type, at) : lowerExpression(l, inner);
}

function lowerLiteral(node: TSESTree.Literal, at: At): Expr {
  if ('regex' in node && node.regex)
    return { kind: 'regexp', pattern: node.regex.pattern, flags: node.regex.flags };
  const { value } = node;
  if (typeof value === 'bigint') return literal(String(value));
  if (typeof value === 'string') return { kind: 'literal', value, at };
  return value instanceof RegExp ? opaque('regular expression', at) : literal(value);
}

function lowerTemplate(l: Lowering, node: TSESTree.TemplateLiteral): Expr {
  const parts: Expr[] = [];
  node.quasis.forEach((quasi, i) => {
    const text = quasi.value.cooked ?? quasi.value.raw;
    if (text !== '') parts.push({ kind: 'literal', value: text, at: atOf(quasi) });
    const expression = node.expressions[i];
    if (expression) parts.push(lowerExpression(l, expression));
  });
  return { kind: 'concat', parts };
}

function lowerIdentifier(l: Lowering, node: TSESTree.Identifier, at: At): Expr {
  const variable = lookUp(l.scope, node.name);
  if (variable) return reference(currentVersion(l, variable), at);
  if (node.name === 'undefined') return undefinedExpr;
  if (node.name === 'arguments') return { kind: 'arguments', fn: l.fn.argumentsOf, at };
  return { kind: 'global', name: node.name, at };
}

function lowerMember(l: Lowering, node: TSESTree.MemberExpression, at: At): Expr {
  const name = keyName(node.property, node.computed);
  const isOwn = unwrap(node.object).type === 'ThisExpression';
  const object: Expr = isOwn
    ? { kind: 'this', at: atOf(unwrap(node.object)), ...fieldNow(l, name) }
    : lowerExpression(l, node.object);
  const key = name === undefined ? lowerExpression(l, node.property) : literal(name);
  return { kind: 'member', object, key, ...(node.optional ? { optional: true } : {}), at };
}

export function lowerItem(l: Lowering, node: Node | null): ArrayEntry {
  if (!node) return { spread: false, value: undefinedExpr };
  if (node.type === 'SpreadElement') return { spread: true, value: lowerExpression(l, node.argument) };
  return { spread: false, value: lowerExpression(l, node) };
}

function lowerObject(l: Lowering, node: TSESTree.ObjectExpression, at: At): Expr {
  const entries = node.properties.map((property): ObjectEntry => {
    if (property.type === 'SpreadElement')
      return { kind: 'spread', value: lowerExpression(l, property.argument) };
    const name = keyName(property.key, property.computed);
    const key = name === undefined ? lowerExpression(l, property.key) : literal(name);
    if (property.kind === 'get' && property.value.type === 'FunctionExpression') {
      return {
        kind: 'getter',
        key,
        fn: lowerFunction(l, property.value, { name: name ?? '', kind: 'getter' }),
      };
    }
    return { kind: 'property', key, value: lowerNamed(l, property.value, name) };
  });
  return { kind: 'object', entries, at };
}

/** A function or class that takes its name from where it stands. */
export function lowerNamed(l: Lowering, node: Node, name: string | undefined): Expr {
  const inner = unwrap(node);
  if (
    (inner.type === 'FunctionExpression' || inner.type === 'ArrowFunctionExpression') &&
    name !== undefined
  ) {
    return { kind: 'function', fn: lowerFunction(l, inner, { name }), at: atOf(inner) };
  }
  if (inner.type === 'ClassExpression' && name !== undefined)
    return { kind: 'class', cls: lowerClass(l, inner, name), at: atOf(inner) };
  return lowerExpression(l, node);
}

function lowerConditional(l: Lowering, node: TSESTree.ConditionalExpression): Expr {
  const test = lowerTest(l, node.test);
  const consequent = forkInto(l, test.id, test.whenTrue, atOf(node.consequent));
  const alternate = forkInto(l, test.id, test.whenFalse, atOf(node.alternate));
  const options = [
    { branch: test.whenTrue, value: lowerExpression(consequent, node.consequent) },
    { branch: test.whenFalse, value: lowerExpression(alternate, node.alternate) },
  ];
  join(l, test.id, [
    { branch: test.whenTrue, flow: consequent.flow },
    { branch: test.whenFalse, flow: alternate.flow },
  ]);
  return { kind: 'choice', test: test.id, options };
}

function lowerLogical(l: Lowering, node: TSESTree.LogicalExpression): Expr {
  const left = lowerExpression(l, node.left);
  const test = `right:${startOf(node.right)}`;
  const taken =
    node.operator === '&&'
      ? conditionBranch(l, node.left, test, atOf(node.right))
      : forkInto(l, test, 'then', atOf(node.right));
  const skipped = fork(l);
  const right = lowerExpression(taken, node.right);
  // Only what the right side assigns depends on whether it is reached.
  if (
    node.operator !== '??' &&
    [...taken.flow.versions].some(([v, id]) => skipped.flow.versions.get(v) !== id)
  )
    l.draft.tests[test] = {
      kind: 'condition',
      condition:
        node.operator === '&&' ? left : { kind: 'operator', operator: '!', operands: [left], at: atOf(node) },
      text: sourceText(l, node.left),
    };
  join(l, test, [
    { branch: 'then', flow: taken.flow },
    { branch: 'else', flow: skipped.flow },
  ]);
  return node.operator === '&&'
    ? { kind: 'and', left, right }
    : { kind: 'default', operator: node.operator, left, right };
}

/** The right side of `a && b` runs under `a`, so that it agrees with other tests of `a`. */
function conditionBranch(l: Lowering, left: Node, test: string, at: At): Lowering {
  const branch = forkInto(l, test, 'then', at);
  // Only a plain condition is lowered again: in a long chain each one is part of all that follow.
  if (canonicalText(l, left) === undefined) return branch;
  const named = lowerTest(fork(l), left);
  if (named.id.startsWith('if:')) branch.flow.guards.set(named.id, named.whenTrue);
  return branch;
}

function lowerBinary(l: Lowering, node: TSESTree.BinaryExpression, at: At): Expr {
  if (node.left.type === 'PrivateIdentifier') return opaque('in', at);
  const left = lowerExpression(l, node.left);
  const right = lowerExpression(l, node.right);
  if (node.operator !== '+')
    return { kind: 'operator', operator: node.operator, operands: [left, right], at };
  return isString(left) || isString(right)
    ? { kind: 'concat', parts: [...concatParts(left), ...concatParts(right)] }
    : { kind: 'plus', left, right };
}

const isString = (e: Expr): boolean =>
  e.kind === 'concat' || (e.kind === 'literal' && typeof e.value === 'string');
const concatParts = (e: Expr): readonly Expr[] => (e.kind === 'concat' ? e.parts : [e]);

function lowerUnary(l: Lowering, node: TSESTree.UnaryExpression, at: At): Expr {
  const operand = lowerExpression(l, node.argument);
  if (node.operator === 'void') return undefinedExpr;
  if (node.operator === 'delete') lowerDelete(l, node);
  if (node.operator === '-' && operand.kind === 'literal' && typeof operand.value === 'number')
    return literal(-operand.value);
  return { kind: 'operator', operator: node.operator, operands: [operand], at };
}

/** Lowers an operand that the function waits for, and marks its call as awaited. */
export function lowerWaiting(
  l: Lowering,
  node: Node,
  how: 'await' | 'yield' | 'return',
  delegates = false,
): Expr {
  const value = lowerExpression(l, node);
  if (value.kind === 'call') {
    const call = l.draft.calls[value.call];
    if (call?.awaited === 'no') call.awaited = how;
  }
  if (how === 'yield' || (value.kind !== 'call' && (how === 'await' || mayBePromise(value)))) {
    l.draft.waits.push({
      kind: how,
      ...(delegates && { delegates }),
      value,
      at: atOf(node),
      within: l.fn.index,
      frames: l.flow.frames,
      guards: guardsOf(l.flow),
    });
  }
  return how === 'return' ? value : { kind: 'await', value };
}

/** Whether what a function returns may be a promise that something holds, or one that it is given on one of several ways. */
function mayBePromise(value: Expr): boolean {
  if (value.kind === 'reference') return true;
  return resultsOf(value).some(
    (one) => one.kind === 'call' || (one.kind === 'member' && one.object.kind === 'this'),
  );
}

function lowerYield(l: Lowering, node: TSESTree.YieldExpression): Expr {
  if (!node.argument) return opaque('yield', atOf(node), 'runtime');
  const value = lowerWaiting(l, node.argument, 'yield', node.delegate);
  l.draft.functions[l.fn.index]?.yields.push({ spread: node.delegate, value });
  return value;
}

function lowerCast(
  l: Lowering,
  node: TSESTree.TSAsExpression | TSESTree.TSTypeAssertion | TSESTree.TSSatisfiesExpression,
): Expr {
  const value = lowerExpression(l, node.expression);
  const type = lowerType(l, node.typeAnnotation);
  const tells =
    type.kind === 'named' && type.name.join('.') !== 'const' && node.type !== 'TSSatisfiesExpression';
  return tells || type.kind === 'values' ? { kind: 'type-cast', value, type } : value;
}
