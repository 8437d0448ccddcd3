import type { At, Expr, ModuleSummary } from '../../model/module-summary.js';
import type { ReportPlace } from '../../model/report.js';
import { positionAt } from '../../model/position.js';
import type { CallGraph } from '../../values/call-graph.js';
import { evaluate, force } from '../../values/evaluate.js';
import { startQuestion, type Machine } from '../../values/machine.js';
import type { Activation, Lazy, Value } from '../../values/value.js';
import type { SymbolBook } from './symbol-book.js';

/** What reading a program for its load needs. */
export interface Reader {
  readonly m: Machine;
  readonly graph: CallGraph;
  readonly book: SymbolBook;
}

/** How many, how long and how often is said near a call: what takes more steps than this is no number. */
const readSteps = 2_000;

/** Begins a question about a quantity, an option or a function that is called. */
export const startReading = (m: Machine, steps = readSteps): void => startQuestion(m, steps);

/** The values that an expression can have, asked with a budget of its own. */
export function valuesOf(
  { m }: Reader,
  expr: Expr,
  activation: Activation,
  steps?: number,
): readonly Value[] {
  startReading(m, steps);
  return evaluate(m, expr, activation).map(({ value }) => value);
}

export function forced({ m }: Reader, lazy: Lazy): readonly Value[] {
  startReading(m);
  return force(m, lazy).map(({ value }) => value);
}

/** The 1-based place of an offset of a module. */
export function placeIn({ lineStarts, file }: ModuleSummary, [start]: At): ReportPlace {
  return { file, ...positionAt(lineStarts, start) };
}

/** The name of the nearest function around that has one; the file's name for the module's own body. */
export function functionName({ module }: Pick<Activation, 'module'>, fn: number): string {
  const summary = module.functions[fn];
  if (summary === undefined || fn === 0) return module.file.replace(/^.*\/|\.[^.]*$/g, '');
  const cls = summary.cls === undefined ? undefined : module.classes[summary.cls]?.name;
  if (summary.kind === 'constructor' && cls) return cls;
  if (summary.name !== '') return cls ? `${cls}.${summary.name}` : summary.name;
  return summary.parent === undefined ? 'module' : functionName({ module }, summary.parent);
}

/** `Store.loadAll.pages` is `loadAll.pages` to most. */
export const withoutClass = (name: string): readonly string[] => {
  const parts = name.split('.');
  return parts.length > 2 ? [parts.slice(-2).join('.')] : [];
};
