import type { Activation } from '../../values/value.js';
import { constant, type Quantity } from '../quantity.js';
import type { ScheduledEntry } from '../scheduled-entry.js';
import type { SymbolUnit } from '../symbols.js';
import type { Term } from '../term.js';
import { withParts } from '../with-parts.js';
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
  const run = jobTerm(keptPerRun(term, fn === 0), retries && attempts && { ...retries, attempts });
  emitFlow(w, {
    trigger: trigger ?? { kind: 'event', perMinute: use(`rate(${name})`, 'per-minute', 0) },
    term: instances === undefined ? run : inBurst(instances, run),
    how,
  });
}

/**
 * What a process keeps is gone with it: a command's next run is begun in another one, and a function's may be. A cache is
 * then one of each run, or need not keep what it has got.
 */
function keptPerRun(term: Term, isCommand: boolean): Term {
  const inner = withParts(term, (part) => keptPerRun(part, isCommand));
  if (inner.kind !== 'limited' || inner.limiter.shape.kind !== 'cache') return inner;
  const { id, shape } = inner.limiter;
  return {
    ...inner,
    limiter: isCommand
      ? { id: `${id}@run`, shape, instance: 'run' }
      : { ...inner.limiter, shape: { ...shape, isUnsure: true } },
  };
}
