import type { TSESTree } from '@typescript-eslint/utils';
import type { Expr, ObjectEntry } from '../model/module-summary.js';
import { inScopeOf, literal, type Lowering } from './draft.js';
import { reference, versionsOf } from './flow.js';
import { lowerExpression } from './lower-expression.js';
import { declareValue } from './lower-pattern.js';
import { lowerStatement } from './lower-statement.js';
import { lowerType, lowerTypeMembers } from './lower-type.js';
import { atOf, keyName, type Node } from './node.js';
import { lookUp } from './scopes.js';

/** A TypeScript enum is an object of its members; unset ones count up from the last number. */
export function lowerEnum(l: Lowering, node: TSESTree.TSEnumDeclaration): void {
  const variable = lookUp(l.scope, node.id.name);
  const entries: ObjectEntry[] = [];
  const known = new Map<string, Expr>();
  let next = 0;
  for (const m of node.body.members) {
    const name = keyName(m.id, m.computed) ?? '';
    const value = m.initializer ? substituteMembers(lowerExpression(l, m.initializer), known) : literal(next);
    if (value.kind === 'literal' && typeof value.value === 'number') next = value.value + 1;
    known.set(name, value);
    entries.push({ kind: 'property', key: literal(name), value });
  }
  if (variable) declareValue(l, variable, { kind: 'object', entries, at: atOf(node) });
}

/** Inside an enum, earlier members are plain names. */
function substituteMembers(value: Expr, known: ReadonlyMap<string, Expr>): Expr {
  if (value.kind === 'global') return known.get(value.name) ?? value;
  if (value.kind === 'concat')
    return { ...value, parts: value.parts.map((p) => substituteMembers(p, known)) };
  if (value.kind === 'plus')
    return {
      ...value,
      left: substituteMembers(value.left, known),
      right: substituteMembers(value.right, known),
    };
  return value;
}

/** Type aliases and interfaces: what they say of closed sets, classes and members. */
export function lowerTypeDeclaration(
  l: Lowering,
  node: TSESTree.TSTypeAliasDeclaration | TSESTree.TSInterfaceDeclaration,
): void {
  const variable = lookUp(l.scope, node.id.name);
  if (!variable) return;
  const isAlias = node.type === 'TSTypeAliasDeclaration';
  l.draft.types.push({
    name: node.id.name,
    binding: variable.id,
    type: isAlias ? lowerType(l, node.typeAnnotation) : lowerTypeMembers(l, node.body.body),
    extends: isAlias ? [] : (node.extends ?? []).map((e) => lowerType(l, e)),
  });
}

/** A namespace is an object of what it exports. */
export function lowerNamespace(l: Lowering, node: TSESTree.TSModuleDeclaration): void {
  if (!node.body || node.body.type !== 'TSModuleBlock' || node.declare === true) return;
  const inner = inScopeOf(l, node.body);
  const exported: ObjectEntry[] = [];
  for (const statement of node.body.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (!declaration) continue;
    lowerStatement(inner, declaration);
    if (statement.type === 'ExportNamedDeclaration') exported.push(...namespaceEntries(inner, declaration));
  }
  const variable = node.id.type === 'Identifier' ? lookUp(l.scope, node.id.name) : undefined;
  if (variable && versionsOf(l.draft, variable).length === 0)
    declareValue(l, variable, { kind: 'object', entries: exported, at: atOf(node) });
}

function namespaceEntries(l: Lowering, declaration: Node): ObjectEntry[] {
  return declaredNames(declaration).flatMap((name) => {
    const variable = lookUp(l.scope, name);
    return variable
      ? [{ kind: 'property' as const, key: literal(name), value: reference(variable.id, atOf(declaration)) }]
      : [];
  });
}

/** The names that a declaration statement introduces. */
export function declaredNames(declaration: Node): string[] {
  if (declaration.type === 'VariableDeclaration')
    return declaration.declarations.flatMap((d) => (d.id.type === 'Identifier' ? [d.id.name] : []));
  return 'id' in declaration && declaration.id && (declaration.id as Node).type === 'Identifier'
    ? [(declaration.id as TSESTree.Identifier).name]
    : [];
}
