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
  /** What comes after it in the same block passes this limiter. */
  readonly gate?: LimiterUse;
}

export interface LooseJoin {
  readonly variables: ReadonlySet<string>;
  readonly how: 'maybe' | 'first' | 'maybe-first';
}

export interface Started {
  readonly term: Term;
  /** Variables that hold its promise. */
  readonly keys: ReadonlySet<string>;
}

const noKeys: ReadonlySet<string> = new Set();
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

export function start(term: Term, keys: ReadonlySet<string> = noKeys): Run {
  return isNothing(term) ? emptyRun : { term: nothing, started: [{ term, keys }], joins: noKeys };
}

/** All of it, as long as what was asked for last is not good enough; from the question on, or from its answer. */
export function keptRun(
  run: Run,
  asked: { readonly limiter: LimiterUse; readonly from: 'question' | 'answer' } | undefined,
): Run {
  if (asked === undefined || isEmpty(run)) return run;
  const { limiter, from } = asked;
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

/** The whole piece as one term: what is still running goes on by itself. */
export const closed = (run: Run): Term => inOrder(...run.started.map(({ term }) => aside(term)), run.term);

/** A piece whose promises are waited for at its end. */
export const settled = (run: Run): Run => ({
  ...run,
  term: inOrder(run.term, together(...run.started.map(({ term }) => term))),
  started: [],
});

/** Pieces one after the other; a piece that waits for a variable waits for what was started into it. */
export function joined(runs: readonly Run[]): Run {
  const steps: Step[] = [];
  const left = new Set<string>();
  for (const run of runs) {
    for (const { term, keys } of run.started) steps.push({ term, keys, waits: false });
    if (!isNothing(run.term)) steps.push({ term: run.term, keys: noKeys, waits: true });
    for (const { variables, how } of run.loosely ?? []) {
      const from = startedInto(steps, variables);
      if (from >= 0)
        steps.splice(from, steps.length - from, looselyJoined(steps.slice(from), variables, how));
    }
    if (run.joins.size === 0) continue;
    const first = startedInto(steps, run.joins);
    if (first < 0) for (const key of run.joins) left.add(key);
    else
      steps.splice(first, steps.length - first, { ...joinFrom(steps.slice(first), run.joins), waits: true });
  }
  const waits = steps.filter((step) => step.waits);
  if (waits.length === 0) return { term: nothing, started: steps, joins: left };
  // What is started before anything is waited for may still be waited for by what comes later.
  const firstWait = steps.findIndex((step) => step.waits);
  const open = steps.slice(0, firstWait).filter(({ keys }) => keys.size > 0);
  const rest = steps.filter((step) => !open.includes(step));
  return {
    term: inOrder(...rest.map((step) => (step.waits ? step.term : aside(step.term)))),
    started: open,
    joins: left,
  };
}

interface Step extends Started {
  readonly waits: boolean;
}

const startedInto = (steps: readonly Step[], variables: ReadonlySet<string>): number =>
  steps.findIndex(({ waits, keys }) => !waits && meets(keys, variables));

/** Steps whose promises may be waited for here or not, or of which only the first is. */
function looselyJoined(steps: readonly Step[], variables: ReadonlySet<string>, how: LooseJoin['how']): Step {
  const { term } = joinFrom(steps, variables, how === 'maybe' ? together : race);
  return { term: how === 'first' ? term : race(term, atAnyTime), keys: noKeys, waits: true };
}

/** Beside it, a run goes on whether something is waited for or not. */
export const atAnyTime = delay(anyNumber);

const meets = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => [...a].some((key) => b.has(key));

function joinFrom(steps: readonly Step[], joins: ReadonlySet<string>, joining = together): Started {
  let term: Term = nothing;
  for (const step of steps.toReversed()) {
    if (step.waits) term = inOrder(step.term, term);
    else if (meets(step.keys, joins)) term = joining(step.term, term);
    else term = inOrder(aside(step.term), term);
  }
  return { term, keys: noKeys };
}
