import type { At, Expr } from '../../model/module-summary.js';
import type { ReportPlace } from '../../model/report.js';
import type { CallGraph } from '../../values/call-graph.js';
import { evaluate } from '../../values/evaluate.js';
import { startQuestion, type Machine } from '../../values/machine.js';
import type { Activation, Value } from '../../values/value.js';
import type { SymbolBook } from './symbol-book.js';

/** What reading a program for its load needs. */
export interface Reader {
  readonly m: Machine;
  readonly graph: CallGraph;
  readonly book: SymbolBook;
}

/** The values that an expression can have, asked with a budget of its own. */
export function valuesOf({ m }: Reader, expr: Expr, activation: Activation): readonly Value[] {
  startQuestion(m);
  return evaluate(m, expr, activation).map(({ value }) => value);
}

/** The 1-based place of an offset of a module. */
export function placeIn({ module }: Activation, [start]: At): ReportPlace {
  const { lineStarts, file } = module;
  let [low, high] = [0, lineStarts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((lineStarts[middle] ?? 0) <= start) low = middle;
    else high = middle - 1;
  }
  return { file, line: low + 1, column: start - (lineStarts[low] ?? 0) + 1 };
}
