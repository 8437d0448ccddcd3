import type { Expr } from '../model/module-summary.js';
import { literal, member, type Lowering } from './draft.js';
import { newVersion, reference, versionsOf } from './flow.js';
import { assignTo } from './lower-assignment.js';
import { lowerExpression } from './lower-expression.js';
import { lowerType } from './lower-type.js';
import { shareThis } from './own-fields.js';
import { atOf, keyName, startOf, unwrap, type Node } from './node.js';
import { lookUp, type Variable } from './scopes.js';

/** Binds or assigns what a pattern takes apart. */
export function bindPattern(l: Lowering, pattern: Node, value: Expr, mode: 'declare' | 'assign'): void {
  switch (pattern.type) {
    case 'Identifier':
      bindName(l, pattern, value, mode);
      break;
    case 'AssignmentPattern':
      bindPattern(
        l,
        pattern.left,
        { kind: 'default', operator: '=', left: value, right: lowerExpression(l, pattern.right) },
        mode,
      );
      break;
    case 'ObjectPattern':
      bindObject(l, pattern, shared(l, pattern, value), mode);
      break;
    case 'ArrayPattern': {
      const source = shared(l, pattern, value);
      pattern.elements.forEach((element, i) => {
        if (!element) return;
        if (element.type === 'RestElement')
          bindPattern(l, element.argument, { kind: 'rest', of: source, omit: [], from: i }, mode);
        else bindPattern(l, element, member(source, i, atOf(element)), mode);
      });
      break;
    }
    case 'MemberExpression':
      assignTo(l, pattern, value, atOf(pattern));
      break;
    case 'TSParameterProperty':
      bindPattern(l, pattern.parameter, value, mode);
      break;
    default: {
      const inner = unwrap(pattern);
      if (inner !== pattern) bindPattern(l, inner, value, mode);
    }
  }
}

function bindObject(
  l: Lowering,
  pattern: Extract<Node, { type: 'ObjectPattern' }>,
  source: Expr,
  mode: 'declare' | 'assign',
): void {
  const taken: string[] = [];
  for (const property of pattern.properties) {
    if (property.type === 'RestElement') {
      bindPattern(l, property.argument, { kind: 'rest', of: source, omit: taken }, mode);
      continue;
    }
    const name = keyName(property.key, property.computed);
    if (name !== undefined) taken.push(name);
    const key = name === undefined ? lowerExpression(l, property.key) : literal(name);
    bindPattern(l, property.value, { kind: 'member', object: source, key, at: atOf(property.key) }, mode);
  }
}

function bindName(
  l: Lowering,
  node: Extract<Node, { type: 'Identifier' }>,
  value: Expr,
  mode: 'declare' | 'assign',
): void {
  const variable = lookUp(l.scope, node.name);
  if (!variable) return;
  if (mode === 'assign' || variable.id in l.draft.bindings) {
    newVersion(l, variable, value);
    return;
  }
  declareValue(l, variable, value, node);
}

/** The first value of a variable, under the variable's own id. */
export function declareValue(
  l: Lowering,
  variable: Variable,
  value: Expr,
  node?: Extract<Node, { type: 'Identifier' }>,
): void {
  if (value.kind === 'this') shareThis(l);
  const type = node?.typeAnnotation ? lowerType(l, node.typeAnnotation) : undefined;
  const tells = type && type.kind !== 'unknown' && type.kind !== 'primitive';
  l.draft.bindings[variable.id] = {
    name: variable.name,
    within: l.fn.index,
    value,
    ...(tells ? { type } : {}),
  };
  versionsOf(l.draft, variable).push(variable.id);
  if (variable.owner === l.fn.node) l.flow.versions.set(variable, variable.id);
}

/** A value that several names are taken from is bound once, so that it is evaluated once. */
function shared(l: Lowering, pattern: Node, value: Expr): Expr {
  if (['reference', 'call', 'imported', 'parameter', 'this', 'global', 'literal'].includes(value.kind))
    return value;
  const id = `%@${startOf(pattern)}`;
  l.draft.bindings[id] = { name: '', within: l.fn.index, value };
  return reference(id, atOf(pattern));
}
