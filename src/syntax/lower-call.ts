import type { TSESTree } from '@typescript-eslint/utils';
import type { ArrayEntry, At, Call, Expr } from '../model/module-summary.js';
import { guardsOf, literal, undefinedExpr, type Lowering } from './draft.js';
import { changedHere, currentVersion, newVersion, noteSeen, reference } from './flow.js';
import { isShared } from './lower-assignment.js';
import { lowerCompiledEnum } from './lower-compiled-enum.js';
import { lowerExpression, lowerItem } from './lower-expression.js';
import { noteFieldMerge } from './lower-field-change.js';
import { lowerHelper } from './lower-helper.js';
import { storeMerged } from './lower-merged.js';
import { mutatedEntry, mutatedReceiver } from './mutations.js';
import { notePassedUrls } from './lower-passed.js';
import { lowerType } from './lower-type.js';
import { noteOwnCall } from './own-fields.js';
import { atOf, keyName, unwrap, type Node } from './node.js';
import { lookUp } from './scopes.js';

export function lowerCall(l: Lowering, node: TSESTree.CallExpression): Expr {
  const callee = unwrap(node.callee);
  const [first] = node.arguments;
  if (callee.type === 'Identifier' && first) {
    if (callee.name === 'require' && node.arguments.length === 1 && !lookUp(l.scope, 'require')) {
      return { kind: 'import', module: lowerExpression(l, first), at: atOf(node) };
    }
  }
  const helped = lowerHelper(l, node) ?? lowerCompiledEnum(l, node);
  if (helped) return helped;
  if (lowerExportHelper(l, node)) return { kind: 'undefined' };
  const loweredCallee = lowerExpression(l, node.callee);
  const args = node.arguments.map((a) => lowerItem(l, a));
  const called =
    loweredCallee.kind === 'reference' ? l.draft.bindings[loweredCallee.binding]?.value : undefined;
  if (called?.kind === 'function') noteSeen(l, called.fn);
  applyMutation(l, node, loweredCallee, args);
  const call = addCall(l, node, loweredCallee, args, 'call');
  notePassedUrls(l, node);
  return call;
}

export function lowerNew(l: Lowering, node: TSESTree.NewExpression): Expr {
  const callee = lowerExpression(l, node.callee);
  return addCall(
    l,
    node,
    callee,
    node.arguments.map((a) => lowerItem(l, a)),
    'new',
  );
}

/** `` tag`a${x}b` `` calls `tag(['a', 'b'], x)`. */
export function lowerTaggedTemplate(l: Lowering, node: TSESTree.TaggedTemplateExpression): Expr {
  const callee = lowerExpression(l, node.tag);
  const strings = node.quasi.quasis.map((q) => ({
    spread: false,
    value: literal(q.value.cooked ?? q.value.raw),
  }));
  const values = node.quasi.expressions.map((e) => ({ spread: false, value: lowerExpression(l, e) }));
  const first: ArrayEntry = { spread: false, value: { kind: 'array', items: strings, at: atOf(node.quasi) } };
  return addCall(l, node, callee, [first, ...values], 'tagged-template');
}

export function addCall(
  l: Lowering,
  node: Node,
  callee: Expr,
  args: readonly ArrayEntry[],
  kind: Call['kind'],
): Expr {
  const at = atOf(node);
  const typeArguments = 'typeArguments' in node ? node.typeArguments : undefined;
  const call =
    l.draft.calls.push({
      callee,
      args,
      kind,
      at,
      within: l.fn.index,
      frames: l.flow.frames,
      awaited: 'no',
      guards: guardsOf(l.flow),
      ...(typeArguments ? { typeArgs: typeArguments.params.map((p) => lowerType(l, p)) } : {}),
    }) - 1;
  noteOwnCall(l, call, at);
  return { kind: 'call', call, at };
}

