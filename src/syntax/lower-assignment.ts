import type { TSESTree } from '@typescript-eslint/utils';
import type { At, Expr } from '../model/module-summary.js';
import { conditional, guardsOf, literal, under, type Lowering } from './draft.js';
import { currentVersion, fork, forkInto, join, newVersion, reference } from './flow.js';
import { lowerExpression, lowerNamed } from './lower-expression.js';
import { noteFieldSet } from './lower-field-change.js';
import { bindPattern } from './lower-pattern.js';
import { sourceText } from './lower-test.js';
import { atOf, keyName, startOf, unwrap, type Node } from './node.js';
import { forgetFields, noteOwnField, shareThis } from './own-fields.js';
import { lookUp, memberRoot } from './scopes.js';

/** Lowers `target = value` and its compound forms; returns the value of the whole expression. */
export function lowerAssignment(l: Lowering, node: TSESTree.AssignmentExpression): Expr {
  const target = unwrap(node.left);
  if (node.operator === '=') {
    const value = lowerNamed(l, node.right, assignedName(target));
    assignTo(l, target, value, atOf(node));
    return value;
  }
  const old = lowerExpression(l, target);
  if (node.operator === '||=' || node.operator === '??=' || node.operator === '&&=')
    return lowerLogicalAssignment(l, node, target, old);
  const right = lowerExpression(l, node.right);
  const value = combine(node.operator.slice(0, -1), old, right, atOf(node));
  assignTo(l, target, value, atOf(node));
  return value;
}

function assignedName(target: Node): string | undefined {
  if (target.type === 'Identifier') return target.name;
  return target.type === 'MemberExpression' ? keyName(target.property, target.computed) : undefined;
}

/** The right side runs on one way only, as under an `if`. */
function lowerLogicalAssignment(
  l: Lowering,
  node: TSESTree.AssignmentExpression,
  target: Node,
  old: Expr,
): Expr {
  const at = atOf(node);
  const test = `at:${startOf(node)}`;
  const taken = forkInto(l, test, 'then', atOf(node.right));
  const right = lowerNamed(taken, node.right, assignedName(target));
  l.draft.tests[test] = {
    kind: 'condition',
    condition: askedBefore(node.operator, old, at),
    text: sourceText(l, node.left),
  };
  join(l, test, [
    { branch: 'then', flow: taken.flow },
    { branch: 'else', flow: fork(l).flow },
  ]);
  const operator = node.operator === '||=' ? '||' : '??';
  const value: Expr =
    node.operator === '&&='
      ? { kind: 'and', left: old, right }
      : { kind: 'default', operator, left: old, right };
  assignTo(l, target, value, at);
  return value;
}

function askedBefore(operator: string, old: Expr, at: At): Expr {
  if (operator === '&&=') return old;
  return operator === '||='
    ? { kind: 'operator', operator: '!', operands: [old], at }
    : { kind: 'operator', operator: '==', operands: [old, literal(null)], at };
}

function combine(operator: string, left: Expr, right: Expr, at: At): Expr {
  if (operator !== '+') return { kind: 'operator', operator, operands: [left, right], at };
  const text = (e: Expr): boolean =>
    e.kind === 'concat' || (e.kind === 'literal' && typeof e.value === 'string');
  return text(left) || text(right) ? { kind: 'concat', parts: [left, right] } : { kind: 'plus', left, right };
}

/** `i++` is a new version of `i`. */
export function lowerUpdate(l: Lowering, node: TSESTree.UpdateExpression): Expr {
  const target = unwrap(node.argument);
  const old = lowerExpression(l, target);
  const value: Expr = { kind: 'plus', left: old, right: literal(node.operator === '++' ? 1 : -1) };
  assignTo(l, target, value, atOf(node));
  return node.prefix ? value : old;
}

/** Stores a value: a new version of a local variable, a member of a class, an export, or a store that linking keeps. */
export function assignTo(l: Lowering, target: Node, value: Expr, at: At): void {
  if (target.type === 'Identifier') {
    const variable = lookUp(l.scope, target.name);
    if (value.kind === 'this') shareThis(l);
    if (variable) newVersion(l, variable, value, at);
    else if (target.name === 'exports') l.draft.exports.push({ kind: 'assignment', value, at });
    return;
  }
  if (target.type === 'MemberExpression') {
    assignMember(l, target, value, at);
    return;
  }
  bindPattern(l, target, value, 'assign');
}

function assignMember(l: Lowering, target: TSESTree.MemberExpression, value: Expr, at: At): void {
  if (assignExport(l, target, value, at) || assignThis(l, target, value, at)) return;
  const root = memberRoot(target);
  const path = memberPath(l, target);
  const variable = root && lookUp(l.scope, root.name);
  if (variable && variable.owner === l.fn.node && !variable.assignedInClosure && !isShared(l, variable.id)) {
    const old = reference(currentVersion(l, variable), at);
    newVersion(l, variable, { kind: 'assigned', target: old, path, value, at });
    return;
  }
  noteFieldSet(l, target, path, value, at);
  const base = lowerExpression(fork(l), innermost(target));
  const guards = l.flow.guards.size > 0 ? { guards: guardsOf(l.flow) } : {};
  l.draft.stores.push({ target: base, path, value, within: l.fn.index, ...conditional(l), ...guards, at });
}

