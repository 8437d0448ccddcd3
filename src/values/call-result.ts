import type { TypeRef } from '../model/module-summary.js';
import { flatMap } from './alternatives.js';
import { hole, nameOf } from './holes.js';
import { callOf, type Machine } from './machine.js';
import { castHole, castTo, returnsOfType } from './types.js';
import { spanIn, sure, type Activation, type Alternatives, type HoleValue } from './value.js';

/** The result of a call that nobody can tell. */
export function callHole(index: number, activation: Activation): HoleValue {
  const call = callOf(activation.module, index);
  const name = nameOf(call.callee, activation.module);
  return hole('runtime', name === '' ? 'result' : `${name}()`, activation.module, call.at);
}

/** What an unknown function gives: what its declaration says, where that says what it is. */
export function answerOf(m: Machine, callee: HoleValue, index: number, activation: Activation): Alternatives {
  const call = callOf(activation.module, index);
  const name = nameOf(call.callee, activation.module);
  // What an unknown function gives back is no parameter: callers say what is called, not what it gives.
  const { origin, path: _path, type, ...rest } = callee;
  const answer: HoleValue = {
    ...rest,
    ...(origin ? { answers: origin } : {}),
    name: name === '' ? callee.name : `${name}()`,
    at: spanIn(activation.module, call.at),
    reason: callee.reason === 'parameter' ? 'runtime' : callee.reason,
  };
  const returns = type && returnsOfType(m, type);
  return returns ? castHole(m, answer, returns, activation) : sure(answer);
}

/** What a function gives, where the code doesn't say what it is, is what it declares to give. */
export const declaredAs = (
  m: Machine,
  values: Alternatives,
  ref: TypeRef,
  activation: Activation,
): Alternatives =>
  flatMap(values, (value) =>
    value.kind === 'hole' && value.type ? sure(value) : castTo(m, value, ref, activation),
  );