/** `xs.push(x)`, `headers.set(k, v)` and `Object.assign(o, x)` make a new version of their receiver. */
function applyMutation(
  l: Lowering,
  node: TSESTree.CallExpression,
  callee: Expr,
  args: readonly ArrayEntry[],
): void {
  const receiver = mutatedReceiver(node);
  const variable = receiver && lookUp(l.scope, receiver.name);
  if (!variable) {
    if (setEntryOfEntry(l, node, callee, args)) return;
    mutateField(l, node, args);
    noteFieldMerge(l, node, args);
    return;
  }
  const old = reference(currentVersion(l, variable), atOf(node));
  const value = mutatedValue(node, old, args, isShared(l, variable.id));
  if (!value) return;
  const isImported = l.draft.bindings[variable.id]?.value.kind === 'imported';
  if (isImported && value.kind === 'assigned' && value.path[0]?.kind === 'literal')
    storeEntry(l, node, old, value.path[0].value === '@entries' ? args : []);
  if (variable.owner === l.fn.node && !variable.assignedInClosure) newVersion(l, variable, value);
  else if (value.kind === 'assigned') {
    if (value.value.kind === 'undefined') {
      if (variable.owner !== l.fn.node) changedHere(l, variable, value);
    } else {
      const { path, value: set, at } = value;
      l.draft.stores.push({ target: old, path, value: set, within: l.fn.index, at });
    }
  } else if (!storeMerged(l, variable, value)) newVersion(l, variable, value);
}

/** `maps.get(a).set(b, value)`: a new version of a variable that holds a map of maps. */
function setEntryOfEntry(
  l: Lowering,
  node: TSESTree.CallExpression,
  callee: Expr,
  [key, value]: readonly ArrayEntry[],
): boolean {
  const receiver = mutatedEntry(node);
  const variable = receiver && lookUp(l.scope, receiver.name);
  if (variable?.holds !== 'Map' || variable.owner !== l.fn.node || variable.assignedInClosure) return false;
  const get = callee.kind === 'member' && callee.object.kind === 'call' ? callee.object.call : -1;
  const outer = l.draft.calls[get]?.args[0];
  if (!outer || !key || !value) return false;
  const at = atOf(node);
  const target = reference(currentVersion(l, variable), at);
  const path = [literal('@entries'), outer.value, literal('@entries'), key.value];
  newVersion(l, variable, { kind: 'assigned', target, path, value: value.value, at });
  return true;
}

/** `this.clients.set(key, value)`: an entry of a map that others see. */
function storeEntry(
  l: Lowering,
  node: TSESTree.CallExpression,
  target: Expr,
  [key, value, ...others]: readonly ArrayEntry[],
): void {
  if (!key || !value || key.spread || value.spread || others.length > 0) return;
  const path = [literal('@entries'), key.value];
  l.draft.stores.push({ target, path, value: value.value, within: l.fn.index, at: atOf(node) });
}

/** `this.parts.push(x)` assigns the field, as `this.parts = [...this.parts, x]` would. */
function mutateField(l: Lowering, node: TSESTree.CallExpression, args: readonly ArrayEntry[]): void {
  const callee = unwrap(node.callee);
  const field = callee.type === 'MemberExpression' ? unwrap(callee.object) : undefined;
  if (field?.type !== 'MemberExpression' || unwrap(field.object).type !== 'ThisExpression' || !l.fn.thisClass)
    return;
  const key = keyName(field.property, field.computed);
  const method = callee.type === 'MemberExpression' ? keyName(callee.property, callee.computed) : undefined;
  if (key !== undefined && method === 'set') storeEntry(l, node, lowerExpression(l, field), args);
  if (key === undefined || (method !== 'push' && method !== 'unshift')) return;
  const value = mutatedValue(node, lowerExpression(l, field), args, false);
  const isStatic = l.fn.thisClass.isStatic ? ({ isStatic: true } as const) : {};
  if (value)
    l.draft.classes[l.fn.thisClass.index]?.members.push({
      key,
      kind: 'field',
      ...isStatic,
      isAssigned: true,
      value,
      within: l.fn.index,
      at: atOf(node),
    });
}

