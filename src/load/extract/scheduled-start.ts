import type { Activation } from '../../values/value.js';
import { constant, type Quantity } from '../quantity.js';
import type { ScheduledEntry } from '../scheduled-entry.js';
import type { SymbolUnit } from '../symbols.js';
import type { Term } from '../term.js';
import { keptPerRun } from './kept-per-run.js';
import { inBurst } from './loops.js';
import { functionName, placeIn } from './reader.js';
import { emitFlow, jobTerm } from './triggers.js';
import type { Walker } from './walker.js';

/** A function, or a module's body, that a data file starts: when it says, or as often as somebody else does. */
export function emitScheduled(
  w: Walker,
  { module, fn, summary }: Activation,
  { retries, instances, trigger, how }: ScheduledEntry,
  term: Term,
): void {
  const name = fn === 0 ? module.file : functionName({ module }, fn);
  const use = (symbol: string, unit: SymbolUnit, least: number): Quantity =>
    w.book.use({
      name: symbol,
      unit,
      least,
      file: module.file,
      at: summary.at[0],
      place: placeIn(module, summary.at),
    });
  const attempts =
    typeof retries?.attempts === 'number'
      ? constant(retries.attempts)
      : retries && use(`${name}.attempts`, 'count', 1);
  const run = jobTerm(
    keptPerRun(term, fn === 0 ? 'command' : 'host'),
    retries && attempts && { ...retries, attempts },
  );
  emitFlow(w, {
    trigger: trigger ?? { kind: 'event', perMinute: use(`rate(${name})`, 'per-minute', 0) },
    term: instances === undefined ? run : inBurst(instances, run),
    how,
  });
}
