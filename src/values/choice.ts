import type { Expr } from '../model/module-summary.js';
import { accumulated } from './accumulated.js';
import { enclosing, onChain } from './activation-of.js';
import { compact, maxAlternatives, mostKept, oneObject, theRest, under } from './alternatives.js';
import { contradicts, decide, decisionOf } from './decide.js';
import { absorbEmpty, asksWhetherGiven, isEmptyText } from './empty-stand-in.js';
import { evaluate } from './evaluate.js';
import { branchOf, withGuard } from './guards.js';
import { holeFor } from './holes.js';
import { joinUnknowns } from './join-unknowns.js';
import type { Machine } from './machine.js';
import { afterRounds, afterUnknownRounds } from './rounds.js';
import { callbackRuns, namedRuns } from './runs.js';
import { isTaskQueue } from './task-queues.js';
import { type Activation, type Alternative, type Alternatives, type Value } from './value.js';

/** The values of the ways that a test can take. */
export function evaluateChoice(
  m: Machine,
  expr: Extract<Expr, { kind: 'choice' }>,
  activation: Activation,
): Alternatives {
  const [first] = expr.options;
  const filled =
    expr.rounds &&
    first &&
    (afterRounds(m, expr.rounds, first.value, activation) ??
      afterUnknownRounds(m, expr.rounds, first.value, activation));
  if (filled) return filled;
  if (expr.rounds?.isAfter)
    return evaluate(m, { kind: 'reference', binding: expr.rounds.head, at: [0, 0] }, activation);
  // A queue of tasks that a loop pushes to is what it was before.
  const before = first && expr.test.endsWith(':head') ? evaluate(m, first.value, activation) : [];
  if (before.length > 0 && before.every(({ value }) => isTaskQueue(value))) return before;
  const decisions = decide(m, expr.test, activation);
  const { key, branch: named } = decisionOf(m, expr.test, activation, decisions);
  let out: Alternative[] = [];
  for (const option of expr.options) {
    for (const { guards } of decisions.filter((d) => d.value === undefined || d.value === option.branch)) {
      const guarded = withGuard(guards, key, named(option.branch));
      if (guarded) out.push(...under(agreeing(m, expr.test, option, activation), guarded));
      if (out.length <= maxAlternatives) continue;
      const few = compact(out);
      const most = mostKept(few);
      if (few.length > most)
        return [...few.slice(0, most), theRest<Value>(holeFor('budget', option.value, activation))];
      out = [...few];
    }
  }
  const values = givenOrEmpty(
    expr.test.startsWith('any:') ? fullest(out) : out,
    expr,
    { key, named },
    activation,
  );
  return oneObject(values) ?? joinUnknowns(accumulated(values, expr, key, activation), key);
}

/** Of the states of an object of a package that is given members, the last: functions run when all are set. */
const fullest = (values: Alternatives): Alternatives =>
  values.filter(({ value }) => !values.some((other) => becomes(value, other.value)));

function becomes(before: Value, after: Value): boolean {
  if (before.kind !== 'external' || after.kind !== 'external') return false;
  const { length } = before.steps;
  const given = after.steps.slice(length);
  return (
    given.length > 0 &&
    given.every(({ kind }) => kind === 'assign') &&
    before.steps.every((step, i) => step === after.steps[i])
  );
}

/** `id ? id : ''`: of the two, what is known of both. */
function givenOrEmpty(
  values: Alternatives,
  { test, options }: Extract<Expr, { kind: 'choice' }>,
  { key, named }: { readonly key: string; readonly named: (branch: string) => string },
  activation: Activation,
): Alternatives {
  if (!values.some(isEmptyText)) return values;
  const given = options.find(({ value }) => asksWhetherGiven(test, value, activation));
  if (!given) return values;
  const isGiven = ({ guards }: Alternative): boolean => branchOf(guards, key) === named(given.branch);
  return absorbEmpty(
    values.filter(isGiven),
    values.filter((a) => !isGiven(a)),
    key,
  );
}

/** The values of one way, without those that the test itself, asked of them, sends the other way. */
function agreeing(
  m: Machine,
  test: string,
  option: Extract<Expr, { kind: 'choice' }>['options'][number],
  activation: Activation,
): Alternatives {
  const values = setInRuns(m, test, option.value, activation) ?? evaluate(m, option.value, activation);
  if (values.length < 2 || option.value.kind !== 'reference') return values;
  const { binding } = option.value;
  return values.filter(({ value }) => !contradicts(m, test, { binding, value }, option.branch, activation));
}

/**
 * What a closure sets a variable around it to, in the runs of the closure that this run of the function around shows:
 * `paths.forEach((path) => (url = path))`.
 */
function setInRuns(m: Machine, test: string, value: Expr, activation: Activation): Alternatives | undefined {
  if (!test.startsWith('any:') || value.kind !== 'reference') return undefined;
  const within = activation.module.bindings[value.binding]?.within;
  if (within === undefined || onChain(activation, within)) return undefined;
  const outer = activation.fn === 0 ? activation : enclosing(activation, within);
  if (!outer) return undefined;
  const runs = [...callbackRuns(m, outer, within), ...namedRuns(m, outer, within)];
  return runs.length === 0 ? undefined : compact(runs.flatMap((run) => evaluate(m, value, run)));
}
