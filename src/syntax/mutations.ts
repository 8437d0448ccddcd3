import type { TSESTree } from '@typescript-eslint/utils';
import { unwrap, type Node } from './node.js';

/** Names that a member call changes in place: the variable gets a new version. */
const mutatingCalls: ReadonlySet<string> = new Set([
  ...['push', 'unshift', 'pop', 'shift', 'reverse'],
  ...['set', 'append'],
]);
/** Calls that change their first argument in place. */
const changesArgument: ReadonlySet<string> = new Set([
  ...['Object.assign', 'Object.defineProperty'],
  ...['Reflect.set', 'Reflect.defineProperty', 'Reflect.deleteProperty'],
]);

/** The local name that `xs.push(x)`, `headers.set(k, v)` or `Object.assign(o, x)` changes. */
export function mutatedReceiver(call: TSESTree.CallExpression): TSESTree.Identifier | undefined {
  const callee = unwrap(call.callee);
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier')
    return undefined;
  const object = unwrap(callee.object);
  if (object.type !== 'Identifier') return undefined;
  if (!changesArgument.has(`${object.name}.${callee.property.name}`))
    return mutatingCalls.has(callee.property.name) ? object : undefined;
  const target = call.arguments[0] && unwrap(call.arguments[0]);
  return target?.type === 'Identifier' ? target : undefined;
}

/** The local name of `maps.get(a).set(b, value)`: of a map, an entry of its entry is set. */
export function mutatedEntry(call: TSESTree.CallExpression): TSESTree.Identifier | undefined {
  const inner = calledOn(call, 'set');
  if (inner?.type !== 'CallExpression' || inner.arguments.length !== 1) return undefined;
  const root = calledOn(inner, 'get');
  return root?.type === 'Identifier' ? root : undefined;
}

function calledOn(call: TSESTree.CallExpression, method: string): Node | undefined {
  const callee = unwrap(call.callee);
  if (callee.type !== 'MemberExpression' || callee.computed) return undefined;
  const isCalled = callee.property.type === 'Identifier' && callee.property.name === method;
  return isCalled ? unwrap(callee.object) : undefined;
}
