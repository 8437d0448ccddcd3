import type { Term } from '../term.js';
import { nothing } from '../term.js';
import type { LooseJoin, Run, Started } from './run.js';
import { atAnyTime, inOrder, isNothing, leftAside, noKeys, race, together } from './run.js';

/** Pieces one after the other; a piece that waits for a variable waits for what was started into it. */
export function joined(runs: readonly Run[]): Run {
  const steps: Step[] = [];
  const left = new Set<string>();
  for (const run of runs.flatMap(piecesOf)) {
    for (const started of run.started) begin(steps, { ...started, waits: false });
    if (!isNothing(run.term)) steps.push({ term: run.term, keys: noKeys, waits: true });
    for (const { variables, how } of run.loosely ?? []) {
      const from = startedInto(steps, variables);
      if (from >= 0)
        steps.splice(from, steps.length - from, looselyJoined(steps.slice(from), variables, how));
    }
    if (run.joins.size === 0) continue;
    const partly = steps.findIndex(
      ({ waits, also }) => !waits && also !== undefined && meets(also, run.joins),
    );
    const from = startedInto(steps, run.joins);
    if (from < 0 && partly >= 0)
      steps.splice(partly, steps.length - partly, looselyJoined(steps.slice(partly), run.joins, 'maybe'));
    else if (from < 0) for (const key of run.joins) left.add(key);
    else steps.splice(from, steps.length - from, { ...joinFrom(steps.slice(from), run.joins), waits: true });
  }
  const [first, last] = [steps.findIndex(({ waits }) => waits), steps.findLastIndex(({ waits }) => waits)];
  if (first < 0) return { term: nothing, started: steps, joins: left };
  // What is started before anything is waited for, or after all that is, may still be waited for by what comes later.
  const isHeld = ({ keys, also }: Step): boolean => keys.size > 0 || also !== undefined;
  const open = steps.slice(0, first).filter(isHeld);
  const trailing = steps.slice(last + 1).filter(isHeld);
  const rest = steps.filter((step) => !open.includes(step) && !trailing.includes(step));
  return {
    term: inOrder(...rest.map((step) => (step.waits ? step.term : leftAside(step)))),
    started: open,
    joins: left,
    ...(trailing.length > 0 && { next: { term: nothing, started: trailing, joins: noKeys } }),
  };
}

/** A step that begins when others are done is put behind them, where nothing was waited for since these began. */
function begin(steps: Step[], step: Step): void {
  const { behind, ...begun } = step;
  const from = behind ? startedInto(steps, behind) : -1;
  const before = behind
    ? steps.filter(({ waits, keys }, i) => i >= from && !waits && meets(keys, behind))
    : [];
  if (from < 0 || steps.slice(from).some(({ waits }) => waits)) {
    steps.push(begun);
    return;
  }
  for (const one of before) steps.splice(steps.indexOf(one), 1);
  steps.push({
    ...begun,
    term: inOrder(together(...before.map(({ term }) => term)), begun.term),
    also: new Set(before.flatMap(({ keys, also = [] }) => [...keys, ...also])),
    later: begun.later ?? before.find(({ later }) => later)?.later,
  });
}

const piecesOf = (run: Run): readonly Run[] => [run, ...(run.next ? piecesOf(run.next) : [])];

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

const meets = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => [...a].some((key) => b.has(key));

function joinFrom(steps: readonly Step[], joins: ReadonlySet<string>, joining = together): Started {
  let term: Term = nothing;
  for (const step of steps.toReversed()) {
    if (step.waits) term = inOrder(step.term, term);
    else if (meets(step.keys, joins) || (step.also && meets(step.also, joins)))
      term = joining(step.term, term);
    else term = inOrder(leftAside(step), term);
  }
  return { term, keys: noKeys };
}
