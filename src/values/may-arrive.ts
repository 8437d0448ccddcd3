import type { Call } from '../model/module-summary.js';
import { arrivals } from './decide.js';
import { glance, type Machine } from './machine.js';
import { findOnce } from './remember.js';
import type { Activation } from './value.js';

/** Whether control arrives at a call is said near it; the request that it makes is looked at again. */
const arrivalSteps = 100;

/** What was found for the calls of an activation, by the decisions under which they stand: a block's calls share them. */
const known = new WeakMap<Activation, Map<string, boolean>>();

export const forgetArrivals = (activation: Activation): void => void known.delete(activation);

/** Whether control can arrive at a call in this context, as far as few steps tell. */
export function mayArrive(m: Machine, { guards }: Call, activation: Activation): boolean {
  const decisions = Object.entries(guards);
  if (decisions.length === 0) return true;
  const found = known.get(activation) ?? new Map<string, boolean>();
  known.set(activation, found);
  const key = decisions.flat().join(' ');
  return findOnce(
    m,
    found,
    key,
    () => glance(m, arrivalSteps, () => arrivals(m, guards, activation)).length > 0,
  );
}
