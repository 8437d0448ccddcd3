import type { Call, Expr } from './module-summary.js';

/** `this` or `super` in a call of a method of the same object; undefined for other calls. */
export function ownReceiver({
  callee,
}: Pick<Call, 'callee'>): Extract<Expr, { kind: 'this' | 'super' }> | undefined {
  if (callee.kind !== 'member') return undefined;
  const { object } = callee;
  return object.kind === 'this' || object.kind === 'super' ? object : undefined;
}
