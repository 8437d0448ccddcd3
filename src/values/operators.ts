import type { Expr } from '../model/module-summary.js';
import { flatMap, map, onlyHole } from './alternatives.js';
import { evaluate } from './evaluate.js';
import { holeFor, nameOf } from './holes.js';
import { classChain } from './inheritance.js';
import type { Machine } from './machine.js';
import { leadingText, normalize } from './parts.js';
import { pathOf } from './path-of.js';
import { givesPromise } from './promises.js';
import { foundAbove } from './same-class.js';
import { toParts } from './to-string.js';
import {
  isNullish,
  literalValue,
  sure,
  textOf,
  truthiness,
  type Activation,
  type Alternatives,
  type ExternalValue,
  type Value,
} from './value.js';

/** `a + b` where it isn't sure that one is a string. */
export function plus(m: Machine, left: Value, right: Value, activation: Activation): Value {
  if (left.kind === 'number' && right.kind === 'number')
    return { kind: 'number', value: left.value + right.value };
  if (left.kind === 'hole' && right.kind === 'number') return left;
  if (left.kind === 'number' && right.kind === 'hole') return right;
  return {
    kind: 'string',
    parts: normalize([
      ...toParts(m, left, undefined, activation),
      ...toParts(m, right, undefined, activation),
    ]),
  };
}

type OperatorExpr = Extract<Expr, { kind: 'operator' }>;

export function evaluateOperator(m: Machine, expr: OperatorExpr, activation: Activation): Alternatives {
  const [first, second] = expr.operands;
  if (!first) return sure(holeFor('unsupported-syntax', expr, activation));
  const left = evaluate(m, first, activation);
  const unknown = {
    ...holeFor('runtime', expr, activation),
    name: nameOf(first, activation.module) || 'value',
  };
  if (!second) return map(left, (value) => unary(expr.operator, value) ?? unknown);
  if (expr.operator === '&&') return left;
  const right = evaluate(m, second, activation);
  const compared = flatMap(left, (a) =>
    map(
      right,
      (b) => (expr.operator === 'instanceof' ? isInstance(m, a, b) : binary(expr.operator, a, b)) ?? unknown,
    ),
  );
  const ofPromise = askedOfPromise(expr.operator, second);
  return ofPromise === undefined
    ? compared
    : flatMap(givesPromise(m, first, activation), (is) =>
        is ? sure<Value>({ kind: 'boolean', value: ofPromise }) : compared,
      );
}

/** What a comparison with something that is written out says of a promise. */
function askedOfPromise(operator: string, other: Expr): boolean | undefined {
  if (operator === 'instanceof')
    return other.kind === 'global' && other.name === 'Promise' ? true : undefined;
  if (other.kind !== 'literal' && other.kind !== 'undefined') return undefined;
  return /^[!=]==?$/.test(operator) ? operator.startsWith('!') : undefined;
}

const primitives: ReadonlySet<Value['kind']> = new Set(['string', 'number', 'boolean', 'null', 'undefined']);

/** `a instanceof B`; undefined when the code doesn't say. */
function isInstance(m: Machine, a: Value, b: Value): Value | undefined {
  if (primitives.has(a.kind)) return onlyHole(a) ? undefined : { kind: 'boolean', value: false };
  if (a.kind !== 'instance' || (b.kind !== 'class' && b.kind !== 'function')) return undefined;
  const found = foundAbove(m, a.of, b).length > 0;
  return found || classChain(m, a.of).every((c) => c.kind === 'class' || c.kind === 'function')
    ? { kind: 'boolean', value: found }
    : undefined;
}

function unary(operator: string, value: Value): Value | undefined {
  switch (operator) {
    case '!': {
      const truth = truthiness(value);
      return truth === undefined ? undefined : { kind: 'boolean', value: !truth };
    }
    case '-':
      return value.kind === 'number' ? { kind: 'number', value: -value.value } : undefined;
    case '+': {
      const text = textOf(value);
      return text !== undefined && !Number.isNaN(Number(text))
        ? { kind: 'number', value: Number(text) }
        : undefined;
    }
    case 'typeof': {
      const type = typeOf(value);
      return type === undefined ? undefined : literalValue(type);
    }
    default:
      return undefined;
  }
}

