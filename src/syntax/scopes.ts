import type { TSESTree } from '@typescript-eslint/utils';
import type { BindingId } from '../model/module-summary.js';
import { mutatedEntry, mutatedReceiver } from './mutations.js';
import { childrenOf, isFunction, startOf, unwrap, type FunctionNode, type Node } from './node.js';

/** A declared name. Its versions are made while lowering. */
export interface Variable {
  readonly id: BindingId;
  readonly name: string;
  /** The function (or program) node whose activation holds it. */
  readonly owner: Node;
  /** Offsets of every assignment or member assignment after the declaration. */
  readonly assignedAt: number[];
  /** Some assignment stands in a function nested in `owner`. */
  assignedInClosure: boolean;
  /** The class of which it is declared as a new object: `new Map(…)`, `new URL(…)`. */
  holds: string | undefined;
}

export interface Scope {
  readonly node: Node;
  readonly owner: Node;
  readonly parent: Scope | undefined;
  readonly variables: Map<string, Variable>;
}

export interface ScopeTree {
  readonly root: Scope;
  readonly of: ReadonlyMap<Node, Scope>;
}

/** Lexical scopes of a program, with where each variable is assigned: what lowering needs to know ahead. */
export function buildScopes(program: TSESTree.Program): ScopeTree {
  const of = new Map<Node, Scope>();
  const open = (node: Node, owner: Node, parent: Scope | undefined): Scope => {
    const scope: Scope = { node, owner, parent, variables: new Map() };
    of.set(node, scope);
    return scope;
  };
  const root = open(program, program, undefined);
  const pending: { node: Node; scope: Scope }[] = [];
  hoistVars(program.body, root);
  for (const child of program.body) declareStatement(child, root);
  const visit = (node: Node, scope: Scope): void => {
    let inner = scope;
    if (isFunction(node)) {
      inner = open(node, node, scope);
      declareFunction(node, inner);
    } else if (opensBlock(node)) {
      inner = open(node, scope.owner, scope);
      declareBlock(node, inner);
    } else if (node.type === 'ClassExpression' && node.id) {
      inner = open(node, scope.owner, scope);
      declare(inner, node.id.name, node.id);
    }
    noteAssignment(node, inner, pending);
    for (const child of childrenOf(node)) visit(child, inner);
  };
  for (const child of program.body) visit(child, root);
  for (const { node, scope } of pending) {
    for (const name of assignedNames(node))
      if (node.type !== 'UnaryExpression' || lookUp(scope, name)?.owner === scope.owner)
        recordAssignment(scope, name, startOf(node));
    if (node.type !== 'CallExpression') continue;
    const map = mutatedEntry(node);
    if (map && lookUp(scope, map.name)?.holds === 'Map') recordAssignment(scope, map.name, startOf(node));
    for (const { variable } of passedUrls(node, scope)) recordAssignment(scope, variable.name, startOf(node));
  }
  return { root, of };
}

export function lookUp(scope: Scope, name: string): Variable | undefined {
  for (let s: Scope | undefined = scope; s; s = s.parent) {
    const variable = s.variables.get(name);
    if (variable) return variable;
  }
  return undefined;
}

function declare(scope: Scope, name: string, node: Node, owner = scope.owner): void {
  if (scope.variables.has(name)) return;
  scope.variables.set(name, {
    id: `${name}@${startOf(node)}`,
    name,
    owner,
    assignedAt: [],
    assignedInClosure: false,
    holds: undefined,
  });
}

function opensBlock(node: Node): boolean {
  return (
    node.type === 'BlockStatement' ||
    node.type === 'ForStatement' ||
    node.type === 'ForOfStatement' ||
    node.type === 'ForInStatement' ||
    node.type === 'SwitchStatement' ||
    node.type === 'CatchClause' ||
    node.type === 'StaticBlock' ||
    node.type === 'TSModuleBlock'
  );
}

function declareBlock(node: Node, scope: Scope): void {
  if (node.type === 'BlockStatement' || node.type === 'StaticBlock' || node.type === 'TSModuleBlock') {
    for (const child of node.body) declareStatement(child, scope);
  } else if (node.type === 'ForStatement' && node.init) declareStatement(node.init, scope);
  else if (node.type === 'ForOfStatement' || node.type === 'ForInStatement')
    declareStatement(node.left, scope);
  else if (node.type === 'SwitchStatement') {
    for (const c of node.cases) for (const child of c.consequent) declareStatement(child, scope);
  } else if (node.type === 'CatchClause' && node.param)
    for (const id of namesIn(node.param)) declare(scope, id.name, id);
}

function declareFunction(node: FunctionNode, scope: Scope): void {
  for (const param of node.params) for (const id of namesIn(param)) declare(scope, id.name, id);
  if (node.body?.type === 'BlockStatement') hoistVars(node.body.body, scope);
  // Its own name is known inside only, and holds what the function around it has made.
  if (node.type === 'FunctionExpression' && node.id)
    declare(scope, node.id.name, node.id, scope.parent?.owner);
}

