import type { TSESTree } from '@typescript-eslint/utils';
import type { Expr, TypeRef } from '../model/module-summary.js';
import type { Lowering } from './draft.js';
import { currentVersion, reference } from './flow.js';
import { atOf, keyName, type Node } from './node.js';
import { lookUp } from './scopes.js';

const unknownType: TypeRef = { kind: 'unknown' };
const primitives: Readonly<Record<string, string>> = {
  TSStringKeyword: 'string',
  TSNumberKeyword: 'number',
  TSBooleanKeyword: 'boolean',
  TSAnyKeyword: 'any',
  TSUnknownKeyword: 'unknown',
};

/** The part of a type that names a class, a client, or a closed set of values. */
export function lowerType(l: Lowering, node: Node | null | undefined): TypeRef {
  if (!node) return unknownType;
  switch (node.type) {
    case 'TSTypeAnnotation':
      return lowerType(l, node.typeAnnotation);
    case 'TSTypeReference':
      return lowerTypeName(l, node.typeName, node.typeArguments);
    case 'TSInterfaceHeritage':
    case 'TSClassImplements':
      return lowerTypeName(l, node.expression, node.typeArguments);
    case 'TSLiteralType':
      return lowerLiteralType(node);
    case 'TSUnionType':
      return lowerUnion(
        node.types
          .filter((t) => t.type !== 'TSUndefinedKeyword' && t.type !== 'TSNullKeyword')
          .map((t) => lowerType(l, t)),
      );
    case 'TSTypeLiteral':
      return lowerTypeMembers(l, node.members);
    case 'TSFunctionType':
      return lowerFunctionType(l, node.returnType);
    case 'TSArrayType':
      return { kind: 'array', of: lowerType(l, node.elementType) };
    case 'TSTupleType':
      return {
        kind: 'array',
        of: lowerUnion(node.elementTypes.map((t) => lowerType(l, t))),
        length: node.elementTypes.length,
      };
    case 'TSTypeOperator':
      return lowerTypeOperator(l, node);
    case 'TSTypeQuery':
      return { kind: 'typeof', of: nameExpression(l, node.exprName) };
    case 'TSIntersectionType':
      return (
        node.types.map((t) => lowerType(l, t)).find((t) => t.kind === 'named' || t.kind === 'object') ??
        unknownType
      );
    case 'TSOptionalType':
    case 'TSRestType':
      return lowerType(l, node.typeAnnotation);
    default: {
      const name = primitives[node.type];
      return name === undefined ? unknownType : { kind: 'primitive', name };
    }
  }
}

/** Only a function that gives something whose name tells what it is says anything. */
function lowerFunctionType(l: Lowering, returnType: Node | undefined): TypeRef {
  const returns = lowerType(l, returnType);
  return returns.kind === 'named' ? { kind: 'function', returns } : unknownType;
}

function lowerTypeName(
  l: Lowering,
  node: Node,
  args: TSESTree.TSTypeParameterInstantiation | undefined,
): TypeRef {
  const name = entityName(node);
  const [root] = name;
  if (root === undefined) return unknownType;
  const variable = lookUp(l.scope, root);
  const params = args?.params.map((p) => lowerType(l, p)) ?? [];
  if (name.length === 1 && (root === 'Array' || root === 'ReadonlyArray') && !variable)
    return { kind: 'array', of: params[0] ?? unknownType };
  if (name.length === 1 && transparentTypes.has(root) && !variable) return params[0] ?? unknownType;
  return { kind: 'named', name, ...(variable ? { binding: variable.id } : {}), args: params };
}

/** Types whose value is, for our purposes, that of their argument. */
const transparentTypes: ReadonlySet<string> = new Set([
  'Promise',
  'Readonly',
  'Partial',
  'Required',
  'NonNullable',
  'Awaited',
  'PromiseLike',
]);

function entityName(node: Node): string[] {
  if (node.type === 'Identifier') return [node.name];
  if (node.type === 'TSQualifiedName') return [...entityName(node.left), node.right.name];
  if (node.type === 'MemberExpression' && node.property.type === 'Identifier')
    return [...entityName(node.object), node.property.name];
  return [];
}

function nameExpression(l: Lowering, node: Node): Expr {
  if (node.type === 'Identifier') {
    const variable = lookUp(l.scope, node.name);
    return variable
      ? reference(currentVersion(l, variable), atOf(node))
      : { kind: 'global', name: node.name, at: atOf(node) };
  }
  if (node.type === 'TSQualifiedName') {
    const object = nameExpression(l, node.left);
    return { kind: 'member', object, key: { kind: 'literal', value: node.right.name }, at: atOf(node) };
  }
  return { kind: 'undefined' };
}

function lowerLiteralType(node: TSESTree.TSLiteralType): TypeRef {
  const { literal } = node;
  if (
    literal.type === 'Literal' &&
    literal.value !== null &&
    typeof literal.value !== 'object' &&
    typeof literal.value !== 'bigint'
  ) {
    return { kind: 'values', values: [literal.value] };
  }
  if (literal.type === 'TemplateLiteral' && literal.expressions.length === 0) {
    return { kind: 'values', values: [literal.quasis[0]?.value.cooked ?? ''] };
  }
  return unknownType;
}

/**
 * A union is a closed set only when every member is. One that names types is kept when all members are named or
 * primitive; `undefined` and `null` members say nothing.
 */
function lowerUnion(types: readonly TypeRef[]): TypeRef {
  const told = types.filter((t) => t.kind !== 'unknown');
  if (told.length > 0 && types.every((t) => t.kind === 'values')) {
    return { kind: 'values', values: told.flatMap((t) => (t.kind === 'values' ? t.values : [])) };
  }
  const [only] = told;
  const areNames = types.every((t) => t.kind === 'named' || t.kind === 'primitive');
  if (told.length > 1 && areNames && types.some((t) => t.kind === 'named'))
    return { kind: 'union', of: types };
  return told.length === 1 && only && only.kind !== 'values' ? only : unknownType;
}

function lowerTypeOperator(l: Lowering, node: TSESTree.TSTypeOperator): TypeRef {
  if (node.operator === 'readonly') return lowerType(l, node.typeAnnotation);
  const inner = node.typeAnnotation;
  if (node.operator === 'keyof' && inner?.type === 'TSTypeQuery')
    return { kind: 'keyof', of: nameExpression(l, inner.exprName) };
  return unknownType;
}

/** The type of objects that have these members. */
export function lowerTypeMembers(l: Lowering, members: readonly Node[]): TypeRef {
  const out: Record<string, TypeRef> = {};
  const optional: string[] = [];
  for (const member of members) {
    if (member.type !== 'TSPropertySignature' && member.type !== 'TSMethodSignature') continue;
    const name = keyName(member.key, member.computed);
    if (name === undefined) continue;
    out[name] =
      member.type === 'TSMethodSignature'
        ? lowerFunctionType(l, member.returnType)
        : lowerType(l, member.typeAnnotation);
    if (member.optional) optional.push(name);
  }
  return { kind: 'object', members: out, ...(optional.length > 0 ? { optional } : {}) };
}
