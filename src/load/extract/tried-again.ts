import type { Expr } from '../../model/module-summary.js';
import type { Activation } from '../../values/value.js';
import { failingWay } from './failures.js';
import type { LoopFrame } from './loop-count.js';
import { conditionsOf } from './loop-limit.js';
import { isAfterFailure } from './presence.js';
import type { Walker } from './walker.js';

/** Whether a loop goes on only after a failure: a round in which a server that is well has answered is its last. */
export function isTriedAgain(w: Walker, frame: LoopFrame, activation: Activation): boolean {
  const { ways } = frame;
  if (ways?.every((way) => isAfterFailure(w, way, activation))) return true;
  return conditionsOf(frame, activation).some(
    (part) => failingWay(w, afterRound(part, frame, activation), activation) === 'then',
  );
}

/** What the head of a loop asks once a round is done: of what the round has left. */
function afterRound(expr: Expr, frame: LoopFrame, activation: Activation): Expr {
  if (expr.kind === 'operator')
    return { ...expr, operands: expr.operands.map((one) => afterRound(one, frame, activation)) };
  const value = expr.kind === 'reference' ? activation.module.bindings[expr.binding]?.value : undefined;
  if (value?.kind !== 'choice' || value.test !== `${frame.test}:head`) return expr;
  return value.options.find(({ branch }) => branch === 'again')?.value ?? expr;
}
