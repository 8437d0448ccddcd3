import type { Expr } from '../model/module-summary.js';
import { flatMap, map } from './alternatives.js';
import { evaluate } from './evaluate.js';
import { callable } from './imports.js';
import type { Machine } from './machine.js';
import { member } from './member.js';
import type { Activation, Alternatives, Value } from './value.js';

/** What a call calls, with the receiver that becomes `this` and the key that picked it. */
export interface Callee {
  readonly value: Value;
  readonly receiver: Value | undefined;
  readonly key?: Value;
}

export function calleeOf(m: Machine, callee: Expr, activation: Activation): Alternatives<Callee> {
  if (callee.kind !== 'member')
    return flatMap(evaluate(m, callee, activation), (value) =>
      map(callable(m, value), (called) => ({ value: called, receiver: undefined })),
    );
  return flatMap(evaluate(m, callee.object, activation), (receiver) =>
    flatMap(evaluate(m, callee.key, activation), (key) =>
      flatMap(member(m, receiver, key, callee, activation), (value) =>
        map(callable(m, value), (called) => ({ value: called, receiver: receiverOf(receiver), key })),
      ),
    ),
  );
}

/** `super.method()` runs with the receiver that the derived class has. */
function receiverOf(receiver: Value): Value {
  if (receiver.kind !== 'instance' || !receiver.lookFrom) return receiver;
  return receiver.original ?? receiver;
}
