import type { Expr, ModuleSummary } from '../../model/module-summary.js';
import type { Activation, Lazy, Value } from '../../values/value.js';
import { textOf } from '../../values/value.js';
import { durationOf } from '../duration.js';
import type { Quantity } from '../quantity.js';
import {
  between,
  constant,
  constantValue,
  countOf,
  product,
  quotient,
  ratio,
  sum,
  symbolsOf,
  within,
} from '../quantity.js';
import { lengthOf } from './lengths.js';
import { forced, placeIn, valuesOf, type Reader } from './reader.js';
import { wordsOf } from './words.js';

/** The number that values are, where all of them are numbers; several become a range. */
export function numberIn(values: readonly Value[]): Quantity | undefined {
  const numbers = values.map(numeric);
  if (numbers.length === 0 || numbers.some((n) => n === undefined)) return undefined;
  const known = numbers.filter((n) => n !== undefined);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  return low === high ? constant(low) : within(low, high);
}

function numeric(value: Value): number | undefined {
  if (value.kind === 'number') return Number.isNaN(value.value) ? undefined : value.value;
  const text = value.kind === 'string' ? textOf(value) : undefined;
  return text !== undefined && /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
}

/** The number that an expression is: known, or made of lengths and symbols; undefined when nothing is known. */
export function numberOf(reader: Reader, expr: Expr, activation: Activation): Quantity | undefined {
  return numberIn(valuesOf(reader, expr, activation)) ?? composed(reader, expr, activation);
}

function composed(reader: Reader, expr: Expr, activation: Activation): Quantity | undefined {
  const { module } = activation;
  const of = (part: Expr | undefined): Quantity | undefined => part && numberOf(reader, part, activation);
  switch (expr.kind) {
    case 'member':
      return expr.key.kind === 'literal' && ['length', 'size'].includes(String(expr.key.value))
        ? lengthOf(reader, expr.object, activation)
        : undefined;
    case 'plus': {
      const [left, right] = [of(expr.left), of(expr.right)];
      return left && right && sum(left, right);
    }
    case 'operator': {
      const [left, right] = expr.operands.map(of);
      if (left === undefined || right === undefined) return undefined;
      if (expr.operator === '*') return product(left, right);
      if (expr.operator === '/') return ratio(left, right);
      if (expr.operator === '**') return power(left, right);
      if (expr.operator === '-') {
        const value = constantValue(right);
        return value === undefined ? between(constant(0), left) : sum(left, constant(-value));
      }
      return undefined;
    }
    case 'call': {
      const call = module.calls[expr.call];
      const name = call ? wordsOf(call.callee, module) : '';
      const args = call?.args.map(({ value }) => value) ?? [];
      const parts = args.map(of);
      const known = parts.filter((part) => part !== undefined);
      if (name === 'Math.random') return randomShare(reader, expr, module);
      if (name === 'Math.pow' && parts[0] && parts[1]) return power(parts[0], parts[1]);
      if (name === 'Math.min' && known.length > 0) {
        const most: Quantity = { kind: 'minimum', of: known };
        return known.length === args.length ? most : between(constant(0), most);
      }
      if (name === 'Math.max' && known.length === args.length && known.length > 0)
        return { kind: 'maximum', of: known };
      const [only] = known;
      if (only === undefined || args.length !== 1) return undefined;
      if (name === 'Math.ceil') return only.kind === 'ratio' ? quotient(only.of, only.by) : only;
      return /^(?:Math\.(?:floor|round|trunc)|Number|parseInt)$/.test(name) ? only : undefined;
    }
    case 'reference': {
      const value = module.bindings[expr.binding]?.value;
      if (value?.kind === 'choice') return counterIn(reader, value.test, activation);
      if (value === undefined || !['member', 'call', 'operator', 'plus', 'reference'].includes(value.kind))
        return value?.kind === 'parameter' ? composed(reader, value, activation) : undefined;
      return composed(reader, value, activation);
    }
    case 'parameter': {
      const given = argumentOf(activation, expr.fn, expr.index);
      return given && composed(reader, given.expr, given.activation);
    }
    case 'await':
    case 'type-cast':
      return composed(reader, expr.value, activation);
    case 'default':
      return undefined;
    default:
      return undefined;
  }
}