function mutatedValue(
  node: TSESTree.CallExpression,
  old: Expr,
  args: readonly ArrayEntry[],
  isOneObject: boolean,
): Expr | undefined {
  const callee = unwrap(node.callee);
  if (callee.type !== 'MemberExpression') return undefined;
  const at = atOf(node);
  const name = keyName(callee.property, callee.computed);
  const owner = unwrap(callee.object);
  if (owner.type === 'Identifier' && (owner.name === 'Reflect' || name === 'defineProperty'))
    return isOneObject ? undefined : withMember(name, old, args, at);
  switch (name) {
    case 'push':
      return { kind: 'array', items: [{ spread: true, value: old }, ...args], at };
    case 'unshift':
      return { kind: 'array', items: [...args, { spread: true, value: old }], at };
    case 'pop':
    case 'shift':
    case 'reverse':
      return args.length > 0
        ? undefined
        : { kind: 'assigned', target: old, path: [literal(`@${name}`)], value: undefinedExpr, at };
    case 'assign': {
      const rest = args.slice(1).map((a) => ({ kind: 'spread', value: a.value }) as const);
      return { kind: 'object', entries: [{ kind: 'spread', value: old }, ...rest], isChanged: true, at };
    }
    case 'set':
    case 'append': {
      const [key, value] = args;
      if (!key || !value || args.length !== 2) return undefined;
      return {
        kind: 'assigned',
        target: old,
        path: [literal('@entries'), key.value],
        value: value.value,
        at,
      };
    }
    default:
      return undefined;
  }
}

/** `Reflect.set(o, key, x)`, `Reflect.deleteProperty(o, key)`, and `Object.defineProperty(o, key, { value: x })`. */
function withMember(
  name: string | undefined,
  target: Expr,
  [, key, given]: readonly ArrayEntry[],
  at: At,
): Expr | undefined {
  if (key === undefined) return undefined;
  const assigned = (value: Expr): Expr => ({ kind: 'assigned', target, path: [key.value], value, at });
  if (name === 'deleteProperty') return assigned(undefinedExpr);
  if (given === undefined) return undefined;
  if (name === 'set') return assigned(given.value);
  const entries = given.value.kind === 'object' ? given.value.entries : [];
  const value = entries.find(
    (e) => e.kind === 'property' && e.key.kind === 'literal' && e.key.value === 'value',
  );
  return assigned(
    value?.kind === 'property' ? value.value : { kind: 'opaque', reason: 'mutated', name: 'property', at },
  );
}

/** How compilers write ES exports: `Object.defineProperty(exports, …)`, `__exportStar(…)`, `__export(exports, {…})`. */
function lowerExportHelper(l: Lowering, node: TSESTree.CallExpression): boolean {
  const callee = unwrap(node.callee);
  const [first, second, third] = node.arguments;
  if (!first || !second) return false;
  const at = atOf(node);
  if (callee.type === 'Identifier' && callee.name === '__exportStar') {
    const module = lowerExpression(l, first);
    if (module.kind !== 'import' || module.module.kind !== 'literal') return false;
    l.draft.exports.push({ kind: 'star', module: String(module.module.value), at });
    return true;
  }
  if (callee.type === 'Identifier' && callee.name === '__export' && second.type === 'ObjectExpression') {
    for (const p of second.properties)
      if (p.type === 'Property') addGetterExport(l, keyName(p.key, p.computed), p.value, at);
    return true;
  }
  const isDefine =
    callee.type === 'MemberExpression' && keyName(callee.property, callee.computed) === 'defineProperty';
  if (
    !isDefine ||
    first.type !== 'Identifier' ||
    first.name !== 'exports' ||
    second.type !== 'Literal' ||
    third?.type !== 'ObjectExpression'
  )
    return false;
  for (const p of third.properties) {
    if (p.type !== 'Property') continue;
    const key = keyName(p.key, p.computed);
    if (key === 'get') addGetterExport(l, String(second.value), p.value, at);
    else if (key === 'value')
      l.draft.exports.push({
        kind: 'value',
        name: String(second.value),
        value: lowerExpression(l, p.value),
        at,
      });
  }
  return true;
}

function addGetterExport(
  l: Lowering,
  name: string | undefined,
  getter: Node,
  at: readonly [number, number],
): void {
  if (name === undefined) return;
  l.draft.exports.push({
    kind: 'value',
    name,
    value: { kind: 'invoke', fn: lowerExpression(l, getter) },
    at,
  });
}
