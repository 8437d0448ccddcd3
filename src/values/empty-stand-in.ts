import type { Expr, TestId } from '../model/module-summary.js';
import { withoutGuard } from './guards.js';
import { presenceOf } from './question.js';
import { textOf, type Activation, type Alternative, type Alternatives } from './value.js';

/**
 * `id || ''`: an empty text in the place of a parameter that was not given. Of a parameter of which nothing is known
 * the code says no more than that: unknown text, which may be empty. Callers who give nothing have the empty text.
 * `key` is the decision between the two.
 */
export function absorbEmpty(given: Alternatives, standIns: Alternatives, key: string): Alternatives {
  if (!given.some(isUnknownParameter) || !standIns.some(isEmptyText)) return [...given, ...standIns];
  return [
    ...given.map((a) => (isUnknownParameter(a) ? markedEmpty(a, key) : a)),
    ...standIns.filter((a) => !isEmptyText(a)),
  ];
}

const isUnknownParameter = ({ value }: Alternative): boolean =>
  value.kind === 'hole' && value.origin !== undefined && value.origin.parameter !== 'this';

export const isEmptyText = ({ value }: Alternative): boolean => textOf(value) === '';

/** Neither the decision nor whether the parameter was given is left open: both are in what may be empty. */
function markedEmpty({ value, guards }: Alternative, key: string): Alternative {
  const presence = presenceOf(value);
  const left = withoutGuard(guards, key);
  return {
    value: value.kind === 'hole' ? { ...value, mayBeEmpty: true } : value,
    guards: presence === undefined ? left : withoutGuard(left, presence),
  };
}

/** Whether a test asks nothing but whether this expression was given: `!id`, `id == null`, `id || id === 0`. */
export function asksWhetherGiven(test: TestId, subject: Expr, { module }: Activation): boolean {
  const summary = module.tests[test];
  return summary?.kind === 'condition' && isAboutPresence(summary.condition, subject);
}

/** Whether a condition asks nothing but whether an expression was given. */
export const isAboutPresence = (condition: Expr, subject: Expr): boolean =>
  asksFor(condition, spelled(subject));

function asksFor(condition: Expr, subject: string): boolean {
  if (spelled(condition) === subject) return true;
  if (condition.kind === 'default' || condition.kind === 'and')
    return asksFor(condition.left, subject) && asksFor(condition.right, subject);
  if (condition.kind !== 'operator') return false;
  const { operator, operands } = condition;
  if (operator === '!' || operator === 'typeof') return operands.every((o) => asksFor(o, subject));
  if (!/^[!=]==?$/.test(operator)) return false;
  return (
    operands.some((o) => asksFor(o, subject)) && operands.every((o) => isConstant(o) || asksFor(o, subject))
  );
}

const isConstant = ({ kind }: Expr): boolean => kind === 'literal' || kind === 'undefined';

/** Equal for expressions that are written alike. */
const spelled = (expr: Expr): string =>
  JSON.stringify(expr, (key, value: unknown) => (key === 'at' ? undefined : value));
