import type { ReportPlace } from '../model/report.js';
import type { Environment, Interval } from './quantity.js';

export type SymbolUnit = 'count' | 'per-minute' | 'milliseconds';

/** Where a value comes from, strongest first. */
export type ValueSource = 'code' | 'annotation' | 'config' | 'default';

/** What is said of a number; a field that nobody stated is undefined. */
export interface Statement {
  readonly min?: number | undefined;
  readonly expected?: number | undefined;
  readonly max?: number | undefined;
}

/** A number that the code alone may not say: a collection's length, an event rate, the latency. */
export interface LoadSymbol {
  readonly name: string;
  readonly unit: SymbolUnit;
  /** Other names under which a config may state it. */
  readonly aliases?: readonly string[];
  /** The least value that makes sense: 0, or 1 where a loop body runs at least once. */
  readonly least: number;
  /** What the code or an annotation says of it. */
  readonly known?: Statement & { readonly source: 'code' | 'annotation' };
  readonly at?: ReportPlace;
}

/** A symbol with all that is known of its value. */
export interface SymbolValue extends Statement {
  readonly symbol: LoadSymbol;
  /** Where the expected value comes from, else the maximum; undefined when nothing is known. */
  readonly source?: ValueSource | undefined;
}

export type SymbolTable = ReadonlyMap<string, SymbolValue>;

/** Symbols that every program has. */
export const commonSymbols: readonly LoadSymbol[] = [
  { name: 'latency', unit: 'milliseconds', least: 0 },
  { name: 'replicas', unit: 'count', least: 1 },
];

/** Values that hold when nobody says otherwise; each is shown as an assumption. */
const defaults: Readonly<Record<string, Statement>> = {
  latency: { min: 20, expected: 100, max: 1000 },
  replicas: { min: 1, expected: 1, max: 1 },
};

/** Assumptions of the config that belong to no symbol of the program. Keys with `*` fit any symbol that they match. */
export function unusedAssumptions(
  symbols: readonly LoadSymbol[],
  assume: Readonly<Record<string, Statement>>,
): string[] {
  const names = [...commonSymbols, ...symbols].flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  return Object.keys(assume).filter((key) => !names.some((name) => key === name || fits(key, name)));
}

/**
 * The value of every symbol: what the code says, then annotations, then the config's exact key, then its
 * most specific key with `*`, then the default. Unset stays unset. Each field is taken from the strongest that states it.
 */
export function resolveSymbols(
  symbols: readonly LoadSymbol[],
  assume: Readonly<Record<string, Statement>>,
): Map<string, SymbolValue> {
  const wildcards = Object.keys(assume)
    .filter((key) => key.includes('*'))
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  const taken = new Set([...commonSymbols, ...symbols].map(({ name }) => name));
  const table = new Map<string, SymbolValue>();
  for (const symbol of [...commonSymbols, ...symbols]) {
    const wildcard = wildcards.find((key) => fits(key, symbol.name));
    const stated: (Statement & { source: ValueSource })[] = [];
    if (symbol.known !== undefined) stated.push(symbol.known);
    const alias = symbol.aliases?.find((name) => assume[name] !== undefined && !taken.has(name));
    const own = assume[symbol.name] ?? assume[alias ?? wildcard ?? ''];
    if (own !== undefined) stated.push({ ...own, source: 'config' });
    const fallback = defaults[symbol.name];
    if (fallback !== undefined && own === undefined) stated.push({ ...fallback, source: 'default' });
    table.set(symbol.name, merged(symbol, stated));
  }
  return table;
}

function merged(symbol: LoadSymbol, stated: readonly (Statement & { source: ValueSource })[]): SymbolValue {
  const first = (field: keyof Statement): number | undefined =>
    stated.find((statement) => statement[field] !== undefined)?.[field];
  const max = first('max');
  const min = first('min');
  const within = (value: number | undefined): number | undefined =>
    value === undefined ? undefined : Math.max(min ?? value, Math.min(max ?? value, value));
  const decisive =
    stated.find((statement) => statement.expected !== undefined) ??
    stated.find((statement) => statement.max !== undefined || statement.min !== undefined);
  return { symbol, min, max, expected: within(first('expected')), source: decisive?.source };
}

/** Whether a key with `*` for any text matches a whole name. */
function fits(key: string, name: string): boolean {
  const [head = '', ...rest] = key.split('*');
  if (rest.length === 0 || !name.startsWith(head)) return false;
  let from = head.length;
  const last = rest.pop() ?? '';
  for (const piece of rest) {
    const found = name.indexOf(piece, from);
    if (found < 0) return false;
    from = found + piece.length;
  }
  return name.length - last.length >= from && name.endsWith(last);
}

/** Every symbol anywhere in its range; what is unset has no upper end. */
export const wholeRange =
  (table: SymbolTable): Environment =>
  (name) => {
    const value = table.get(name);
    return { low: value?.min ?? value?.symbol.least ?? 0, high: value?.max ?? Infinity };
  };

/** Every symbol at its expected value; a symbol without one takes `unset`. */
export const atExpected =
  (table: SymbolTable, overrides: ReadonlyMap<string, number> = new Map()): Environment =>
  (name): Interval => {
    const value = overrides.get(name) ?? table.get(name)?.expected;
    return value === undefined ? { low: 0, high: Infinity } : { low: value, high: value };
  };
