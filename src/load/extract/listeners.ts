import type { Activation, ExternalValue } from '../../values/value.js';
import { constant, product } from '../quantity.js';
import type { LimiterUse, Term } from '../term.js';
import type { CallHere } from './calls.js';
import { isNothing } from './run.js';
import { adding, inRun } from './set-off.js';
import { inBurst } from './loops.js';
import { sameFunction, type Walker } from './walker.js';

/** What listens for good: where runs of something begin to listen again and again, listeners add up. */
export function listening(w: Walker, emitter: ExternalValue, term: Term): Term {
  if (isNothing(term) || isMadeInRun(w, emitter)) return term;
  const count = adding(w, 'listeners');
  return count ? inBurst(count, term) : term;
}

/** `once`: what begins to listen once hears it once. */
export function listeningOnce(w: Walker, { activation, call }: CallHere, term: Term): Term {
  if (isNothing(term) || inRun(w).length > 0) return term;
  const keys = w.around.length === 0 ? constant(1) : product(...w.around);
  const id = `${activation.module.file}#${call.at[0]}/${w.work.length}`;
  const shape = { kind: 'cache', ttlMs: constant(Infinity), keys } as const;
  const limiter: LimiterUse = { id, shape, instance: 'process' };
  return { kind: 'limited', limiter, body: term };
}

/** Whether each run has an emitter of its own. */
function isMadeInRun(w: Walker, { steps }: ExternalValue): boolean {
  const made = steps.find((step) => step.kind === 'new' || step.kind === 'call');
  let at: Activation | undefined =
    made && made.kind !== 'member' && made.kind !== 'assign' ? made.call?.activation : undefined;
  for (; at && at.fn !== 0; at = at.from?.activation) {
    const { module, fn } = at;
    if (inRun(w).some(({ activation }) => sameFunction(activation, module, fn))) return true;
  }
  return false;
}
