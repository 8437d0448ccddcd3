import { duration } from '../../model/duration.js';
import type { ReportLoad } from '../../model/report.js';

/** A symbol of the load that no code and no config gives a value. */
export interface StarterSymbol {
  readonly symbol: string;
  /** What is assumed now; undefined when nothing is. */
  readonly now?: number;
  /** The value at which the first limit breaks, other symbols at their expected values; the largest that keeps it, for latency the smallest. */
  readonly breakEven?: { readonly value: number; readonly limit: string };
  /** Where several symbols are unset: what must hold, and for which limit. */
  readonly inequality?: { readonly text: string; readonly limit: string };
}

/** Symbols without a value, and those of which a default is assumed; sorted by name. */
export function starterSymbols(load: readonly ReportLoad[]): readonly StarterSymbol[] {
  const symbols = new Map<string, StarterSymbol>();
  for (const row of load)
    for (const { symbol, value, source } of row.assumptions) {
      if (value !== null && source !== 'default') continue;
      const before = symbols.get(symbol) ?? { symbol, ...(value !== null && { now: value }) };
      symbols.set(symbol, withRow(before, row));
    }
  return [...symbols.values()].sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
}

function withRow(known: StarterSymbol, row: ReportLoad): StarterSymbol {
  const found = row.breakEven.find(({ symbol }) => symbol === known.symbol);
  if (!found) return known;
  const limit = limitWords(row);
  const { value, inequality } = found;
  if (value !== null) return isStricter(known, value) ? { ...known, breakEven: { value, limit } } : known;
  const shorter = inequality !== undefined && inequality.length < (known.inequality?.text.length ?? Infinity);
  return shorter ? { ...known, inequality: { text: inequality, limit } } : known;
}

function isStricter({ symbol, breakEven }: StarterSymbol, value: number): boolean {
  if (!breakEven) return true;
  return isDuration(symbol) ? value > breakEven.value : value < breakEven.value;
}

/** Durations are in milliseconds, in reports and in a config alike. */
export const isDuration = (symbol: string): boolean => symbol === 'latency';

function limitWords(row: ReportLoad): string {
  const of = row.operation ?? row.pathGlob ?? row.account;
  return `${row.limit}${of === undefined ? '' : ` ${of}`}, ${row.quota} in ${duration(row.windowSeconds)}`;
}
