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
    case 'idle':
    case 'unknown':
      return [];
    case 'sequence':
      return term.steps.flatMap((step) => countsOf(step, selects, around));
    case 'parallel':
    case 'race':
      return term.branches.flatMap((branch) => countsOf(branch, selects, around));
    case 'alternative':
      return term.options.flatMap((option) => countsOf(option, selects, around));
    case 'limited':
    case 'retry':
    case 'step':
    case 'background':
    case 'on-failure':
    case 'unexpected':
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
      return summed(quantity.terms.map(of));
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

/** A sum with all its numbers as one, behind the rest. */
function summed(terms: readonly Quantity[]): Quantity {
  const parts = terms.flatMap((term) => (term.kind === 'sum' ? term.terms : [term]));
  const open = parts.filter((part) => constantValue(part) === undefined);
  const known = parts.reduce((total, part) => total + (constantValue(part) ?? 0), 0);
  const all = known === 0 && open.length > 0 ? open : [...open, constant(known)];
  const [only] = all;
  return only && all.length === 1 ? only : { kind: 'sum', terms: all };
}

/** As people write it: the most that it can be, with what is known worked out. */
export const textOf = (quantity: Quantity): string => printed(substituted(quantity, () => undefined));

function printed(quantity: Quantity): string {
  const value = constantValue(quantity);
  if (value !== undefined) return String(value);
  switch (quantity.kind) {
    case 'constant':
      return String(quantity.value);
    case 'symbol':
      return quantity.name;
    case 'sum':
      return `(${quantity.terms.map(printed).join(' + ').replaceAll(' + -', ' - ')})`;
    case 'product':
      return quantity.factors.length === 0 ? '1' : quantity.factors.map(printed).join(' * ');
    case 'quotient':
      return `ceil(${printed(quantity.of)} / ${printed(quantity.by)})`;
    case 'ratio':
      return `(${printed(quantity.of)} / ${printed(quantity.by)})`;
    case 'minimum':
    case 'maximum':
      return `${quantity.kind === 'minimum' ? 'min' : 'max'}(${quantity.of.map(printed).join(', ')})`;
    case 'between':
      return printed(quantity.most);
  }
}

/** What several unknown values must keep: products of them that add up to no more than a number. */
export interface Inequality {
  /** Sorted by their text, each text once. */
  readonly terms: readonly { readonly text: string; readonly factors: readonly string[] }[];
  readonly most: number;
}

/**
 * `users.length * pages <= 1000` from summands and a quota; undefined when nothing in it is unknown.
 * `product` is the largest safe value of the only product, where it is known better than by division.
 */
export function inequalityOf(
  summands: readonly Summand[],
  quota: number,
  largestProduct?: number,
): Inequality | undefined {
  const joined = new Map<string, Summand>();
  let fixed = 0;
  for (const { coefficient, factors } of summands) {
    const text = factors.join(' * ');
    if (factors.length === 0) fixed += coefficient;
    else joined.set(text, { factors, coefficient: (joined.get(text)?.coefficient ?? 0) + coefficient });
  }
  const parts = [...joined]
    .filter(([, { coefficient }]) => coefficient > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const [only, ...rest] = parts;
  if (only === undefined) return undefined;
  const room = Math.max(0, quota - fixed);
  if (rest.length === 0) {
    const [text, { coefficient, factors }] = only;
    return { terms: [{ text, factors }], most: largestProduct ?? Math.floor(room / coefficient + 1e-9) };
  }
  const terms = parts.map(([text, { coefficient, factors }]) => ({
    text: coefficient === 1 ? text : `${trimmed(coefficient)} * ${text}`,
    factors,
  }));
  return { terms, most: room };
}

/** Of more terms than this, an inequality that is told for one symbol names only some. */
const mostTerms = 6;

/** As people read it, whole. */
export const wholeText = ({ terms, most }: Inequality): string =>
  `${terms.map(({ text }) => text).join(' + ')} <= ${trimmed(most)}`;

/** As it is told for each symbol: a text of bounded length; undefined where the symbol isn't in it. */
export function textsOf(inequality: Inequality): (symbol: string) => string | undefined {
  const { terms, most } = inequality;
  const isIn = (factors: readonly string[], symbol: string): boolean =>
    factors.some((factor) => factor.includes(symbol));
  if (terms.length <= mostTerms) {
    const text = wholeText(inequality);
    return (symbol) => (terms.some(({ factors }) => isIn(factors, symbol)) ? text : undefined);
  }
  // A plain symbol is found at once: of many terms most are one.
  const first = new Map<string, number>();
  for (const [i, { factors }] of terms.entries())
    for (const factor of factors) if (!first.has(factor)) first.set(factor, i);
  return (symbol) => {
    const at = first.get(symbol) ?? terms.findIndex(({ factors }) => isIn(factors, symbol));
    const own = terms[at];
    if (own === undefined) return undefined;
    const others = terms.slice(0, mostTerms).filter((term) => term !== own);
    const shown = [own, ...others.slice(0, mostTerms - 1)].map(({ text }) => text);
    const left = `(${terms.length - shown.length} more terms)`;
    return `${[...shown, left].join(' + ')} <= ${trimmed(most)}`;
  };
}

const trimmed = (value: number): string => String(Number(value.toFixed(3)));

/** Whether a quantity is a plain product of symbols and numbers. */
export const isPlainProduct = (quantity: Quantity): boolean =>
  flattened(quantity).every((factor) => factor.kind === 'symbol' || symbolsOf(factor).size === 0);
