import type { Call, Expr, ModuleSummary } from '../../model/module-summary.js';
import type { Activation } from '../../values/value.js';
import type { Term } from '../term.js';
import { enteredBy, type Placed } from './presence.js';
import { isRace, variablesIn } from './promises.js';
import type { LooseJoin } from './run.js';
import { atAnyTime, isNothing, race, together } from './run.js';
import type { Walker } from './walker.js';
import { wordsOf } from './words.js';

/** What was started for a race; one whose promises are partly made elsewhere may end at any time. */
export function raced({ args }: Call, started: readonly Term[]): Term {
  const isWhole = args.every(({ value }) => isMadeHere(value));
  return race(...started, ...(isWhole ? [] : [atAnyTime]));
}

/**
 * What was started for a function that may go on without it: one that races it, or sets a timer beside it. Undefined
 * where the function waits for all that it is given.
 */
export function raceIn(w: Walker, here: Placed, started: readonly Term[], own: Term): Term | undefined {
  if (started.length === 0 || !enteredBy(w, here).some(mayLeaveEarly)) return undefined;
  const others = own.kind === 'race' ? own.branches.filter((branch) => branch !== atAnyTime) : [own];
  const timed = others.filter((branch) => !isNothing(branch));
  return race(together(...started), ...(timed.length > 0 ? timed : [atAnyTime]));
}

function mayLeaveEarly({ module, summary: { at } }: Activation): boolean {
  return module.calls.some(
    (call) =>
      at[0] <= call.at[0] &&
      call.at[1] <= at[1] &&
      (isRace(call, module) || /^(?:setTimeout|AbortSignal\.timeout)$/.test(wordsOf(call.callee, module))),
  );
}

const isMadeHere = (expr: Expr): boolean =>
  expr.kind === 'array'
    ? expr.items.every(({ value }) => value.kind === 'call')
    : expr.kind === 'call' || expr.kind === 'type-cast';

/** The variables that hold what takes part in a race that is waited for. */
export function racersOf({ args }: Call, module: ModuleSummary): readonly LooseJoin[] {
  const variables = new Set<string>();
  for (const { value } of args) variablesIn(value, module, variables);
  return variables.size === 0 ? [] : [{ variables, how: 'first' }];
}
