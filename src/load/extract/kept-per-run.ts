import type { LimiterUse, Term } from '../term.js';
import { withParts } from '../with-parts.js';

/** What runs code that is not there all the time: a command begins a process each time, a host when it likes. */
export type RunBy = 'command' | 'host';

/**
 * What a process keeps is gone with it: a command's next run is begun in another one, and a function's may be. A limiter
 * is then one of each run, and so is a cache of a command; that of a function need not keep what it has got.
 */
export function keptPerRun(term: Term, by: RunBy): Term {
  const inner = withParts(term, (part) => keptPerRun(part, by));
  return inner.kind === 'limited' || inner.kind === 'idle'
    ? { ...inner, limiter: ofRun(inner.limiter, by) }
    : inner;
}

function ofRun(limiter: LimiterUse, by: RunBy): LimiterUse {
  const { id, shape, instance } = limiter;
  if (instance !== 'process') return limiter;
  return shape.kind === 'cache' && by === 'host'
    ? { ...limiter, id: `${id}@host`, shape: { ...shape, isUnsure: true } }
    : { id: `${id}@run`, shape, instance: 'run', isMadeOutside: true };
}