function typeOf(value: Value): string | undefined {
  switch (value.kind) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'undefined':
      return value.kind;
    case 'function':
    case 'class':
    case 'method':
      return 'function';
    case 'hole':
    case 'external':
      return undefined;
    default:
      return 'object';
  }
}

function binary(operator: string, a: Value, b: Value): Value | undefined {
  switch (operator) {
    case '===':
    case '==':
    case '!==':
    case '!=': {
      const same = sameValue(a, b, operator === '==' || operator === '!=');
      return same === undefined
        ? undefined
        : { kind: 'boolean', value: operator.startsWith('!') ? !same : same };
    }
    case 'in': {
      const key = textOf(a);
      if (key === undefined || b.kind !== 'object') return undefined;
      return b.props.has(key)
        ? { kind: 'boolean', value: true }
        : b.open
          ? undefined
          : { kind: 'boolean', value: false };
    }
    default:
      if (a.kind === 'hole' && b.kind === 'number') return compareLeast(operator, a.least, b.value);
      return a.kind === 'number' && b.kind === 'number' ? arithmetic(operator, a.value, b.value) : undefined;
  }
}

/** Compares a number that is at least `least` with another. */
function compareLeast(operator: string, least: number | undefined, other: number): Value | undefined {
  if (least === undefined) return undefined;
  if ((operator === '>' && least > other) || (operator === '>=' && least >= other))
    return { kind: 'boolean', value: true };
  if ((operator === '<' && least >= other) || (operator === '<=' && least > other))
    return { kind: 'boolean', value: false };
  return undefined;
}

function arithmetic(operator: string, a: number, b: number): Value | undefined {
  switch (operator) {
    case '-':
      return { kind: 'number', value: a - b };
    case '*':
      return { kind: 'number', value: a * b };
    case '/':
      return { kind: 'number', value: a / b };
    case '%':
      return { kind: 'number', value: a % b };
    case '**':
      return { kind: 'number', value: a ** b };
    case '<':
      return { kind: 'boolean', value: a < b };
    case '<=':
      return { kind: 'boolean', value: a <= b };
    case '>':
      return { kind: 'boolean', value: a > b };
    case '>=':
      return { kind: 'boolean', value: a >= b };
    case '|':
      return { kind: 'number', value: a | b };
    case '&':
      return { kind: 'number', value: a & b };
    case '<<':
      return { kind: 'number', value: a << b };
    default:
      return undefined;
  }
}

const isBelow = (a: Value, b: Value): boolean =>
  a.kind === 'number' && b.kind === 'hole' && b.least !== undefined && a.value < b.least;

/** `Method.Get` of a package is what it was: the same member of the same module. */
function isOneMember(a: ExternalValue, b: ExternalValue): boolean {
  const path = (steps: ExternalValue['steps']): string | undefined =>
    steps.every(({ kind }) => kind === 'member') ? pathOf(steps) : undefined;
  const own = path(a.steps);
  return (
    own !== undefined && own !== '' && a.module === b.module && a.module !== 'global' && own === path(b.steps)
  );
}

/** Whether two values are equal; undefined when the code doesn't say. */
export function sameValue(a: Value, b: Value, loosely = false): boolean | undefined {
  if (loosely) {
    const [x, y] = [isNullish(a), isNullish(b)];
    if (x === true || y === true) return x === undefined || y === undefined ? undefined : x && y;
  }
  if (isBelow(a, b) || isBelow(b, a)) return false;
  if (a.kind === 'hole' && b.kind === 'hole' && a.lengthOf !== undefined && a.lengthOf === b.lengthOf)
    return true;
  if (a.kind === 'external' && b.kind === 'external' && isOneMember(a, b)) return true;
  if (a.kind === 'hole' || b.kind === 'hole' || a.kind === 'external' || b.kind === 'external')
    return undefined;
  if (a.kind === 'string' && b.kind === 'string') {
    const [s, t] = [textOf(a), textOf(b)];
    if (s !== undefined && t !== undefined) return s === t;
    const [p, q] = [leadingText(a.parts), leadingText(b.parts)];
    const shared = Math.min(p.length, q.length);
    return p.slice(0, shared) === q.slice(0, shared) ? undefined : false;
  }
  if (a.kind !== b.kind) return false;
  if ((a.kind === 'number' || a.kind === 'boolean') && (b.kind === 'number' || b.kind === 'boolean'))
    return a.value === b.value;
  return a.kind === 'null' || a.kind === 'undefined' ? true : undefined;
}
