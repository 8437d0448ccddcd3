import type { Expr, FunctionIndex, ModuleSummary, TestId, Under } from '../../model/module-summary.js';
import { baseBinding } from '../../values/evaluate.js';
import type { Activation } from '../../values/value.js';
import { constant, constantValue, sum, type Quantity } from '../quantity.js';
import { isVariable, ownerAt, testOffset } from './module-variables.js';
import { numberOf } from './numbers.js';
import type { Reader } from './reader.js';
import { clears } from './set-off.js';
import { siteKey } from './sinks.js';
import type { Walker } from './walker.js';
import { wordsOf } from './words.js';

/** What ends a series of runs: a comparison, and the branch on which it goes on. */
export interface Ending {
  readonly test: TestId;
  /** Where it is compared. */
  readonly at: number;
  readonly goesOn: string;
  readonly compared: Expr;
  /** What holds when it is over. */
  readonly operator: string;
  readonly limit: Expr;
}

/** A number that a series counts with. */
export interface Counter {
  /** What is compared in the first run. */
  readonly first: Quantity;
  readonly step: number;
  /** Where it is counted. */
  readonly at: number;
  readonly base: string;
}

const negated: Readonly<Record<string, string>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '!==': '===',
  '!=': '==',
};

const zero: Expr = { kind: 'literal', value: 0 };

/** What a decision compares: `n >= 10`, or a number by itself, which is over when it is none. */
export function endingOf({ tests }: ModuleSummary, test: TestId, goesOn: string): Ending | undefined {
  const summary = tests[test];
  if (summary?.kind !== 'condition') return undefined;
  const { condition } = summary;
  const at = testOffset(test) ?? ('at' in condition ? condition.at?.[0] : undefined);
  if (at === undefined) return undefined;
  if (condition.kind !== 'operator' || condition.operator === '!')
    return bareEnding(condition, { test, at, goesOn });
  const [compared, limit] = condition.operands;
  const operator = goesOn === 'then' ? negated[condition.operator] : condition.operator;
  return compared && limit && operator ? { test, at, goesOn, compared, operator, limit } : undefined;
}

function bareEnding(condition: Expr, place: Pick<Ending, 'test' | 'at' | 'goesOn'>): Ending | undefined {
  const isNot = condition.kind === 'operator';
  const compared = isNot ? condition.operands[0] : condition;
  if (!compared || (place.goesOn === 'then') === isNot) return undefined;
  return { ...place, compared, operator: '===', limit: zero };
}

/** A variable beside a function that its runs count, once each. */
export function counterOf(
  reader: Reader,
  activation: Activation,
  fn: FunctionIndex,
  { compared, at: testedAt, test, goesOn }: Ending,
): Counter | undefined {
  const { module } = activation;
  const [variable, more] = steppedFrom(compared) ?? [compared, 0];
  if (variable.kind !== 'reference') return undefined;
  const base = baseBinding(variable.binding);
  const all = Object.entries(module.bindings).flatMap(([id, binding]) =>
    baseBinding(id) === base && binding.value.kind !== 'choice' ? [binding] : [],
  );
  // A declared function is read before what stands above it.
  const [put, start] = [all.find(({ within }) => within === fn), all.find(({ within }) => within !== fn)];
  if (all.length !== 2 || put === undefined || start?.assignedAt !== undefined) return undefined;
  const [of, step] = steppedFrom(put.value) ?? [];
  const { assignedAt: at, under } = put;
  const isEachTime = (around: Under | undefined): boolean =>
    around === undefined ||
    (around.frames.every(({ kind }) => kind === 'branch') &&
      Object.entries(around.guards).every(([one, way]) => one === test && way === goesOn));
  if (!of || !isVariable(of, base) || !step || at === undefined || !isEachTime(under)) return undefined;
  const first = start && numberOf(reader, start.value, runOf(activation, ownerAt(module, base)));
  return first && { first: sum(first, constant(more + (at < testedAt ? step : 0))), step, at, base };
}

/** `n + 1`, `n - 1`, `--n`: what is counted from, and by how much. */
export function steppedFrom(expr: Expr): readonly [Expr, number] | undefined {
  if (expr.kind === 'plus' && expr.right.kind === 'literal')
    return typeof expr.right.value === 'number' ? [expr.left, expr.right.value] : undefined;
  if (expr.kind !== 'operator' || expr.operator !== '-') return undefined;
  const [left, right] = expr.operands;
  return left && right?.kind === 'literal' && typeof right.value === 'number'
    ? [left, -right.value]
    : undefined;
}

function runOf(activation: Activation, fn: FunctionIndex): Activation {
  let around: Activation | undefined = activation;
  while (around && around.fn !== fn) around = around.parent;
  return around ?? activation;
}

/** In which run a comparison holds for the first time. */
export function runsTo(
  { first, step }: Pick<Counter, 'first' | 'step'>,
  operator: string,
  end: Quantity,
): Quantity | undefined {
  const [from, to] = [constantValue(first), constantValue(end)];
  if (from === undefined || to === undefined) return runsToUnknown({ first, step }, operator, end);
  const rounds = (to - from) / step;
  const isStrict = operator === '>' || operator === '<';
  const isUp = /^>=?$/.test(operator);
  if (/^={2,3}$/.test(operator))
    return rounds >= 0 && Number.isInteger(rounds) ? constant(rounds + 1) : undefined;
  if (!/^[<>]=?$/.test(operator) || isUp !== step > 0) return undefined;
  return constant(Math.max(1, (isStrict ? Math.floor(rounds) + 1 : Math.ceil(rounds)) + 1));
}

/** The same where a number is only known by its name: what is counted up from, or down to, is known. */
function runsToUnknown(
  { first, step }: Pick<Counter, 'first' | 'step'>,
  operator: string,
  end: Quantity,
): Quantity | undefined {
  const [from, to] = [constantValue(first), constantValue(end)];
  const isStrict = operator === '>' || operator === '<';
  const isReached = /^={2,3}$/.test(operator);
  const more = isStrict ? 2 : 1;
  if (step === 1 && from !== undefined && (isReached || operator.startsWith('>')))
    return sum(end, constant(more - from));
  if (step === -1 && to !== undefined && (isReached || operator.startsWith('<')))
    return sum(first, constant(more - to));
  return undefined;
}

/** How many runs of a series do their work: all but the one in which it ends, if that does nothing else. */
export function runsOfSeries(
  w: Walker,
  activation: Activation,
  fn: FunctionIndex,
  ending: Ending,
  counter: Counter,
): Quantity | undefined {
  const { module } = activation;
  const end = numberOf(w, ending.limit, activation);
  const last = end && runsTo(counter, ending.operator, end);
  if (last === undefined) return undefined;
  const isLeft = module.calls.every(
    (call, index) =>
      call.within !== fn ||
      call.guards[ending.test] === ending.goesOn ||
      clears.test(wordsOf(call.callee, module)) ||
      !w.interest.sites.has(siteKey(module.file, index)),
  );
  return isLeft ? sum(last, constant(-1)) : last;
}
