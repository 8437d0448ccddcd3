import { baseBinding } from '../../values/evaluate.js';
import type { Term } from '../term.js';
import type { CallHere } from './calls.js';
import { isPartOfResult, resultHolders, variablesIn, waitedVariables } from './promises.js';
import type { Later, Run } from './run.js';
import { givenBack, inOrder, isNothing, start, unlessWaitedFor, waited } from './run.js';
import { isSettling } from './single-flight.js';
import { wordsOf } from './words.js';

/** Who may still wait for what a call has begun, when the function that made it doesn't. */
export function laterOf({ call, index, activation }: CallHere, keys: ReadonlySet<string>): Later | undefined {
  const { module, fn } = activation;
  // What a timer gives is no promise.
  if (/(?:^|\.)set(?:Interval|Timeout|Immediate)$/.test(wordsOf(call.callee, module))) return undefined;
  const variables = new Set([...keys].map(baseBinding));
  if (isPartOfResult(module, fn, index, variables)) return 'given-back';
  const waitedFor = waitedVariables(module);
  return [...keys].some((key) => waitedFor.has(key)) ? 'elsewhere' : undefined;
}

/**
 * What a function does that gives back promises in a list or an object, as pieces: what it waits for, and what it has
 * begun, which is held from here on by the variables that hold its result. Undefined where it gives back none.
 */
export function givenParts(unit: Term, here: CallHere, waits: boolean): readonly Run[] | undefined {
  const steps = unit.kind === 'sequence' ? unit.steps : [unit];
  if (!steps.some(givenBack)) return undefined;
  // A function that isn't waited for may be at any of its steps: only one that makes no pause is at its end.
  if (!waits && !steps.every((step) => givenBack(step) ?? step.kind === 'background')) return undefined;
  const { module } = here.activation;
  const holders = resultHolders(module, here.index);
  const later = laterOf(here, holders);
  return steps.map((step) => {
    const begun = givenBack(step);
    return begun ? start(begun, { keys: holders, later }) : waited(step);
  });
}

/** Whether a function gives back what is no promise of the work that it has begun: that may be waited for elsewhere. */
export function isMadeAtOnce(unit: Term): boolean {
  const steps = unit.kind === 'sequence' ? unit.steps : [unit];
  return steps.some(isOpen) && steps.every((step) => isOpen(step) || step.kind === 'background');
}

const isOpen = (term: Term): boolean => term.kind === 'race' && term.branches.includes(unlessWaitedFor);

/** What a call of `then` and its like is behind, where variables hold that. */
export function behindOf({ call, activation }: CallHere): ReadonlySet<string> | undefined {
  if (!isSettling(call) || call.callee.kind !== 'member') return undefined;
  const held = variablesIn(call.callee.object, activation.module);
  return held.size > 0 ? held : undefined;
}

/** Pieces one after the other, behind what comes before the call; what it waits for is waited for at its end. */
export function inPieces(before: Term, parts: readonly Run[], ends: Pick<Run, 'joins' | 'loosely'>): Run {
  const last: Run = { ...waited(inOrder()), ...ends };
  const chain = parts.reduceRight<Run>((next, part) => ({ ...part, next }), last);
  return isNothing(before) ? chain : { ...waited(before), next: chain };
}
