import type { Expr } from '../../model/module-summary.js';
import { nameOfCallee } from '../../values/holes.js';
import { functionsIn } from '../../values/own-effects.js';
import type { Activation } from '../../values/value.js';
import { isParameter, limitOf } from './attempts.js';
import type { CallHere } from './calls.js';
import { constantValue } from '../quantity.js';
import { numberOf } from './numbers.js';
import { valuesOf } from './reader.js';
import { sameFunction, type Walker } from './walker.js';

/** A function that calls itself no oftener than this is written out. */
const mostRuns = 8;
/** Of one that calls itself at several places, this many runs. */
const mostOfTree = 64;

/** Whether a call that a function makes of itself turns flags as no run above it had them: `call(path, false)`. */
export function turnsFlag(w: Walker, target: Activation): boolean {
  const flags = target.summary.parameters.flatMap((_, i) => {
    const given = [...runsAbove(w, target), target].map((run) => flagOf(w, run, i));
    return given.includes(undefined) ? [] : [given];
  });
  const runs = runsAbove(w, target).length;
  return runs <= mostRuns && flags.length > 0 && !hasEqual(flags, runs);
}

/** Whether a run above the last one had all of its flags. */
const hasEqual = (flags: readonly (readonly (boolean | undefined)[])[], last: number): boolean =>
  Array.from({ length: last }, (_, run) => run).some((run) =>
    flags.every((given) => given[run] === given[last]),
  );

/**
 * Whether a call that a function makes of itself counts on to an end that is near: `walk(child, depth - 1)`. One for each
 * of something isn't written out: how many runs there are is then asked for as a whole.
 */
export function countsOn(w: Walker, { call }: CallHere, target: Activation): boolean {
  const runs = runsAbove(w, target);
  const since = w.stack
    .map(({ activation }) => activation)
    .slice(w.stack.findIndex((v) => runs[0] === v.activation));
  return (
    since.every((run) => runs.includes(run) || run.summary.kind !== 'arrow') &&
    call.frames.every(({ kind }) => kind !== 'loop') &&
    runs.length <= mostRuns &&
    target.summary.parameters.some((_, i) => {
      const values = [...runs, target].map((run) => constantOf(w, run, i));
      const known = values.filter((value) => value !== undefined);
      const [first = 0, second = 0] = known;
      if (known.length < values.length || new Set(known).size < known.length) return false;
      return second < first ? isFew(target, first) && isAskedFor(target, i) : isEndNear(w, target, i, first);
    })
  );
}

/** Whether a function that calls itself so many times one in the other runs seldom enough in all. */
function isFew({ module, fn, summary }: Activation, depth: number): boolean {
  const own = new Set(functionsIn(module, fn));
  const places = module.calls.filter(
    ({ within, callee }) => own.has(within) && nameOfCallee(callee, module) === summary.name,
  );
  return depth <= mostRuns && Math.max(places.length, 1) ** depth <= mostOfTree;
}

const runsAbove = (w: Walker, { module, fn }: Activation): readonly Activation[] =>
  w.stack.map(({ activation }) => activation).filter((run) => sameFunction(run, module, fn));

/** Whether some decision of the function is made by a parameter: what counts down ends there. */
function isAskedFor(run: Activation, i: number): boolean {
  const { module, summary } = run;
  const isIt = (expr: Expr): boolean => isParameter(expr, run, i, module);
  return Object.values(module.tests).some((test) => {
    const asked = test.kind === 'condition' ? test.condition : test.discriminant;
    if (isIt(asked)) return true;
    if (asked.kind !== 'operator' || asked.at[0] < summary.at[0] || asked.at[1] > summary.at[1]) return false;
    return asked.operands.some(isIt);
  });
}

function isEndNear(w: Walker, run: Activation, i: number, first: number): boolean {
  const limit = limitOf(w, run, i);
  const value = limit && constantValue(limit);
  return value !== undefined && isFew(run, value - first);
}

const parameterOf = ({ summary }: Activation, i: number): Expr | undefined => {
  const parameter = summary.parameters[i];
  return parameter && { kind: 'reference', binding: parameter.binding, at: parameter.at };
};

function flagOf(w: Walker, run: Activation, i: number): boolean | undefined {
  const parameter = parameterOf(run, i);
  const [value, ...others] = parameter ? valuesOf(w, parameter, run) : [];
  return value?.kind === 'boolean' && others.length === 0 ? value.value : undefined;
}

function constantOf(w: Walker, run: Activation, i: number): number | undefined {
  const parameter = parameterOf(run, i);
  const number = parameter && numberOf(w, parameter, run);
  return number && constantValue(number);
}