/** `Math.random()`: anything from 0 to 1, and in the middle on the average. */
function randomShare(
  reader: Reader,
  { at }: Extract<Expr, { kind: 'call' }>,
  module: ModuleSummary,
): Quantity {
  const known = { min: 0, expected: 0.5, max: 1, source: 'code' as const };
  const [name, place] = ['Math.random()', placeIn(module, at)];
  return reader.book.use({ name, unit: 'count', least: 0, file: module.file, at: at[0], place, known });
}

/** A power of known numbers, or of known ranges. */
function power(base: Quantity, exponent: Quantity): Quantity | undefined {
  if (symbolsOf(base).size > 0 || symbolsOf(exponent).size > 0) return undefined;
  const none = (): { low: number; high: number } => ({ low: 0, high: 0 });
  const [b, e] = [countOf(base, none), countOf(exponent, none)];
  return within(b.low ** e.low, b.high ** e.high);
}

/** The values of a variable that a loop counts: `for (let attempt = 0; attempt < 3; attempt++)`. */
function counterIn(reader: Reader, test: string, activation: Activation): Quantity | undefined {
  for (const { frames } of activation.module.calls) {
    const frame = frames.find((f) => f.kind === 'loop' && test === `${f.test}:head`);
    if (frame?.kind !== 'loop' || frame.bound?.kind !== 'counter') continue;
    const { from, to, operator } = frame.bound;
    const [first, end] = [from, to].map((expr) => numberIn(valuesOf(reader, expr, activation)));
    const start = first ? constantValue(first) : from.kind === 'reference' ? 0 : undefined;
    const last = end && constantValue(end);
    if (start === undefined || last === undefined || !operator.startsWith('<')) return undefined;
    return within(start, operator === '<=' ? last : last - 1);
  }
  return undefined;
}

/** What the caller wrote for a parameter. */
export function argumentOf(
  activation: Activation,
  fn: number,
  index: number,
): Extract<Lazy, { kind: 'expr' }> | undefined {
  for (let a: Activation | undefined = activation; a; a = a.parent) {
    if (a.fn !== fn) continue;
    const given = a.args?.[index];
    return given && !given.spread && given.value.kind === 'expr' ? given.value : undefined;
  }
  return undefined;
}

/** The symbol for a number that the code doesn't give, named as it is written; a default in the code is what is expected. */
export function unknownNumber(
  reader: Reader,
  expr: Expr,
  activation: Activation,
  name: string,
  unit: 'count' | 'per-minute' | 'milliseconds' = 'count',
): Quantity {
  const { module } = activation;
  const stated = defaultIn(reader, expr, activation);
  return reader.book.use({
    name,
    unit,
    least: 0,
    file: module.file,
    at: 'at' in expr ? expr.at[0] : 0,
    place: placeIn(module, 'at' in expr ? expr.at : [0, 0]),
    ...(stated !== undefined && { known: { expected: stated, source: 'code' as const } }),
  });
}

/** `process.env.N ?? 5`: the number that holds when nobody sets another. */
function defaultIn(reader: Reader, expr: Expr, activation: Activation): number | undefined {
  const numbers = valuesOf(reader, expr, activation)
    .map(numeric)
    .filter((n) => n !== undefined);
  const [only, ...rest] = [...new Set(numbers)];
  return rest.length === 0 ? only : undefined;
}

/** A number of milliseconds: a number, or words such as `5 minutes`. */
export function durationIn(reader: Reader, lazy: Lazy): Quantity | undefined {
  const values = forced(reader, lazy);
  const number = numberIn(values);
  if (number) return number;
  if (lazy.kind === 'expr') {
    const made = numberOf(reader, lazy.expr, lazy.activation);
    if (made) return made;
  }
  const durations = values.map((value) => {
    const text = value.kind === 'string' ? textOf(value) : undefined;
    return text === undefined ? undefined : durationOf(text);
  });
  const [first] = durations;
  return first !== undefined && durations.every((d) => d === first) ? constant(first) : undefined;
}
