import { inner } from './inner.js';
import { callOf, enter, type Machine } from './machine.js';
import { outcomeOf, type Site } from './outcome.js';
import { onObjectOf } from './same-object.js';
import { entryOf, type Activation } from './value.js';

/** The functions that a call is known to run in other contexts, for one whose own doesn't say what its object is. */
export type KnownTargets = (step: Site, within: Activation) => readonly Activation[];

/** Runs known calls again, from the activation of the first one's function: the activations that arrive at `end`. */
export function replay(
  m: Machine,
  steps: readonly Site[],
  start: Activation,
  end: Site,
  known?: KnownTargets,
): Activation[] {
  const [step, ...rest] = steps;
  if (!step) return start.fn === end.activation.fn && start.module === end.module ? [start] : [];
  const wanted = (rest[0] ?? end).activation;
  const site = { ...step, activation: start };
  const follow = (target: Activation): Activation[] => {
    const opened = inner(m, onObjectOf(m, target, wanted), wanted.module, wanted.fn);
    return opened ? replay(m, rest, opened, end, known) : [];
  };
  const { entered, open } = outcomeOf(m, site);
  const found = entered.flatMap(follow);
  if (found.length > 0 || open.length === 0 || !known) return found;
  return known(step, wanted).flatMap((target) => follow(enteredFrom(m, site, target)));
}

/** The same function of the same object, run with what this call passes; a callback, with what it was given there. */
function enteredFrom(m: Machine, { module, index, activation }: Site, target: Activation): Activation {
  const call = callOf(module, index);
  const isCalled = target.args?.every(
    ({ value }, i) => value.kind === 'expr' && value.expr === call.args[i]?.value,
  );
  const args = isCalled === false ? target.args : call.args.map((a) => entryOf(a, activation));
  const { fn, parent, self } = target;
  return enter(m, { module: target.module, fn, parent, args, self, from: { call, index, activation } });
}