/** Declares what a statement adds to its own block: let, const, class, function, import, enum. */
function declareStatement(node: Node, scope: Scope): void {
  switch (node.type) {
    case 'VariableDeclaration':
      if (node.kind !== 'var')
        for (const d of node.declarations) for (const id of namesIn(d.id)) declare(scope, id.name, id);
      noteNew(node, scope);
      break;
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
    case 'ClassDeclaration':
      if (node.id) declare(scope, node.id.name, node.id);
      break;
    case 'TSEnumDeclaration':
      declare(scope, node.id.name, node.id);
      break;
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
      declare(scope, node.id.name, node.id);
      break;
    case 'TSModuleDeclaration':
      if (node.id.type === 'Identifier') declare(scope, node.id.name, node.id);
      break;
    case 'TSImportEqualsDeclaration':
      declare(scope, node.id.name, node.id);
      break;
    case 'ImportDeclaration':
      for (const s of node.specifiers) declare(scope, s.local.name, s.local);
      break;
    case 'ExportNamedDeclaration':
    case 'ExportDefaultDeclaration':
      if (node.declaration) declareStatement(node.declaration, scope);
      break;
    default:
  }
}

/** `var` belongs to the function, wherever in its blocks it stands. */
function hoistVars(body: readonly Node[], scope: Scope): void {
  const visit = (node: Node): void => {
    if (isFunction(node) || node.type === 'ClassDeclaration' || node.type === 'ClassExpression') return;
    if (node.type === 'VariableDeclaration' && node.kind === 'var') {
      for (const d of node.declarations) for (const id of namesIn(d.id)) declare(scope, id.name, id);
      noteNew(node, scope);
    }
    for (const child of childrenOf(node)) if (holdsStatements(child)) visit(child);
  };
  for (const node of body) visit(node);
}

/** Declarations stand in statements, at any depth; expressions hold them in functions of their own only. */
const holdsStatements = ({ type }: Node): boolean =>
  type.endsWith('Statement') ||
  type === 'VariableDeclaration' ||
  type === 'ExportNamedDeclaration' ||
  type === 'SwitchCase' ||
  type === 'CatchClause' ||
  type === 'TSModuleDeclaration' ||
  type === 'TSModuleBlock';

function noteNew(node: TSESTree.VariableDeclaration, scope: Scope): void {
  for (const { id, init } of node.declarations) {
    const value = init && unwrap(init);
    if (id.type !== 'Identifier' || value?.type !== 'NewExpression') continue;
    const variable = scope.variables.get(id.name);
    if (variable && value.callee.type === 'Identifier') variable.holds = value.callee.name;
  }
}

/** The identifiers that a pattern binds or assigns. */
export function namesIn(pattern: Node): TSESTree.Identifier[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern];
    case 'ObjectPattern':
      return pattern.properties.flatMap((p) => namesIn(p.type === 'RestElement' ? p.argument : p.value));
    case 'ArrayPattern':
      return pattern.elements.flatMap((e) => (e ? namesIn(e) : []));
    case 'AssignmentPattern':
      return namesIn(pattern.left);
    case 'RestElement':
      return namesIn(pattern.argument);
    case 'TSParameterProperty':
      return namesIn(pattern.parameter);
    default:
      return [];
  }
}

function noteAssignment(node: Node, scope: Scope, pending: { node: Node; scope: Scope }[]): void {
  if (
    node.type === 'AssignmentExpression' ||
    node.type === 'UpdateExpression' ||
    (node.type === 'UnaryExpression' && node.operator === 'delete') ||
    ((node.type === 'ForOfStatement' || node.type === 'ForInStatement') &&
      node.left.type !== 'VariableDeclaration') ||
    (node.type === 'CallExpression' &&
      ((mutatedReceiver(node) ?? mutatedEntry(node)) !== undefined || passedUrls(node, scope).length > 0))
  ) {
    pending.push({ node, scope });
  }
}

function assignedNames(node: Node): string[] {
  if (node.type === 'AssignmentExpression') return targetNames(node.left);
  if (node.type === 'UpdateExpression' || node.type === 'UnaryExpression') return targetNames(node.argument);
  if (node.type === 'ForOfStatement' || node.type === 'ForInStatement') return targetNames(node.left);
  if (node.type === 'CallExpression') {
    const receiver = mutatedReceiver(node);
    return receiver ? [receiver.name] : [];
  }
  return [];
}

function targetNames(left: Node): string[] {
  const target = unwrap(left);
  if (target.type !== 'MemberExpression') return namesIn(target).map((id) => id.name);
  const root = memberRoot(target);
  return root ? [root.name] : [];
}

/** The identifier at the root of `a.b.c`, when all keys on the way are members. */
export function memberRoot(node: Node): TSESTree.Identifier | undefined {
  let current = unwrap(node);
  while (current.type === 'MemberExpression') current = unwrap(current.object);
  return current.type === 'Identifier' ? current : undefined;
}

/** The URL objects of a function that it hands to others, which may change them: `sign(url)`. */
export function passedUrls(
  { callee, arguments: args }: TSESTree.CallExpression,
  scope: Scope,
): { readonly variable: Variable; readonly position: number }[] {
  const root = memberRoot(callee);
  const isOfProgram = root ? lookUp(scope, root.name) : unwrap(callee).type === 'MemberExpression';
  return !isOfProgram
    ? []
    : args.flatMap((arg, position) => {
        const variable = arg.type === 'Identifier' ? lookUp(scope, arg.name) : undefined;
        return variable?.holds === 'URL' && variable.owner === scope.owner ? [{ variable, position }] : [];
      });
}

function recordAssignment(scope: Scope, name: string, at: number): void {
  const variable = lookUp(scope, name);
  if (!variable) return;
  variable.assignedAt.push(at);
  if (variable.owner !== scope.owner) variable.assignedInClosure = true;
}
