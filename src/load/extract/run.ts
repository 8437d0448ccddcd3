import { sharing } from './sharing.js';
import { anyNumber, constantValue } from '../quantity.js';
import type { LimiterUse, Term } from '../term.js';
import { alternative, background, delay, nothing, parallel, sequence } from '../term.js';

/** What a piece of code does: what it waits for, and what it starts without waiting. */
export interface Run {
  readonly term: Term;
  readonly started: readonly Started[];
  /** Variables whose promises are waited for at the end of this piece. */
  readonly joins: ReadonlySet<string>;
  /** Promises that may be waited for, or of which only the first is. */
  readonly loosely?: readonly LooseJoin[];
  /** What comes after it in the same block passes this gate. */
  readonly gate?: Gate | undefined;
  /** What the same piece does after that, where it starts something in its midst. */
  readonly next?: Run | undefined;
}

/** `await limit()`. */
export interface Gate {
  readonly limiter: LimiterUse;
  /** Text of the call that gives the pass back, where there is one. */
  readonly release?: string | undefined;
  /** Nobody waits for it here. */
  readonly isAside?: boolean;
  readonly isUnsure?: true;
}

export interface LooseJoin {
  readonly variables: ReadonlySet<string>;
  readonly how: 'maybe' | 'first' | 'maybe-first';
}

export interface Started {
  readonly term: Term;
  /** Variables that hold its promise. */
  readonly keys: ReadonlySet<string>;
  /** What is put behind this as well; these variables hold only the part before that. */
  readonly also?: ReadonlySet<string>;
  /** It begins when what these variables hold is done. */
  readonly behind?: ReadonlySet<string> | undefined;
  /** Code elsewhere may wait for it: somewhere in the program, or who has what the function gives back. */
  readonly later?: Later | undefined;
}

export type Later = 'elsewhere' | 'given-back';

export const noKeys: ReadonlySet<string> = new Set();
export const emptyRun: Run = { term: nothing, started: [], joins: noKeys };

export const isNothing = (term: Term): boolean =>
  (term.kind === 'sequence' && term.steps.every(isNothing)) ||
  ((term.kind === 'parallel' || term.kind === 'race') && term.branches.every(isNothing)) ||
  (term.kind === 'alternative' && term.options.every(isNothing)) ||
  ((term.kind === 'background' ||
    term.kind === 'limited' ||
    term.kind === 'on-failure' ||
    term.kind === 'unexpected') &&
    isNothing(term.body));

/** What a limiter lets pass, where there is one and something to pass. */
export const inside = (limiter: LimiterUse | undefined, body: Term): Term =>
  limiter === undefined || isNothing(body) ? body : { kind: 'limited', limiter, body };

export const isEmpty = (run: Run): boolean => isNothing(run.term) && run.started.length === 0;

/** Whether it waits for anything that was started before it. */
export const joinsAny = ({ joins, loosely = [] }: Run): boolean => joins.size > 0 || loosely.length > 0;

export const waited = (term: Term, joins: ReadonlySet<string> = noKeys): Run => ({
  term,
  started: [],
  joins,
});

export function start(
  term: Term,
  { keys = noKeys, later, behind }: Partial<Omit<Started, 'term'>> = {},
): Run {
  const started = { term, keys, ...(later && { later }), ...(behind && { behind }) };
  return isNothing(term) ? emptyRun : { term: nothing, started: [started], joins: noKeys };
}

/** All of it, as long as what was asked for last is not good enough; from the question on, or from its answer. */
export function keptRun(
  run: Run,
  asked: { readonly limiter: LimiterUse; readonly from: 'question' | 'answer' } | undefined,
): Run {
  if (asked === undefined || isEmpty(run)) return run;
  return keptAs(whole(run), asked);
}

function keptAs(run: Run, { limiter, from }: NonNullable<Parameters<typeof keptRun>[1]>): Run {
  const of = (body: Term): Term => ({ kind: 'limited', limiter, body });
  // What is asked for together is kept together.
  const isOne = run.started.length + (isNothing(run.term) ? 0 : 1) === 1;
  if (from === 'question') {
    // Once the time is over it may be asked for again, whether it is done or not.
    const isAskedAgain = limiter.shape.kind === 'cache' && constantValue(limiter.shape.ttlMs) !== Infinity;
    if (isOne && !isAskedAgain) return mapped(run, of);
    return { ...run, term: of(isAskedAgain ? aside(closed(run)) : closed(run)), started: [] };
  }
  return isOne
    ? mapped(run, (body) => keptAlone(limiter, body))
    : { ...run, term: of(closed(run)), started: [] };
}

