import type { Quantity } from '../quantity.js';
import { between, constant, ratio, sum } from '../quantity.js';
import type { Scheduled } from '../schedules/model.js';
import type { Term } from '../term.js';
import { alternative, background, nothing, partsOf, sequentialLoop } from '../term.js';
import { inOrder, isNothing, together } from './run.js';

/** How a function is begun anew. */
interface Replays {
  /** What stands outside of steps, in the whole function. */
  readonly all: Term;
  readonly inParallel: boolean;
  readonly begunAnew: NonNullable<Scheduled['begunAnew']>;
  readonly again: (work: Term) => Term;
}

/**
 * A function that its service begins anew after each step, with the results of the steps before: what stands outside
 * of steps, up to there, is done once more each time. `again` is what its service does with a piece that fails.
 *
 * Steps that are found together are each asked for by a call of their own, and what comes after them is looked for once
 * more when each is done; from the first of them on this holds for all steps.
 */
export function replayed(handler: Term, begunAnew: Replays['begunAnew'], again: Replays['again']): Term {
  const all = outside(handler);
  return walked(handler, nothing, { all, inParallel: findsTogether(handler), begunAnew, again });
}

const hasStep = (term: Term): boolean => term.kind === 'step' || partsOf(term).some(hasStep);

/** Whether several steps may be found before one of them is done. */
function findsTogether(term: Term): boolean {
  switch (term.kind) {
    case 'parallel':
    case 'race':
      return term.branches.filter(hasStep).length > 1 || term.branches.some(findsTogether);
    case 'parallel-loop':
    case 'lanes':
    case 'chunk':
    case 'background':
      return hasStep(term.body);
    default:
      return partsOf(term).some(findsTogether);
  }
}

/** `before` is what stands outside of steps and comes before the term. */
function walked(term: Term, before: Term, how: Replays): Term {
  if (!hasStep(term)) return how.again(term);
  const of = (part: Term): Term => walked(part, before, how);
  switch (term.kind) {
    case 'step':
      return stepAndReplays(term, before, how);
    case 'sequence': {
      let soFar = before;
      const steps = term.steps.map((step) => {
        const done = walked(step, soFar, how);
        soFar = inOrder(soFar, outside(step));
        return done;
      });
      return inOrder(...steps);
    }
    case 'parallel':
    case 'race': {
      const beside = inOrder(before, outside(term));
      return { ...term, branches: term.branches.map((branch) => walked(branch, beside, how)) };
    }
    case 'alternative':
      return alternative(...term.options.map(of));
    case 'sequential-loop':
      return { ...term, body: walked(term.body, inOrder(before, rounds(term.count, term.body)), how) };
    case 'retry':
      return { ...term, body: walked(term.body, inOrder(before, rounds(term.attempts, term.body)), how) };
    case 'limited':
      // What is done once more doesn't pass the limiter.
      return of(term.body);
    case 'background':
      return background(of(term.body));
    case 'parallel-loop':
    case 'lanes':
    case 'chunk':
    case 'on-failure':
      return { ...term, body: of(term.body) };
    default:
      return term;
  }
}

function stepAndReplays(
  { body, doneBy }: Extract<Term, { kind: 'step' }>,
  before: Term,
  { all, inParallel, begunAnew, again }: Replays,
): Term {
  const work = doneBy === 'program' ? again(body) : body;
  // Where the program couldn't go on by itself, it has gone on for a while before it is begun anew.
  const goesOn = begunAnew === 'after-waits' && doneBy === 'program';
  if (inParallel) return inOrder(together(work, again(all)), goesOn ? unexpected(again(all)) : again(all));
  return inOrder(work, goesOn ? unexpected(again(all)) : again(before));
}

const unexpected = (term: Term): Term => (isNothing(term) ? nothing : { kind: 'unexpected', body: term });

/** What the rounds before one of a loop do outside of steps: half of the rounds, on the whole, and at most all. */
function rounds(count: Quantity, body: Term): Term {
  const each = outside(body);
  if (isNothing(each)) return nothing;
  const half: Quantity = { kind: 'maximum', of: [constant(0), ratio(sum(count, constant(-1)), constant(2))] };
  const some = sequentialLoop(between(constant(0), half), each);
  return inOrder(some, unexpected(some));
}

/** The term without its steps, which give what they gave before. */
function outside(term: Term): Term {
  if (!hasStep(term)) return term;
  switch (term.kind) {
    case 'step':
      return nothing;
    case 'sequence':
      return inOrder(...term.steps.map(outside));
    case 'parallel':
    case 'race':
      return { ...term, branches: term.branches.map(outside) };
    case 'alternative':
      return alternative(...term.options.map(outside));
    case 'call':
    case 'delay':
    case 'idle':
    case 'unknown':
      return term;
    default: {
      const body = outside(term.body);
      return isNothing(body) ? nothing : { ...term, body };
    }
  }
}
