import type { TSESTree } from '@typescript-eslint/utils';
import { literal, type Lowering } from './draft.js';
import { currentVersion, newVersion, reference } from './flow.js';
import { atOf } from './node.js';
import { passedUrls } from './scopes.js';

/**
 * A URL object that the call just lowered was given is what the callee made of it from then on: a version of its own,
 * which says what it was, the call, and the argument's position.
 */
export function notePassedUrls(l: Lowering, node: TSESTree.CallExpression): void {
  const at = atOf(node);
  const call = literal(l.draft.calls.length - 1);
  for (const { variable, position } of passedUrls(node, l.scope)) {
    if (variable.assignedInClosure) continue;
    const target = reference(currentVersion(l, variable), at);
    const path = [literal('@passed'), literal(position)];
    newVersion(l, variable, { kind: 'assigned', target, path, value: call, at });
  }
}
