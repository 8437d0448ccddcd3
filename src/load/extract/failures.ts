import type { Expr, TestId } from '../../model/module-summary.js';
import type { Activation } from '../../values/value.js';
import { constantValue } from '../quantity.js';
import { testOffset } from './module-variables.js';
import { numberOf } from './numbers.js';
import { deepest, enteredBy, heldBy, isInBody, isThere, surelyHeldBy } from './presence.js';
import { blockAt, mayThrowWhenWell } from './throwing.js';
import type { Walker } from './walker.js';

type Way = 'then' | 'else';
const opposite = (way: Way | undefined): Way | undefined => way && (way === 'then' ? 'else' : 'then');

/** Whether a decision goes a way that it only goes when a request has failed. */
export function isFailing(
  w: Walker,
  test: TestId,
  branch: string,
  activation: Activation,
  depth = 0,
): boolean {
  if (depth > deepest) return false;
  const summary = activation.module.tests[test];
  if (summary === undefined) {
    const block = branch === 'catch' ? blockAt(activation, testOffset(test) ?? Infinity) : undefined;
    return block !== undefined && !mayThrowWhenWell(w, activation, block, depth + 1);
  }
  if (summary.kind === 'condition') return failingWay(w, summary.condition, activation, depth) === branch;
  const labels = summary.cases[branch] ?? [];
  const isRefused = (label: Expr): boolean => isRefusal(statusIn(w, label, activation));
  return isStatus(w, summary.discriminant, activation) && labels.length > 0 && labels.every(isRefused);
}

/** Whether a decision goes a way that it always goes when a server is well: `if (!response.ok) throw …` has come by. */
export const isWell = (w: Walker, test: TestId, branch: string, activation: Activation): boolean =>
  branch !== 'catch' && isFailing(w, test, branch === 'then' ? 'else' : 'then', activation);

/** Whether a decision goes a way that it goes neither where all is well nor where who asks is known: after a 401. */
export function isRefused(w: Walker, test: TestId, branch: string, activation: Activation): boolean {
  if (isFailing(w, test, branch, activation)) return true;
  const summary = activation.module.tests[test];
  return summary?.kind === 'condition' && branch === 'then' && asksWho(w, summary.condition, activation);
}

/** `response.status === 401`, or more than that. */
function asksWho(w: Walker, expr: Expr, activation: Activation): boolean {
  if (expr.kind === 'and') return [expr.left, expr.right].some((part) => asksWho(w, part, activation));
  if (expr.kind !== 'operator' || !/^={2,3}$/.test(expr.operator)) return false;
  const [left, right] = expr.operands;
  if (left === undefined || right === undefined) return false;
  return isStatus(w, left, activation) && statusIn(w, right, activation) === 401;
}

/** The way that a decision only goes when a request has failed; undefined where a server that is well may lead to both. */
export function failingWay(w: Walker, expr: Expr, activation: Activation, depth = 0): Way | undefined {
  if (depth > deepest) return undefined;
  const of = (one: Expr): Way | undefined => failingWay(w, one, activation, depth + 1);
  if (
    isError(expr, activation) &&
    !isComputed(w, expr, activation, depth + 1) &&
    !isSaid(w, expr, activation)
  )
    return 'then';
  if (isThere(w, { expr, activation }, false, depth + 1)) return 'else';
  switch (expr.kind) {
    case 'await':
    case 'type-cast':
      return of(expr.value);
    case 'and':
      return ofBoth(of(expr.left), of(expr.right), 'then');
    case 'default':
      return expr.operator === '||' ? ofBoth(of(expr.left), of(expr.right), 'else') : undefined;
    case 'operator':
      return ofOperator(w, expr, activation, of);
    case 'call': {
      if (isListed(w, expr.call, activation)) return 'then';
      const [target, ...others] = enteredBy(w, { expr, activation });
      const [only, ...more] = target?.summary.returns ?? [];
      return target && only && others.length + more.length === 0
        ? failingWay(w, only.value, target, depth + 1)
        : undefined;
    }
    default: {
      const held = surelyHeldBy({ expr, activation });
      return held && failingWay(w, held.expr, held.activation, depth + 1);
    }
  }
}

/** Of two decisions one is enough to go a way, and both are needed to go the other. */
const ofBoth = (left: Way | undefined, right: Way | undefined, either: Way): Way | undefined =>
  left === either || right === either ? either : left === right ? left : undefined;

