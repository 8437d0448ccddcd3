import type { Expr, TestId } from '../model/module-summary.js';
import { flatMap, map, under } from './alternatives.js';
import { callMethod } from './builtins/index.js';
import { evaluate } from './evaluate.js';
import { lostGuards, withGuard } from './guards.js';
import type { Machine } from './machine.js';
import { branchesWhenUnset, mayBeUnset } from './may-be-unset.js';
import { sameValue } from './operators.js';
import { outcomeOf } from './outcome.js';
import { isSurelyGiven, questionOf } from './question.js';
import { readAnswer } from './reads.js';
import { begin, isSettled, keep, recall } from './remember.js';
import {
  entryOf,
  sure,
  truthiness,
  undefinedValue,
  type Activation,
  type Alternative,
  type Alternatives,
  type Guards,
  type Value,
} from './value.js';

/** The branches that a test can take here; `undefined` when the code doesn't say. */
export function decide(m: Machine, test: TestId, activation: Activation): Alternatives<string | undefined> {
  const summary = activation.module.tests[test];
  if (!summary) return sure(undefined);
  const key = `?${test}`;
  const known = recall(m, activation.memo, key);
  if (known === 'running') return sure(undefined);
  if (known) return map(known, branchOf);
  // What few steps couldn't tell once, they can't tell again.
  const glanced = m.isGlance ? activation.memo.get(`?few ${test}`) : undefined;
  if (glanced && glanced !== 'running') {
    readAnswer(m, activation.memo, key);
    return map(glanced, branchOf);
  }
  activation.memo.set(key, 'running');
  const begun = begin(m, activation.memo, key);
  const decided =
    summary.kind === 'condition'
      ? decideCondition(m, summary.condition, activation)
      : decideSwitch(m, summary, activation);
  const distinct = dedupe(
    decided.length > mostDecisions ? decided.map(({ value }) => ({ value, guards: lostGuards })) : decided,
  );
  const kept = map(distinct, (branch): Value => ({
    kind: 'string',
    parts: [{ kind: 'text', text: branch ?? '' }],
  }));
  const isCutOff = m.isGlance && !isSettled(m, begun);
  if (isCutOff) activation.memo.delete(key);
  keep(m, activation.memo, isCutOff ? `?few ${test}` : key, kept, begun);
  return distinct;
}

/** Under which name the branches of a test are told apart, and what they are called there. */
export function decisionOf(
  m: Machine,
  test: TestId,
  activation: Activation,
  decisions: Alternatives<string | undefined>,
): { readonly key: string; readonly branch: (branch: string) => string } {
  // What is known needs no name that others know.
  const { key, isOpposite } = decisions.some(({ value }) => value === undefined)
    ? questionOf(m, test, activation)
    : { key: `${activation.id}:${test}`, isOpposite: false };
  return {
    key,
    branch: (branch) => (isOpposite ? (opposites[branch] ?? branch) : branch),
  };
}

const opposites: Readonly<Record<string, string>> = { then: 'else', else: 'then' };

/** Whether a test of the variable `x`, asked of one value of it, gives another branch than this one: `!x`, `x.endsWith(text)`. */
export function contradicts(
  m: Machine,
  test: TestId,
  asked: AskedOf,
  branch: string,
  activation: Activation,
): boolean {
  const summary = activation.module.tests[test];
  if (summary?.kind !== 'condition') return false;
  const taken = thenOrElse(truthFor(m, summary.condition, asked, activation));
  return taken !== undefined && taken !== branch;
}

/** A variable, and one value of it. */
interface AskedOf {
  readonly binding: string;
  readonly value: Value;
}

/** What a condition says of one value of a variable; undefined where that depends on more. */
function truthFor(m: Machine, condition: Expr, asked: AskedOf, activation: Activation): boolean | undefined {
  const truth = (part: Expr | undefined): boolean | undefined => part && truthFor(m, part, asked, activation);
  switch (condition.kind) {
    case 'reference':
      return condition.binding !== asked.binding || mayBeUnset(m, condition, activation)
        ? undefined
        : truthiness(asked.value);
    case 'operator':
      return condition.operator === '!' ? negated(truth(condition.operands[0])) : undefined;
    case 'and':
      return both(truth(condition.left), truth(condition.right));
    case 'default':
      // One or the other: not both are untrue.
      return condition.operator === '||'
        ? negated(both(negated(truth(condition.left)), negated(truth(condition.right))))
        : undefined;
    case 'call':
      return truthOfMethod(m, condition.call, asked, activation);
    default:
      return undefined;
  }
}

const negated = (truth: boolean | undefined): boolean | undefined =>
  truth === undefined ? undefined : !truth;

const both = (a: boolean | undefined, b: boolean | undefined): boolean | undefined =>
  a === false || b === false ? false : a === undefined ? undefined : b;

/** `x.endsWith(text)` and its like. */
function truthOfMethod(
  m: Machine,
  index: number,
  { binding, value }: AskedOf,
  activation: Activation,
): boolean | undefined {
  const call = activation.module.calls[index];
  if (value.kind !== 'string' || call?.callee.kind !== 'member' || call.callee.key.kind !== 'literal')
    return undefined;
  const { object, key } = call.callee;
  if (object.kind !== 'reference' || object.binding !== binding) return undefined;
  const args = call.args.map((a) => entryOf(a, activation));
  const method: Value = { kind: 'method', receiver: value, name: String(key.value) };
  const answers = callMethod(m, method, args, { index, activation }) ?? [];
  const [first, ...others] = answers.map((a) => truthiness(a.value));
  return others.every((other) => other === first) ? first : undefined;
}

