import { nested } from '../values/inner.js';
import type { Machine } from '../values/machine.js';
import type { Site } from '../values/outcome.js';
import type { Activation } from '../values/value.js';

/** How many calls deep an activation is. */
export function lengthOf(activation: Activation | undefined): number {
  let count = 0;
  for (let a = activation; a?.from; a = a.from.activation) count += 1;
  return count;
}

/** The activation at the outer end of the chain of calls. */
export function outermost(activation: Activation): Activation {
  let current = activation;
  while (current.from) current = current.from.activation;
  return current;
}

/** The calls that led to an activation, outermost first. */
export function callChain(activation: Activation): Site[] {
  const chain: Site[] = [];
  for (let a = activation; a.from; a = a.from.activation)
    chain.unshift({ module: a.from.activation.module, index: a.from.index, activation: a.from.activation });
  return chain;
}

/** The calls from the first one in the function on, to one in `end`; what led to its making is another way to it. */
export function stepsWithin(through: Activation, callers: readonly Site[], end: Activation): readonly Site[] {
  const at = callers.findIndex((s) => isWithin(s.activation, through));
  if (at === -1) return isWithin(end, through) ? [] : callers;
  return callers.slice(at);
}

/** Whether an activation is one of the function of another one, or stands inside of one. */
export function isWithin(activation: Activation, { module, fn }: Activation): boolean {
  for (let a: Activation | undefined = activation; a; a = a.parent)
    if (a.fn === fn && a.module === module) return true;
  return false;
}

/** Whether two closures were made by different calls side by side: `prefixed(prefixed(fetch, '/api'), '/v1')`. */
export const areApart = ({ parent: a }: Activation, { parent: b }: Activation): boolean =>
  a?.from !== undefined &&
  b?.from !== undefined &&
  a.fn === b.fn &&
  a.from.activation === b.from.activation &&
  a.from.index !== b.from.index;

/**
 * The caller's function as the closure sees it, where that is another activation than the caller was found in: the
 * same method of an instance about which more is known, or a function that the same call made beside the closure.
 */
export function surroundings(m: Machine, closure: Activation, found: Activation): Activation | undefined {
  if (found.fn === 0) return undefined;
  for (let at: Activation | undefined = closure; at; at = at.from?.activation)
    for (let a: Activation | undefined = at; a; a = a.parent) {
      if (a.fn === found.fn && a.module === found.module)
        return a === found || areApart(a, found) ? undefined : a;
      const beside = a.from && !found.from ? besideIn(m, a, found) : undefined;
      if (beside) return beside;
    }
  return undefined;
}

/** A function that stands in the function of `around`, seen from there; undefined where it doesn't, or was found there. */
function besideIn(m: Machine, around: Activation, found: Activation): Activation | undefined {
  for (let a = found.parent; a && a.fn !== 0; a = a.parent)
    if (a.fn === around.fn && a.module === around.module)
      return a === around ? undefined : nested(m, around, found.fn);
  return undefined;
}
