import type { At, Expr, ModuleSummary, TestId } from '../../model/module-summary.js';
import type { Activation } from '../../values/value.js';
import { between, constant, intervalOf, quotient, sum, symbol, type Quantity } from '../quantity.js';
import type { Term } from '../term.js';
import { isNow } from './freshness.js';
import type { LoopFrame } from './loop-count.js';
import { numberOf } from './numbers.js';
import type { Reader } from './reader.js';

/** How often a loop goes round that ends when so much time has passed: `while (Date.now() < deadline)`. */
export function roundsUntil(
  reader: Reader,
  frame: LoopFrame,
  activation: Activation,
  round: Term,
): Quantity | undefined {
  const each = shortest(round);
  const [head, inside] = timesOf(reader, frame, activation);
  const ms = head ?? inside;
  if (ms === undefined || intervalOf(each, () => ({ low: 1, high: 1 })).low <= 0) return undefined;
  // What is asked after a round may find that there is no time left just after there was.
  const isAskedFirst = head !== undefined && frame.loop !== 'do-while';
  const most = isAskedFirst ? quotient(ms, each) : sum(quotient(ms, each), constant(1));
  return frame.leaves ? between(constant(1), most) : most;
}

/** The time that its head, or a decision in its rounds, gives a loop. */
function timesOf(
  reader: Reader,
  frame: LoopFrame,
  activation: Activation,
): readonly [Quantity | undefined, Quantity | undefined] {
  const { bound, at } = frame;
  const going = goesOn(frame);
  const tests = Object.entries(activation.module.tests).flatMap(([id, test]) =>
    test.kind === 'condition' && isInside(test.condition, at) ? [{ id, ...test }] : [],
  );
  const text = bound?.kind === 'condition' ? bound.text : undefined;
  const stated = bound?.kind === 'condition' ? bound.test : undefined;
  const head = stated ?? tests.find((test) => test.text === text)?.condition;
  const decided = tests.filter(({ id }) => going[id] !== undefined);
  const first = (all: readonly (Quantity | undefined)[]): Quantity | undefined => all.find((ms) => ms);
  return [
    head && first(conjuncts(head).map((part) => timeLeft(reader, part, true, activation))),
    first(decided.map(({ id, condition }) => timeLeft(reader, condition, going[id] === 'then', activation))),
  ];
}

/** What has been decided, where a loop can be left, in each round that another one follows. */
export function goesOn({
  ways: [first, ...others] = [],
  leaves,
}: LoopFrame): Readonly<Record<TestId, string>> {
  const decided = leaves ? Object.entries(first ?? {}) : [];
  return Object.fromEntries(decided.filter(([test, branch]) => others.every((way) => way[test] === branch)));
}

const isInside = (expr: Expr, [from, to]: At): boolean =>
  'at' in expr && expr.at !== undefined && expr.at[0] >= from && expr.at[1] <= to;

const conjuncts = (expr: Expr): readonly Expr[] =>
  expr.kind === 'and' ? [...conjuncts(expr.left), ...conjuncts(expr.right)] : [expr];

/** `Date.now() < deadline` and `Date.now() - start < ms`, or their opposites where these end it. */
function timeLeft(reader: Reader, expr: Expr, holds: boolean, activation: Activation): Quantity | undefined {
  if (expr.kind !== 'operator' || !/^[<>]=?$/.test(expr.operator)) return undefined;
  const [left, right] = expr.operands;
  const [small, large] = expr.operator.startsWith('<') === holds ? [left, right] : [right, left];
  if (small === undefined || large === undefined) return undefined;
  const { module, fn } = activation;
  const begun = (of: Expr | undefined): Expr | undefined =>
    of?.kind === 'reference' ? constantOf(module, of.binding, fn) : undefined;
  if (isCallOfNow(small, module, fn)) {
    const until = begun(large);
    return until?.kind === 'plus' && isNow(until.left, module, fn)
      ? numberOf(reader, until.right, activation)
      : undefined;
  }
  const [now, start] = small.kind === 'operator' && small.operator === '-' ? small.operands : [];
  const from = begun(start);
  return now && from && isCallOfNow(now, module, fn) && isNow(from, module, fn)
    ? numberOf(reader, large, activation)
    : undefined;
}

/** The time as it is then, not as it was once. */
const isCallOfNow = (expr: Expr, module: ModuleSummary, fn: number): boolean =>
  expr.kind === 'call' && isNow(expr, module, fn);

/** What a variable of a function holds that nothing sets again. */
function constantOf({ bindings }: ModuleSummary, id: string, fn: number): Expr | undefined {
  const binding = bindings[id];
  const isSetAgain = Object.keys(bindings).some((other) => other.startsWith(`${id}#`));
  return binding?.within === fn && !isSetAgain ? binding.value : undefined;
}

/** The least time that a term takes. */
function shortest(term: Term): Quantity {
  switch (term.kind) {
    case 'call':
      return term.latency ?? symbol('latency');
    case 'delay':
      return term.ms;
    case 'sequence':
      return sum(...term.steps.map(shortest));
    case 'alternative':
      return { kind: 'minimum', of: term.options.map(shortest) };
    case 'parallel':
      return term.branches[0] ? shortest(term.branches[0]) : constant(0);
    case 'limited':
    case 'step':
    case 'retry':
      return shortest(term.body);
    default:
      return constant(0);
  }
}