/** More ways than this to decide a test are not told apart. */
const mostDecisions = 16;
/** More ways than this to arrive at a place say only that control can. */
const mostWays = 12;

/** Control can arrive, whichever way. */
const anyWay: Alternatives<true> = [{ value: true, guards: lostGuards }];

const thenOrElse = (truth: boolean | undefined): string | undefined =>
  truth === undefined ? undefined : truth ? 'then' : 'else';

function branchOf(value: Value): string | undefined {
  const [part] = value.kind === 'string' ? value.parts : [];
  return part?.kind === 'text' && part.text !== '' ? part.text : undefined;
}

function decideCondition(
  m: Machine,
  condition: Expr,
  activation: Activation,
): Alternatives<string | undefined> {
  const isOpen = mayBeUnset(m, condition, activation);
  const decided = map(truthOf(m, condition, activation), (truth) => thenOrElse(isOpen ? undefined : truth));
  return isOpen ? decided : [...decided, ...branchesWhenUnset(m, condition, activation).flatMap(sure)];
}

/** So many local names a condition is followed through. */
const mostHops = 4;

/** Whether a condition holds: of `a && b` both have to be known for it to. */
function truthOf(
  m: Machine,
  condition: Expr,
  activation: Activation,
  hops = 0,
): Alternatives<boolean | undefined> {
  const of = (expr: Expr): Alternatives<boolean | undefined> => truthOf(m, expr, activation, hops);
  if (condition.kind === 'and')
    return flatMap(of(condition.left), (left) =>
      left === false ? sure(false) : map(of(condition.right), (right) => both(left, right)),
    );
  const [operand] = condition.kind === 'operator' && condition.operator === '!' ? condition.operands : [];
  if (operand) return map(of(operand), negated);
  const given = hops < mostHops ? conjunctionBehind(m, condition, activation) : undefined;
  if (given) return truthOf(m, given.value, given.activation, hops + 1);
  return map(
    evaluate(m, condition, activation),
    (value) => isSurelyGiven(m, value, activation) || truthiness(value),
  );
}

/** The `a && b` that a local name stands for, or a function gives. */
function conjunctionBehind(
  m: Machine,
  expr: Expr,
  activation: Activation,
): { readonly value: Expr; readonly activation: Activation } | undefined {
  if (expr.kind === 'reference') {
    const held = activation.module.bindings[expr.binding];
    return held?.value.kind === 'and' && held.within === activation.fn
      ? { value: held.value, activation }
      : undefined;
  }
  if (expr.kind !== 'call') return undefined;
  const [target, ...others] = outcomeOf(m, {
    module: activation.module,
    index: expr.call,
    activation,
  }).entered;
  const [only, ...more] = target?.summary.returns ?? [];
  return target && only?.value.kind === 'and' && others.length + more.length === 0
    ? { value: only.value, activation: target }
    : undefined;
}

function decideSwitch(
  m: Machine,
  summary: Extract<Activation['module']['tests'][string], { kind: 'switch' }>,
  activation: Activation,
): Alternatives<string | undefined> {
  const branch = (value: Value): string | undefined => {
    let unsure = false;
    for (const [branch, labels] of Object.entries(summary.cases)) {
      for (const label of labels) {
        const same = evaluate(m, label, activation).map((a) => sameValue(value, a.value));
        // The members of a package that label a switch differ from each other: what is one is no other.
        const isKnown = value.kind === 'external' || !unsure;
        if (same.length > 0 && same.every((s) => s === true)) return isKnown ? branch : undefined;
        if (!same.every((s) => s === false)) unsure = true;
      }
    }
    return unsure ? undefined : 'default';
  };
  const decided = map(evaluate(m, summary.discriminant, activation), branch);
  return mayBeUnset(m, summary.discriminant, activation)
    ? [...decided, ...sure(branch(undefinedValue))]
    : decided;
}

/** Equal decisions under one condition need to be stated once only. */
function dedupe(alternatives: Alternatives<string | undefined>): Alternatives<string | undefined> {
  const out: Alternative<string | undefined>[] = [];
  for (const a of alternatives) {
    if (out.some((o) => o.guards === a.guards && o.value === a.value)) continue;
    out.push(a);
  }
  return out;
}

/** The ways in which control can arrive at a place with these guards; empty when it can't in this context. */
export function arrivals(
  m: Machine,
  guards: Readonly<Record<TestId, string>>,
  activation: Activation,
): Alternatives<true> {
  let ways: Alternatives<true> = sure(true);
  for (const [test, branch] of Object.entries(guards)) {
    const decisions = decide(m, test, activation);
    const { key, branch: named } = decisionOf(m, test, activation, decisions);
    if (ways.length > mostWays) ways = anyWay;
    const arriving = decisions.flatMap((d): Alternative<true>[] => {
      if (d.value !== undefined && d.value !== branch) return [];
      const guarded: Guards | undefined = withGuard(d.guards, key, named(branch));
      return guarded ? [{ value: true, guards: guarded }] : [];
    });
    ways = ways.flatMap(({ guards: before }) => under(arriving, before));
  }
  return ways.length > mostWays ? anyWay : dedupeWays(ways);
}

function dedupeWays(ways: Alternatives<true>): Alternatives<true> {
  const [first] = ways;
  return first && ways.every(({ guards }) => guards === first.guards) ? [first] : ways;
}
