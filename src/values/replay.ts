import { inner } from './inner.js';
import type { Machine } from './machine.js';
import { outcomeOf, type Site } from './outcome.js';
import type { Activation } from './value.js';

/** Runs known calls again, from the activation of the first one's function: the activations that arrive at `end`. */
export function replay(m: Machine, steps: readonly Site[], start: Activation, end: Site): Activation[] {
  const [step, ...rest] = steps;
  if (!step) return start.fn === end.activation.fn && start.module === end.module ? [start] : [];
  const wanted = (rest[0] ?? end).activation;
  return outcomeOf(m, { ...step, activation: start }).entered.flatMap((target) => {
    const opened = inner(m, target, wanted.module, wanted.fn);
    return opened ? replay(m, rest, opened, end) : [];
  });
}
