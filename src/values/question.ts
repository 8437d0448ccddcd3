import type { Expr, TestId } from '../model/module-summary.js';
import { activationOf } from './activation-of.js';
import { evaluate } from './evaluate.js';
import type { Machine } from './machine.js';
import { textOf, type Activation, type HoleValue, type Value } from './value.js';

/** A decision under the name that it has wherever the same is asked of the same value. */
export interface Question {
  readonly key: string;
  /** The test asks the opposite: its `then` is what others call `else`. */
  readonly isOpposite: boolean;
}

/**
 * The decision of a test. What is asked of a value that nobody knows is one decision wherever it is asked, in functions
 * that the value is passed to as in this one: `url(id)` and `method(id)` go together. So are all ways to ask whether
 * something was given: of `!id` and `id === undefined`, the code means the same.
 */
export function questionOf(m: Machine, test: TestId, activation: Activation): Question {
  const own = { key: `${activation.id}:${test}`, isOpposite: false };
  const summary = activation.module.tests[test];
  if (!summary) return own;
  if (summary.kind === 'switch') {
    const subject = subjectOf(m, summary.discriminant, activation);
    return subject === undefined ? own : { ...own, key: `${subject}:${activation.module.file}#${test}` };
  }
  return asked(m, summary.condition, activation) ?? own;
}

/** The decision whether something was given that a parameter holds, or a member of one. */
export function presenceOf(value: Value): string | undefined {
  const subject = value.kind === 'hole' ? subjectOfHole(value) : undefined;
  return subject === undefined ? undefined : given(subject).key;
}

function asked(m: Machine, condition: Expr, activation: Activation): Question | undefined {
  if (condition.kind === 'reference' || condition.kind === 'member') {
    const subject = subjectOf(m, condition, activation);
    // What a variable says was asked when it was set: `const isNew = !id`.
    return askedBefore(m, condition, activation) ?? (subject === undefined ? undefined : given(subject));
  }
  if (condition.kind !== 'operator') return undefined;
  const { operator, operands } = condition;
  const [left, right] = operands;
  if (!left) return undefined;
  if (operator === '!') return opposite(asked(m, left, activation));
  if (!right || !/^[!=]==?$/.test(operator)) return undefined;
  const question = compared(m, left, right, activation) ?? compared(m, right, left, activation);
  return operator.startsWith('!') ? opposite(question) : question;
}

function askedBefore(m: Machine, condition: Expr, activation: Activation): Question | undefined {
  const variable = condition.kind === 'reference' ? activation.module.bindings[condition.binding] : undefined;
  return variable?.value.kind === 'operator' && variable.within === activation.fn
    ? asked(m, variable.value, activation)
    : undefined;
}

const given = (subject: string): Question => ({ key: `${subject}:given`, isOpposite: false });

const opposite = (question: Question | undefined): Question | undefined =>
  question && { ...question, isOpposite: !question.isOpposite };

/** `id === undefined`, `kind === 'a'`. */
function compared(m: Machine, left: Expr, right: Expr, activation: Activation): Question | undefined {
  if (left.kind !== 'reference' && left.kind !== 'member') return undefined;
  const [to, ...others] = evaluate(m, right, activation);
  if (!to || others.length > 0) return undefined;
  const isNothing = to.value.kind === 'undefined' || to.value.kind === 'null';
  const text = textOf(to.value);
  const subject = isNothing || text !== undefined ? subjectOf(m, left, activation) : undefined;
  if (subject === undefined) return undefined;
  return isNothing ? opposite(given(subject)) : { key: `${subject}:is:${text ?? ''}`, isOpposite: false };
}

/** What tells an unknown value from others: the parameter that it comes from, or the variable that was passed on. */
function subjectOf(m: Machine, expr: Expr, activation: Activation): string | undefined {
  const [only, ...others] = evaluate(m, expr, activation);
  if (!only || others.length > 0) return undefined;
  if (only.value.kind === 'external') return variableOf(m, expr, activation);
  return only.value.kind === 'hole'
    ? (subjectOfHole(only.value) ?? variableOf(m, expr, activation))
    : undefined;
}

function subjectOfHole({ origin, path = [], name }: HoleValue): string | undefined {
  // Elements of a list have its origin, and the names of the variables that hold them.
  return origin && origin.parameter !== 'this'
    ? `${origin.activation.id}:${origin.parameter}.${path.join('.')}:${name}`
    : undefined;
}

/** The variable that a parameter was given, or a member of it. */
function variableOf(m: Machine, expr: Expr, activation: Activation): string | undefined {
  if (expr.kind === 'member') {
    const object = expr.key.kind === 'literal' ? variableOf(m, expr.object, activation) : undefined;
    return object && expr.key.kind === 'literal' ? `${object}.${String(expr.key.value)}` : undefined;
  }
  const variable = expr.kind === 'reference' ? activation.module.bindings[expr.binding] : undefined;
  if (expr.kind !== 'reference' || !variable) return undefined;
  const owner = activationOf(m, activation, variable.within);
  const { value } = variable;
  const passed = value.kind === 'parameter' ? owner.args?.[value.index] : undefined;
  const isPlain = owner.args?.every(({ spread }) => !spread) === true;
  return (
    (isPlain && passed?.value.kind === 'expr'
      ? variableOf(m, passed.value.expr, passed.value.activation)
      : undefined) ?? `${owner.id}:${expr.binding}`
  );
}
