import type { LimiterUse, Term } from '../term.js';
import { alternative, nothing } from '../term.js';
import { timeOf } from './begun-rounds.js';
import { joined } from './joined.js';
import type { Gate, Run, Started } from './run.js';
import { atAnyTime, closed, emptyRun, heldRun, isEmpty, isNothing, joinsAny, noKeys } from './run.js';
import type { Item } from './structure.js';
import { wordsOf } from './words.js';
import type { ModuleSummary } from '../../model/module-summary.js';

/** Items that hold the pass, and those that come after it is given back. */
export function heldItems(
  { release }: Gate,
  items: readonly Item[],
  module: ModuleSummary,
): readonly [held: readonly Item[], freed: readonly Item[]] {
  const last = release === undefined ? -1 : items.findIndex((item) => calls(item, release, module));
  return last < 0 ? [items, []] : [items.slice(0, last + 1), items.slice(last + 1)];
}

const calls = (item: Item, text: string, module: ModuleSummary): boolean =>
  (item.kind === 'call' && wordsOf(item.call.callee, module) === text) ||
  (item.kind === 'call' || item.kind === 'wait' ? item.inside : item.body).some((one) =>
    calls(one, text, module),
  );

/**
 * What comes after a gate. One pass lets all of it through; work that it begins goes on aside, and who waits for that
 * waits for the time that it takes. Where nothing comes, what is around is behind the gate.
 */
function behindGate(gate: Gate, rest: Run, freed: Run = emptyRun): readonly Run[] {
  const isHeld = !isEmpty(rest) || joinsAny(rest);
  const isFreed = !isEmpty(freed) || joinsAny(freed);
  if (!isHeld && !isFreed) return [{ ...rest, gate }];
  if (gate.isUnsure === true || !isHeld) return [heldRun(rest), heldRun(freed)];
  return [passing(gate.limiter, rest), freed];
}

/** Pieces, and what comes after a gate that they end with: it may be that what is around comes after it, too. */
export function joinedBehind(gate: Gate, rest: Run, before: readonly Run[] = [], freed?: Run): Run {
  const parts = behindGate(gate, rest, freed);
  return { ...joined([...before, ...parts]), gate: parts.find((part) => part.gate)?.gate };
}

/** The gate at the end of a function, or of a branch, for what comes after that: where it is given back isn't seen there. */
export const gateAround = (gate: Gate): Gate => (gate.release === undefined ? gate : unsure(gate));
/** Nobody knows whether it is there, or when it opens. */
export const unsure = (gate: Gate): Gate => ({ ...gate, isUnsure: true });

function passing(limiter: LimiterUse, rest: Run): Run {
  const begun = begunIn(rest);
  if (begun.length === 0) return { ...rest, term: through(limiter, rest.term) };
  const held = begun.filter(({ keys, later }) => keys.size > 0 || later !== undefined);
  const after = held.map((one) => ({ ...one, term: isNothing(rest.term) ? time(one) : upTo(time(one)) }));
  return {
    ...rest,
    term: through(limiter, closed(unheld(rest))),
    started: [],
    next: after.length === 0 ? undefined : { term: nothing, started: after, joins: noKeys },
  };
}

const through = (limiter: LimiterUse, body: Term): Term => ({ kind: 'limited', limiter, body });

const begunIn = ({ started, next }: Run): readonly Started[] => [...started, ...(next ? begunIn(next) : [])];

const unheld = ({ next, ...run }: Run): Run => ({
  ...run,
  started: run.started.map(({ term, keys }) => ({ term, keys })),
  next: next && unheld(next),
});

const time = ({ term }: Started): Term => timeOf(term) ?? atAnyTime;
/** It began while something else was waited for, which may have taken as long. */
const upTo = (term: Term): Term => alternative(term, nothing);
