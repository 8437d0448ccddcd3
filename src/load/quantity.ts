/** Counts, rates and durations as expressions over named symbols. Every operation keeps order, so intervals pass through it. */
export type Quantity =
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'symbol'; readonly name: string }
  | { readonly kind: 'sum'; readonly terms: readonly Quantity[] }
  | { readonly kind: 'product'; readonly factors: readonly Quantity[] }
  /** `of / by`, rounded up: pages of a collection, chunks of a list. */
  | { readonly kind: 'quotient'; readonly of: Quantity; readonly by: Quantity }
  /** `of / by` as it is: durations and rates. */
  | { readonly kind: 'ratio'; readonly of: Quantity; readonly by: Quantity }
  | { readonly kind: 'minimum'; readonly of: readonly Quantity[] }
  | { readonly kind: 'maximum'; readonly of: readonly Quantity[] }
  /** Anything from `least` to `most`: early exits and branches. The expected value is `most`. */
  | { readonly kind: 'between'; readonly least: Quantity; readonly most: Quantity };

/** A closed interval; `high` may be Infinity. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** What a symbol stands for while a term is evaluated. */
export type Environment = (symbol: string) => Interval;

export const constant = (value: number): Quantity => ({ kind: 'constant', value });
export const symbol = (name: string): Quantity => ({ kind: 'symbol', name });
export const product = (...factors: Quantity[]): Quantity => ({ kind: 'product', factors });
export const sum = (...terms: Quantity[]): Quantity => ({ kind: 'sum', terms });
export const quotient = (of: Quantity, by: Quantity): Quantity => ({ kind: 'quotient', of, by });
export const ratio = (of: Quantity, by: Quantity): Quantity => ({ kind: 'ratio', of, by });
export const between = (least: Quantity, most: Quantity): Quantity => ({ kind: 'between', least, most });
/** From one number to another. */
export const within = (least: number, most: number): Quantity => between(constant(least), constant(most));
export const anyNumber = within(0, Infinity);

/** The value of a constant expression, else undefined. */
export function constantValue(quantity: Quantity): number | undefined {
  if (symbolsOf(quantity).size > 0) return undefined;
  const { low, high } = intervalOf(quantity, () => ({ low: NaN, high: NaN }));
  return low === high ? low : undefined;
}

/** The interval of a quantity that can't be negative: counts and durations. */
export function countOf(quantity: Quantity, environment: Environment): Interval {
  const { low, high } = intervalOf(quantity, environment);
  return { low: Math.max(0, low), high: Math.max(0, high) };
}

export function intervalOf(quantity: Quantity, environment: Environment): Interval {
  const of = (part: Quantity): Interval => intervalOf(part, environment);
  switch (quantity.kind) {
    case 'constant':
      return { low: quantity.value, high: quantity.value };
    case 'symbol':
      return environment(quantity.name);
    case 'sum':
      return quantity.terms.map(of).reduce(plus, { low: 0, high: 0 });
    case 'product':
      return quantity.factors.map(of).reduce(times, { low: 1, high: 1 });
    case 'quotient': {
      const { low, high } = divided(of(quantity.of), of(quantity.by));
      return { low: roundedUp(low), high: roundedUp(high) };
    }
    case 'ratio':
      return divided(of(quantity.of), of(quantity.by));
    case 'minimum':
      return fold(quantity.of.map(of), Math.min);
    case 'maximum':
      return fold(quantity.of.map(of), Math.max);
    case 'between':
      return { low: Math.min(of(quantity.least).low, of(quantity.most).low), high: of(quantity.most).high };
  }
}

/** Names of the symbols that occur in a quantity. */
export function symbolsOf(quantity: Quantity, into: Set<string> = new Set()): Set<string> {
  switch (quantity.kind) {
    case 'constant':
      break;
    case 'symbol':
      into.add(quantity.name);
      break;
    case 'sum':
      for (const part of quantity.terms) symbolsOf(part, into);
      break;
    case 'product':
      for (const part of quantity.factors) symbolsOf(part, into);
      break;
    case 'quotient':
    case 'ratio':
      symbolsOf(quantity.of, into);
      symbolsOf(quantity.by, into);
      break;
    case 'minimum':
    case 'maximum':
      for (const part of quantity.of) symbolsOf(part, into);
      break;
    case 'between':
      symbolsOf(quantity.least, into);
      symbolsOf(quantity.most, into);
      break;
  }
  return into;
}

const plus = (a: Interval, b: Interval): Interval => ({ low: a.low + b.low, high: a.high + b.high });

const times = (a: Interval, b: Interval): Interval => ({
  low: multiply(a.low, b.low),
  high: multiply(a.high, b.high),
});

/** Nothing times anything is nothing, even times an unbounded count. */
export const multiply = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : a * b);

/** Rounding up must not be moved by the last bit of a division. */
const roundedUp = (value: number): number => Math.ceil(value - 1e-9);

function divided(of: Interval, by: Interval): Interval {
  const low = by.high === Infinity ? 0 : of.low / Math.max(by.high, 1e-9);
  return { low, high: of.high === Infinity ? Infinity : of.high / Math.max(by.low, 1e-9) };
}

function fold(parts: readonly Interval[], pick: (...values: number[]) => number): Interval {
  return { low: pick(...parts.map((part) => part.low)), high: pick(...parts.map((part) => part.high)) };
}
