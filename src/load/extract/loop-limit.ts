import type { At, Expr } from '../../model/module-summary.js';
import { partsIn, valuesIn } from '../../values/sub-expressions.js';
import type { Activation } from '../../values/value.js';
import { constant, constantValue, sum, type Quantity } from '../quantity.js';
import { goesOn } from './deadlines.js';
import type { LoopFrame } from './loop-count.js';
import { numberOf } from './numbers.js';
import type { Reader } from './reader.js';
import { isRefilled, isSame } from './shared-drains.js';
import { isSteps } from './steady-loops.js';

/** What is asked of another round, or before one is begun. */
interface Asked {
  readonly condition: Expr;
  readonly holds: boolean;
  readonly isBefore: boolean;
}

/**
 * The number that a counter is compared with: `while (page <= 10)`, `while (left-- > 0)`, or in each round that another
 * one follows: `if (++attempt >= 5) throw error`.
 */
export function limitIn(reader: Reader, frame: LoopFrame, activation: Activation): Quantity | undefined {
  const { tests } = activation.module;
  const head = conditionsOf(frame, activation).map((condition) => {
    return { condition, holds: true, isBefore: frame.loop !== 'do-while' };
  });
  const decided = Object.entries(goesOn(frame)).flatMap(([test, branch]) => {
    const summary = tests[test];
    const holds = branch === 'then';
    return summary?.kind === 'condition'
      ? partsOf(summary.condition, holds).map((condition) => ({ condition, holds, isBefore: false }))
      : [];
  });
  const limits = [...head, ...decided].flatMap((asked) => roundsTo(reader, frame, activation, asked) ?? []);
  const [limit, ...others] = limits;
  const least = limit && others.length > 0 ? ({ kind: 'minimum', of: limits } as const) : limit;
  const isOnceAtLeast = least && frame.loop === 'do-while';
  return isOnceAtLeast ? { kind: 'maximum', of: [constant(1), least] } : least;
}

/** What a loop's own head asks: all of it must hold for another round. */
export function conditionsOf({ bound, at }: LoopFrame, { module }: Activation): readonly Expr[] {
  if (bound?.kind !== 'condition') return [];
  return Object.values(module.tests).flatMap((test) => {
    if (test.kind !== 'condition' || test.text !== bound.text) return [];
    const place = placeOf(test.condition);
    return place && place[0] >= at[0] && place[1] <= at[1] ? partsOf(test.condition, true) : [];
  });
}

const placeOf = (expr: Expr): At | undefined =>
  'at' in expr && expr.at
    ? expr.at
    : partsIn(expr)
        .map(placeOf)
        .find((at) => at);

/** What surely holds, or doesn't, where all of something does: `a && b`, or not `a || b`. */
function partsOf(expr: Expr, holds: boolean): readonly Expr[] {
  const isSplit = holds ? expr.kind === 'and' : expr.kind === 'default' && expr.operator === '||';
  return isSplit ? valuesIn(expr).flatMap((part) => partsOf(part, holds)) : [expr];
}

/** `list.length`, of a list to which the loop adds. */
export const isOfRefilled = (frame: LoopFrame, activation: Activation, end: Expr | undefined): boolean =>
  end?.kind === 'member' && isRefilled(activation, frame, isSame(end.object));

const opposites: Readonly<Record<string, string>> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' };

function roundsTo(
  reader: Reader,
  frame: LoopFrame,
  activation: Activation,
  { condition, holds, isBefore }: Asked,
): Quantity | undefined {
  const [compared, to] = condition.kind === 'operator' ? condition.operands : [condition];
  const stated = condition.kind === 'operator' ? condition.operator : '>';
  const operator = holds ? stated : opposites[stated];
  if (compared === undefined || operator === undefined || !(operator in opposites)) return undefined;
  if (condition.kind !== 'reference' && (to === undefined || isOfRefilled(frame, activation, to)))
    return undefined;
  const counter = counterIn(frame, activation, compared, isBefore);
  const isDown = operator.startsWith('>');
  const from = counter && startOf(reader, frame, counter.head, activation, isDown ? 'down' : 'up');
  const end = to ? numberOf(reader, to, activation) : constant(0);
  if (from === undefined || end === undefined) return undefined;
  // Asked in a round, it has been counted for that round, or one more follows.
  const more = (operator.endsWith('=') ? 1 : 0) + (!isBefore && !counter?.isCounted ? 1 : 0);
  if (!isDown) return more === from ? end : sum(end, constant(more - from));
  const last = constantValue(end);
  return last === undefined ? undefined : constant(from - last + more);
}

/** The version at the loop's head of a variable that a condition compares, and whether the round has counted it before. */
function counterIn(
  { test }: LoopFrame,
  { module }: Activation,
  compared: Expr,
  isBefore: boolean,
): { readonly head: Expr; readonly isCounted: boolean } | undefined {
  let at: Expr | undefined = compared;
  for (let hops = 0; at !== undefined && hops < 8; hops++) {
    const value: Expr | undefined = at.kind === 'reference' ? module.bindings[at.binding]?.value : at;
    if (value?.kind === 'choice' && value.test === `${test}:head`)
      return { head: at, isCounted: at !== compared };
    if (isBefore) return undefined;
    at = value?.kind === 'plus' ? value.left : value?.kind === 'operator' ? value.operands[0] : undefined;
  }
  return undefined;
}

/** What a variable of a loop starts with, where each round only adds a whole number to it, or takes one off. */
function startOf(
  reader: Reader,
  frame: LoopFrame,
  expr: Expr,
  activation: Activation,
  way: 'up' | 'down',
): number | undefined {
  if (expr.kind !== 'reference') return undefined;
  const { module } = activation;
  const head = module.bindings[expr.binding]?.value;
  if (head?.kind !== 'choice') return undefined;
  const first = head.options.find(({ branch }) => branch === 'first')?.value;
  const again = head.options.find(({ branch }) => branch === 'again')?.value;
  if (first === undefined || again === undefined) return undefined;
  if (!isSteps(module, whereHeadHolds(frame, activation, again), expr.binding, way)) return undefined;
  const from = numberOf(reader, first, activation);
  return from && constantValue(from);
}

/** `while (!done && n++ < 5)`: where it goes on, it has counted. */
function whereHeadHolds(frame: LoopFrame, activation: Activation, again: Expr): Expr {
  const { bindings, tests } = activation.module;
  const held = new Set(conditionsOf(frame, activation).map((condition) => JSON.stringify(condition)));
  let last = again;
  for (let hops = 0; hops < 8; hops++) {
    const test = last.kind === 'choice' ? tests[last.test] : undefined;
    const isHeld = test?.kind === 'condition' && held.has(JSON.stringify(test.condition));
    const next: Expr | undefined =
      last.kind === 'reference'
        ? bindings[last.binding]?.value
        : last.kind === 'choice' && isHeld
          ? last.options.find(({ branch }) => branch === 'then')?.value
          : undefined;
    if (next === undefined) break;
    last = next;
  }
  return last;
}
