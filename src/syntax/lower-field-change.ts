import type { TSESTree } from '@typescript-eslint/utils';
import type { ArrayEntry, At, Expr, FieldChange } from '../model/module-summary.js';
import { conditional, guardsOf, type Lowering } from './draft.js';
import { atOf, keyName, unwrap, type Node } from './node.js';

/** `this.key.path = value` changes what a field of the class holds. The path begins with the field. */
export function noteFieldSet(
  l: Lowering,
  target: TSESTree.MemberExpression,
  [, ...path]: readonly Expr[],
  value: Expr,
  at: At,
): void {
  let field: Node = target;
  for (let inner = unwrap(target.object); inner.type === 'MemberExpression'; inner = unwrap(inner.object))
    field = inner;
  if (field !== target) note(l, field, { kind: 'set', path, value }, at);
}

/** `Object.assign(this.key, value)` does so too. */
export function noteFieldMerge(
  l: Lowering,
  node: TSESTree.CallExpression,
  [, ...objects]: readonly ArrayEntry[],
): void {
  const callee = unwrap(node.callee);
  const [target] = node.arguments;
  if (!target || callee.type !== 'MemberExpression' || keyName(callee.property, callee.computed) !== 'assign')
    return;
  const owner = unwrap(callee.object);
  if (owner.type === 'Identifier' && owner.name === 'Object')
    note(l, unwrap(target), { kind: 'merge', objects }, atOf(node));
}

function note(l: Lowering, field: Node, change: FieldChange['change'], at: At): void {
  const { thisClass } = l.fn;
  if (field.type !== 'MemberExpression' || unwrap(field.object).type !== 'ThisExpression') return;
  const key = keyName(field.property, field.computed);
  const cls = thisClass && !thisClass.isStatic ? l.draft.classes[thisClass.index] : undefined;
  if (!cls || key === undefined) return;
  const guards = l.flow.guards.size > 0 ? { guards: guardsOf(l.flow) } : {};
  (cls.changes ??= []).push({ key, change, within: l.fn.index, ...conditional(l), ...guards, at });
}
