import type { ModuleSummary } from '../../model/module-summary.js';
import { callbacksOf } from '../../values/builtins/callbacks.js';
import type { FunctionValue, MethodValue } from '../../values/value.js';
import type { Quantity } from '../quantity.js';
import { constant } from '../quantity.js';
import type { Term } from '../term.js';
import { alternative, nothing } from '../term.js';
import { functionTerm, type CallHere } from './calls.js';
import { isGrown } from './growth.js';
import { lengthOf } from './lengths.js';
import { inBurst, inTurn, setOffByEach, setOffSoFar } from './loops.js';
import { variablesIn } from './promises.js';
import { inOrder, isNothing, together } from './run.js';
import type { Walker } from './walker.js';

/** A method of one of several receivers: a collection of unknown length stands for the shorter ones too. */
export function methodsTerm(w: Walker, here: CallHere, methods: readonly MethodValue[]): Term {
  const open = methods.filter(({ receiver }) => receiver.kind === 'array' && receiver.open !== undefined);
  const terms = (open.length > 0 ? open : methods)
    .slice(0, maxReceivers)
    .map((method) => methodTerm(w, here, method));
  return anyOf(terms);
}

const maxReceivers = 16;

/** One of these, each once. */
function anyOf(terms: readonly Term[]): Term {
  const [first, ...others] = terms;
  if (first && others.length === 0) return first;
  const distinct = [...new Map(terms.map((term) => [JSON.stringify(term), term])).values()];
  const [only] = distinct;
  return distinct.length === 1 && only
    ? only
    : distinct.every(isNothing)
      ? nothing
      : alternative(...distinct);
}

/** Methods of arrays and promises that run what they are given. */
export function methodTerm(w: Walker, here: CallHere, method: MethodValue): Term {
  const { call } = here;
  const site = { m: w.m, args: here.args, site: { index: here.index, activation: here.activation } };
  const callbacks = callbacksOf(method, site);
  const before = setOffSoFar(w);
  const terms = callbacks.map((callback) => functionTerm(w, here, callback.fn, callback.args, callback.tag));
  if (method.name === 'then' || method.name === 'catch' || method.name === 'finally') {
    const given = (argument: number): Term =>
      inOrder(...terms.filter((_, i) => (callbacks[i]?.argument ?? 0) === argument));
    const [done, failed] = method.name === 'catch' ? [nothing, given(0)] : [given(0), given(1)];
    if (isNothing(failed)) return done;
    const onFailure: Term = { kind: 'on-failure', body: failed };
    if (isNothing(done)) return onFailure;
    // Of `then(one, other)` only one runs.
    return JSON.stringify(done) === JSON.stringify(failed) ? done : alternative(done, onFailure);
  }
  const [first] = terms;
  const list = call.callee.kind === 'member' ? call.callee.object : undefined;
  const isKnown = method.receiver.kind === 'array' && !(list && isGrown(w, list, here.activation));
  const isEach = isKnown && callbacks.every(({ element }) => element !== 'other');
  const length = (): Quantity => (list ? lengthOf(w, list, here.activation) : constant(1));
  if (!isEach) setOffByEach(w, before, length);
  if (first === undefined || terms.every(isNothing)) return nothing;
  const inSequence = method.name.startsWith('reduce') && callbacks.some(({ fn }) => waitsForFirst(fn));
  const [one] = callbacks;
  const of = one && placeOf(one.fn);
  if (!isEach) return inSequence ? inTurn(length(), anyOf(terms)) : inBurst(length(), anyOf(terms), of);
  const isSame = terms.every((term) => JSON.stringify(term) === JSON.stringify(first));
  const count = constant(terms.length);
  if (isSame) return inSequence ? inTurn(count, first) : inBurst(count, first);
  return inSequence ? inOrder(...terms) : together(...terms);
}

/** `reduce((before, x) => before.then(…))`: one after the other. */
function waitsForFirst({ activation: { module }, fn }: FunctionValue): boolean {
  const first = module.functions[fn]?.parameters[0]?.binding;
  if (first === undefined) return false;
  return (
    module.waits.some((wait) => wait.within === fn && variablesIn(wait.value, module).has(first)) ||
    module.calls.some(
      (call) =>
        call.within === fn &&
        call.callee.kind === 'member' &&
        variablesIn(call.callee.object, module).has(first),
    )
  );
}

export const placeOf = ({
  activation: { module },
  fn,
}: FunctionValue): { module: ModuleSummary; at: number } => ({
  module,
  at: module.functions[fn]?.at[0] ?? 0,
});