/** `delete o.key` leaves a new version of the variable that holds the object; what others see too is noted beside. */
export function lowerDelete(l: Lowering, node: TSESTree.UnaryExpression): void {
  const target = unwrap(node.argument);
  if (target.type !== 'MemberExpression') return;
  if (innermost(target).type === 'ThisExpression') forgetFields(l);
  const root = memberRoot(target);
  const variable = root && lookUp(l.scope, root.name);
  const path = memberPath(l, target);
  const isOwn =
    variable && variable.owner === l.fn.node && !variable.assignedInClosure && !isShared(l, variable.id);
  // Which member is gone under a computed key can't be said; all others would be in doubt.
  if (!isOwn || path.some((key) => key.kind !== 'literal')) {
    const base = lowerExpression(fork(l), innermost(target));
    l.draft.deletions.push({ target: base, path, within: l.fn.index });
    return;
  }
  const at = atOf(node);
  const old = reference(currentVersion(l, variable), at);
  newVersion(l, variable, { kind: 'assigned', target: old, path, value: { kind: 'undefined' }, at });
}

/** Functions and classes are one object wherever they are seen: their members are stores, not versions. */
export function isShared(l: Lowering, id: string): boolean {
  const kind = l.draft.bindings[id]?.value.kind;
  return kind === 'function' || kind === 'class' || kind === 'imported';
}

function innermost(target: TSESTree.MemberExpression): Node {
  let current: Node = target;
  while (current.type === 'MemberExpression') current = unwrap(current.object);
  return current;
}

function memberPath(l: Lowering, target: TSESTree.MemberExpression): Expr[] {
  const path: Expr[] = [];
  let current: Node = target;
  while (current.type === 'MemberExpression') {
    const name = keyName(current.property, current.computed);
    path.unshift(name === undefined ? lowerExpression(l, current.property) : literal(name));
    current = unwrap(current.object);
  }
  return path;
}

/** `module.exports = x`, `module.exports.name = x`, `exports.name = x`. */
function assignExport(l: Lowering, target: TSESTree.MemberExpression, value: Expr, at: At): boolean {
  const object = unwrap(target.object);
  const name = keyName(target.property, target.computed);
  if (
    object.type === 'Identifier' &&
    object.name === 'module' &&
    name === 'exports' &&
    !lookUp(l.scope, 'module')
  ) {
    l.draft.exports.push({ kind: 'assignment', value, at });
    return true;
  }
  if (name === undefined || !isExportsObject(l, object)) return false;
  l.draft.exports.push({ kind: 'value', name, value, at });
  return true;
}

/** `Object.assign(module.exports, { name: x }, require('./other'));`: each member is an export. */
export function lowerMergedExports(l: Lowering, node: Node): boolean {
  if (node.type !== 'CallExpression') return false;
  const callee = unwrap(node.callee);
  const [target, ...sources] = node.arguments;
  const isAssign =
    callee.type === 'MemberExpression' &&
    callee.object.type === 'Identifier' &&
    callee.object.name === 'Object' &&
    keyName(callee.property, callee.computed) === 'assign';
  if (!isAssign || !target || !isExportsObject(l, unwrap(target))) return false;
  for (const source of sources) {
    if (source.type === 'SpreadElement') return false;
    if (isListed(source)) exportListed(l, source);
    else exportMembersOf(l, source);
  }
  return true;
}

/** Whether all members of an object are written there. */
const isListed = (source: Node): source is TSESTree.ObjectExpression =>
  source.type === 'ObjectExpression' &&
  source.properties.every(
    (p) => p.type === 'Property' && p.kind === 'init' && keyName(p.key, p.computed) !== undefined,
  );

function exportListed(l: Lowering, { properties }: TSESTree.ObjectExpression): void {
  for (const p of properties) {
    const name = p.type === 'Property' ? keyName(p.key, p.computed) : undefined;
    if (p.type === 'Property' && name !== undefined)
      l.draft.exports.push({ kind: 'value', name, value: lowerExpression(l, p.value), at: atOf(p) });
  }
}

/** All members of what a variable holds, or another module exports, beside those of the object that is exported. */
function exportMembersOf(l: Lowering, source: Node): void {
  const { exports } = l.draft;
  const at = atOf(source);
  const before = exports.findIndex((e) => e.kind === 'assignment');
  const own = exports[before];
  const held: readonly Expr[] = own?.kind === 'assignment' ? [own.value] : [];
  const entries = [...held, lowerExpression(l, source)].map((value) => ({ kind: 'spread' as const, value }));
  const merged = { kind: 'assignment', value: { kind: 'object', entries, at }, at } as const;
  if (own) exports[before] = merged;
  else exports.push(merged);
}

function isExportsObject(l: Lowering, object: Node): boolean {
  if (object.type === 'Identifier') return object.name === 'exports' && !lookUp(l.scope, 'exports');
  if (object.type !== 'MemberExpression' || keyName(object.property, object.computed) !== 'exports')
    return false;
  const root = unwrap(object.object);
  return root.type === 'Identifier' && root.name === 'module' && !lookUp(l.scope, 'module');
}

/** `this.key = x` in a class adds a member; deeper paths are stores on the member. */
function assignThis(l: Lowering, target: TSESTree.MemberExpression, value: Expr, at: At): boolean {
  if (unwrap(target.object).type !== 'ThisExpression' || !l.fn.thisClass) return false;
  const key = keyName(target.property, target.computed);
  const cls = l.draft.classes[l.fn.thisClass.index];
  if (key === undefined) forgetFields(l);
  if (key === undefined || !cls) return false;
  const isStatic = l.fn.thisClass.isStatic ? ({ isStatic: true } as const) : {};
  const where = { within: l.fn.index, at, ...under(l) };
  cls.members.push({ key, kind: 'field', ...isStatic, isAssigned: true, ...conditional(l), value, ...where });
  noteOwnField(l, key, value);
  return true;
}
