import type { Quantity } from './quantity.js';
import { constant, constantValue, product, symbolsOf } from './quantity.js';
import type { Term } from './term.js';

/** What adds up to the requests of a window: a number times factors that are not known. */
export interface Summand {
  readonly coefficient: number;
  /** As people read them, sorted. */
  readonly factors: readonly string[];
}

/** How often each selected call of a term runs, as products of the counts around it. */
export function countsOf(
  term: Term,
  selects: (request: number) => boolean,
  around: readonly Quantity[] = [],
): Quantity[] {
  switch (term.kind) {
    case 'call':
      return selects(term.request) ? [product(...around)] : [];
    case 'delay':
    case 'on-failure':
    case 'unknown':
      return [];
    case 'sequence':
      return term.steps.flatMap((step) => countsOf(step, selects, around));
    case 'parallel':
      return term.branches.flatMap((branch) => countsOf(branch, selects, around));
    case 'alternative':
      return term.options.flatMap((option) => countsOf(option, selects, around));
    case 'limited':
    case 'retry':
    case 'background':
      return countsOf(term.body, selects, around);
    default:
      return countsOf(term.body, selects, [...around, term.count]);
  }
}

/** A product as a number and what remains, with known symbols replaced by their values. */
export function summandOf(quantity: Quantity, known: (symbol: string) => number | undefined): Summand {
  let coefficient = 1;
  const factors: string[] = [];
  for (const factor of flattened(quantity)) {
    const settled = substituted(factor, known);
    const value = constantValue(settled);
    if (value === undefined) factors.push(textOf(settled));
    else coefficient *= value;
  }
  return { coefficient, factors: factors.sort() };
}

const flattened = (quantity: Quantity): readonly Quantity[] =>
  quantity.kind === 'product' ? quantity.factors.flatMap(flattened) : [quantity];

function substituted(quantity: Quantity, known: (symbol: string) => number | undefined): Quantity {
  const of = (part: Quantity): Quantity => substituted(part, known);
  switch (quantity.kind) {
    case 'constant':
      return quantity;
    case 'symbol': {
      const value = known(quantity.name);
      return value === undefined ? quantity : constant(value);
    }
    case 'sum':
      return { kind: 'sum', terms: quantity.terms.map(of) };
    case 'product':
      return { kind: 'product', factors: quantity.factors.map(of) };
    case 'quotient':
    case 'ratio':
      return { kind: quantity.kind, of: of(quantity.of), by: of(quantity.by) };
    case 'minimum':
    case 'maximum':
      return { kind: quantity.kind, of: quantity.of.map(of) };
    case 'between':
      return of(quantity.most);
  }
}

/** As people write it. */
export function textOf(quantity: Quantity): string {
  const value = constantValue(quantity);
  if (value !== undefined) return String(value);
  switch (quantity.kind) {
    case 'constant':
      return String(quantity.value);
    case 'symbol':
      return quantity.name;
    case 'sum':
      return `(${quantity.terms.map(textOf).join(' + ')})`;
    case 'product':
      return quantity.factors.length === 0 ? '1' : quantity.factors.map(textOf).join(' * ');
    case 'quotient':
      return `ceil(${textOf(quantity.of)} / ${textOf(quantity.by)})`;
    case 'ratio':
      return `(${textOf(quantity.of)} / ${textOf(quantity.by)})`;
    case 'minimum':
    case 'maximum':
      return `${quantity.kind === 'minimum' ? 'min' : 'max'}(${quantity.of.map(textOf).join(', ')})`;
    case 'between':
      return textOf(quantity.most);
  }
}

/**
 * `users.length * pages <= 1000` from summands and a quota; undefined when nothing in it is unknown.
 * `product` is the largest safe value of the only product, where it is known better than by division.
 */
export function inequalityOf(
  summands: readonly Summand[],
  quota: number,
  largestProduct?: number,
): string | undefined {
  const joined = new Map<string, number>();
  let fixed = 0;
  for (const { coefficient, factors } of summands) {
    if (factors.length === 0) fixed += coefficient;
    else joined.set(factors.join(' * '), (joined.get(factors.join(' * ')) ?? 0) + coefficient);
  }
  const parts = [...joined].filter(([, coefficient]) => coefficient > 0).sort(([a], [b]) => (a < b ? -1 : 1));
  const [only, ...rest] = parts;
  if (only === undefined) return undefined;
  const room = Math.max(0, quota - fixed);
  if (rest.length === 0) {
    const [text, coefficient] = only;
    return `${text} <= ${trimmed(largestProduct ?? Math.floor(room / coefficient + 1e-9))}`;
  }
  const sum = parts.map(([text, coefficient]) =>
    coefficient === 1 ? text : `${trimmed(coefficient)} * ${text}`,
  );
  return `${sum.join(' + ')} <= ${trimmed(room)}`;
}

const trimmed = (value: number): string => String(Number(value.toFixed(3)));

/** Whether a quantity is a plain product of symbols and numbers. */
export const isPlainProduct = (quantity: Quantity): boolean =>
  flattened(quantity).every((factor) => factor.kind === 'symbol' || symbolsOf(factor).size === 0);