function ofOperator(
  w: Walker,
  { operator, operands }: Extract<Expr, { kind: 'operator' }>,
  activation: Activation,
  of: (expr: Expr) => Way | undefined,
): Way | undefined {
  const [left, right] = operands;
  if (left === undefined) return undefined;
  if (operator === '!') return opposite(of(left));
  if (right === undefined) return undefined;
  if (/^!==?$/.test(operator))
    return opposite(
      ofOperator(w, { kind: 'operator', operator: '===', operands, at: [0, 0] }, activation, of),
    );
  const status = isStatus(w, left, activation) ? statusIn(w, right, activation) : undefined;
  if (/^={2,3}$/.test(operator)) {
    if (right.kind === 'undefined' || (right.kind === 'literal' && right.value === null))
      return opposite(of(left));
    if (right.kind === 'literal' && typeof right.value === 'boolean')
      return right.value ? of(left) : opposite(of(left));
    return isRefusal(status) ? 'then' : undefined;
  }
  if (status === undefined) return undefined;
  if (/^>=?$/.test(operator)) return status >= 299 ? 'then' : undefined;
  return /^<=?$/.test(operator) && status >= 299 && status <= 500 ? 'else' : undefined;
}

/** A status of a response, not of what its body tells of. */
const isStatus = (w: Walker, expr: Expr, activation: Activation): boolean =>
  expr.kind === 'member' &&
  expr.key.kind === 'literal' &&
  /^status(?:Code)?$/.test(String(expr.key.value)) &&
  !isSaid(w, expr.object, activation);

/** Whether the body of an answer says it, which a server does that is well. */
const isSaid = (w: Walker, expr: Expr, activation: Activation): boolean =>
  w.isTrusting !== true && isInBody(w, { expr, activation });

function statusIn(w: Walker, expr: Expr, activation: Activation): number | undefined {
  const number = numberOf(w, expr, activation);
  const value = number && constantValue(number);
  return value !== undefined && value >= 100 && value < 600 ? value : undefined;
}

/** Statuses of a server that doesn't do what it is asked for now: of all others it may be well. */
const isRefusal = (status: number | undefined): boolean =>
  status !== undefined && (status === 408 || status === 429 || status >= 500);

/** `[429, 503].includes(response.status)`. */
function isListed(w: Walker, index: number, activation: Activation): boolean {
  const { callee, args } = activation.module.calls[index] ?? {};
  if (callee?.kind !== 'member' || callee.key.kind !== 'literal' || callee.key.value !== 'includes')
    return false;
  const [asked] = args ?? [];
  const list =
    callee.object.kind === 'array' ? callee.object : heldBy({ expr: callee.object, activation })?.expr;
  return (
    asked !== undefined &&
    isStatus(w, asked.value, activation) &&
    list?.kind === 'array' &&
    list.items.every(({ value }) => isRefusal(statusIn(w, value, activation)))
  );
}

const errorWords = /^(?:last)?_?(?:err|errors?|exception)$|^(?:is|has)Errors?$/i;

/** What people call what has gone wrong. */
function isError(expr: Expr, { module }: Activation): boolean {
  const name =
    expr.kind === 'reference'
      ? module.bindings[expr.binding]?.name
      : expr.kind === 'member' && expr.key.kind === 'literal'
        ? String(expr.key.value)
        : undefined;
  return name !== undefined && errorWords.test(name);
}

/** Whether the code itself says what a variable is, whatever it is called: `const hasErrors = list.length === 0`. */
function isComputed(w: Walker, expr: Expr, activation: Activation, depth: number): boolean {
  if (depth > deepest) return false;
  const { bindings, tests } = activation.module;
  const of = (one: Expr): boolean => isComputed(w, one, activation, depth + 1);
  switch (expr.kind) {
    case 'operator':
    case 'concat':
      return true;
    case 'reference': {
      const value = bindings[expr.binding]?.value;
      return value !== undefined && of(value);
    }
    case 'choice':
      return expr.options.some(({ value, branch }) =>
        tests[expr.test] === undefined || !isThere(w, { expr: value, activation })
          ? of(value)
          : !isFailing(w, expr.test, branch, activation, depth + 1),
      );
    default:
      return false;
  }
}
