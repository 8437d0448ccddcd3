import type { TSESTree } from '@typescript-eslint/utils';
import { keyName, unwrap, type Node } from './node.js';

/** The fields that methods of a class set to what they are given, by the method's name: `setPath(path) { this.path = path; }`. */
export type FieldSetters = ReadonlyMap<string, readonly string[]>;

export function fieldSetters({ body }: TSESTree.ClassBody): FieldSetters {
  const out = new Map<string, readonly string[]>();
  for (const element of body) {
    if (element.type !== 'MethodDefinition' || element.static || element.kind !== 'method') continue;
    const name = keyName(element.key, element.computed);
    const fields = fieldsSetBy(element.value);
    if (name !== undefined && fields.length > 0) out.set(name, fields);
  }
  return out;
}

function fieldsSetBy({
  params,
  body,
}: TSESTree.FunctionExpression | TSESTree.TSEmptyBodyFunctionExpression): readonly string[] {
  const names = new Set(params.map(nameOf));
  return (body?.body ?? []).flatMap((statement) => {
    const node = statement.type === 'ExpressionStatement' ? unwrap(statement.expression) : undefined;
    if (node?.type !== 'AssignmentExpression' || !mentions(node.right, names)) return [];
    const { left } = node;
    if (left.type !== 'MemberExpression' || unwrap(left.object).type !== 'ThisExpression') return [];
    return keyName(left.property, left.computed) ?? [];
  });
}

const nameOf = (parameter: TSESTree.Parameter): string | undefined => {
  const node = parameter.type === 'AssignmentPattern' ? parameter.left : parameter;
  return node.type === 'Identifier' ? node.name : undefined;
};

/** Whether a text is made of one of some variables. */
function mentions(expression: Node, names: ReadonlySet<string | undefined>): boolean {
  const node = unwrap(expression);
  if (node.type === 'Identifier') return names.has(node.name);
  if (node.type === 'TemplateLiteral') return node.expressions.some((part) => mentions(part, names));
  return node.type === 'BinaryExpression' && [node.left, node.right].some((part) => mentions(part, names));
}
