import type { Expr, TestId } from '../model/module-summary.js';
import { withoutGuard } from './guards.js';
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

const markedEmpty = ({ value, guards }: Alternative, key: string): Alternative => ({
  value: value.kind === 'hole' ? { ...value, mayBeEmpty: true } : value,
  guards: withoutGuard(guards, key),
});

/** Whether a test asks nothing but whether this expression was given: `!id`, `id == null`, `id || id === 0`. */
export function asksWhetherGiven(test: TestId, subject: Expr, { module }: Activation): boolean {
  const summary = module.tests[test];
  return summary?.kind === 'condition' && isAboutPresence(summary.condition, spelled(subject));
}

function isAboutPresence(condition: Expr, subject: string): boolean {
  if (spelled(condition) === subject) return true;
  if (condition.kind === 'default' || condition.kind === 'and')
    return isAboutPresence(condition.left, subject) && isAboutPresence(condition.right, subject);
  if (condition.kind !== 'operator') return false;
  const { operator, operands } = condition;
  if (operator === '!' || operator === 'typeof') return operands.every((o) => isAboutPresence(o, subject));
  if (!/^[!=]==?$/.test(operator)) return false;
  return (
    operands.some((o) => isAboutPresence(o, subject)) &&
    operands.every((o) => isConstant(o) || isAboutPresence(o, subject))
  );
}

const isConstant = ({ kind }: Expr): boolean => kind === 'literal' || kind === 'undefined';

/** Equal for expressions that are written alike. */
const spelled = (expr: Expr): string =>
  JSON.stringify(expr, (key, value: unknown) => (key === 'at' ? undefined : value));
