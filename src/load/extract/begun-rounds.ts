import { constant, symbol, type Quantity } from '../quantity.js';
import type { Term } from '../term.js';
import { alternative, delay, nothing, sequence, sequentialLoop } from '../term.js';
import { joined } from './joined.js';
import type { Run, Started } from './run.js';
import { aside, race, together, unlessWaitedFor, waited } from './run.js';

/** What each round of a loop does, where the next one waits for what it begins: undefined where none does. */
export function inStep(run: Run): Run | undefined {
  const isWaitedFor = ({ keys }: Started): boolean => [...keys].some((key) => run.joins.has(key));
  return heldIn(run).some(isWaitedFor) ? joined([run, waited(nothing, run.joins)]) : undefined;
}

const heldIn = ({ started, next }: Run): readonly Started[] => [...started, ...(next?.started ?? [])];

/**
 * Rounds that begin what is waited for when they are over: `tasks.push(f())`. They go on without it, and whoever waits
 * waits for as long as it takes.
 */
export function begunInRounds(run: Run, count: Quantity): { readonly round: Run; readonly after: Run } {
  const after: Started[] = [];
  const left = (all: readonly Started[], isLast: boolean): readonly Started[] =>
    all.map((begun) => {
      const time = begun.later === 'elsewhere' ? timeOf(begun.term) : undefined;
      if (time === undefined) return begun;
      const rest = isLast ? time : race(time, unlessWaitedFor);
      const once: Quantity = { kind: 'minimum', of: [constant(1), count] };
      after.push({ keys: begun.keys, term: sequentialLoop(once, rest) });
      return { ...begun, later: undefined };
    });
  const round = {
    ...run,
    started: left(run.started, false),
    next: run.next && { ...run.next, started: left(run.next.started, true) },
  };
  return { round, after: { term: nothing, started: after, joins: new Set() } };
}

/** The time that something takes, without its requests; undefined where others have a say in it. */
export function timeOf(term: Term): Term | undefined {
  const all = (terms: readonly Term[], by: (terms: Term[]) => Term): Term | undefined => {
    const times = terms.flatMap((one) => timeOf(one) ?? []);
    return times.length === terms.length ? by(times) : undefined;
  };
  switch (term.kind) {
    case 'call':
      return delay(term.latency ?? symbol('latency'));
    case 'delay':
      return term;
    case 'sequence':
      return all(term.steps, (steps) => sequence(...steps));
    case 'parallel':
      return all(term.branches, (branches) => together(...branches));
    case 'alternative':
      return all(term.options, (options) => alternative(...options));
    case 'sequential-loop':
    case 'parallel-loop':
      return all([term.body], ([body = nothing]) => ({ ...term, body }));
    case 'background':
      return aside(nothing);
    default:
      return undefined;
  }
}