/** What nobody asks for again while somebody waits for it isn't asked for meanwhile. */
function keptAlone(limiter: LimiterUse, body: Term): Term {
  const single = singleIn(body);
  if (single === undefined || limiter.shape.kind !== 'cache') return { kind: 'limited', limiter, body };
  const { asksMeanwhile: _asks, ...shape } = limiter.shape;
  return { kind: 'limited', limiter: { ...limiter, shape }, body: single };
}

/** What one question at a time is asked for, whoever else would ask. */
function singleIn(term: Term): Term | undefined {
  if (term.kind === 'limited')
    return term.limiter.shape.kind === 'cache' && constantValue(term.limiter.shape.ttlMs) === 0
      ? term.body
      : undefined;
  const [only, ...others] = term.kind === 'alternative' ? term.options.filter((one) => !isNothing(one)) : [];
  return only && others.length === 0 ? singleIn(only) : undefined;
}

/** All of it behind something that takes time. */
export const after = (before: Term, run: Run): Run =>
  isNothing(before) ? run : mapped(run, (body) => inOrder(before, body));

/** All of it, whenever others let it go on. */
export const heldRun = (run: Run): Run => after(atAnyTime, run);

/** All of it, or nothing where somebody else does it. */
export const sharedRun = (run: Run, limiter: LimiterUse | undefined): Run =>
  limiter === undefined
    ? run
    : mapped(run, (body) => alternative({ kind: 'limited', limiter, body }, nothing));

function mapped(run: Run, by: (term: Term) => Term): Run {
  const of = (term: Term): Term => (isNothing(term) ? term : by(term));
  return {
    ...run,
    term: of(run.term),
    started: run.started.map((started) => ({ ...started, term: of(started.term) })),
  };
}

/** A sequence without what is nothing. */
export function inOrder(...terms: readonly Term[]): Term {
  const steps = terms
    .filter((term) => !isNothing(term))
    .flatMap((t) => (t.kind === 'sequence' ? t.steps : [t]));
  const [only] = steps;
  return steps.length === 1 && only ? only : sequence(...steps);
}

export function together(...terms: readonly Term[]): Term {
  const branches = sharing(terms.filter((term) => !isNothing(term)));
  const [only] = branches;
  return branches.length === 1 && only ? only : parallel(...branches);
}

/** The first one to end is waited for. */
export function race(...terms: readonly Term[]): Term {
  const branches = terms.filter((term) => !isNothing(term));
  return branches.length === 0 ? nothing : { kind: 'race', branches };
}

/** What was started and nobody waits for. */
export const aside = (term: Term): Term => (isNothing(term) ? nothing : background(term));

/** Beside it, a run goes on whether something is waited for or not. */
export const atAnyTime = delay(anyNumber);

/** Beside what is begun here and waited for elsewhere: to be expected is that somebody waits at once. */
export const unlessWaitedFor: Term = { kind: 'unexpected', body: atAnyTime };

/** What was started and is not waited for here; the run goes on when it likes, where it is waited for elsewhere. */
export function leftAside({ term, later }: Pick<Started, 'term' | 'later'>): Term {
  if (later === undefined || isNothing(term)) return aside(term);
  const branches = [term, unlessWaitedFor];
  return later === 'elsewhere' ? race(...branches) : { kind: 'race', branches, isGivenBack: true };
}

/** The work in a term that whoever has its result may wait for. */
export const givenBack = (term: Term): Term | undefined =>
  term.kind === 'race' && term.isGivenBack ? term.branches[0] : undefined;

/** The whole piece as one term: what is still running goes on by itself. */
export const closed = ({ started, term, next }: Run): Term =>
  inOrder(...started.map(leftAside), term, ...(next ? [closed(next)] : []));

/** A piece as one, with what it starts in its midst. */
export const whole = (run: Run): Run =>
  run.next ? { ...run, term: inOrder(run.term, closed(run.next)), next: undefined } : run;

/** A piece whose promises are waited for at its end. */
export const settled = (run: Run): Run => ({
  ...run,
  term: inOrder(
    run.term,
    together(...[...run.started, ...(run.next?.started ?? [])].map(({ term }) => term)),
  ),
  started: [],
  next: undefined,
});
