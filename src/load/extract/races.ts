import type { Call, Expr, ModuleSummary } from '../../model/module-summary.js';
import type { Term } from '../term.js';
import { variablesIn } from './promises.js';
import type { LooseJoin } from './run.js';
import { atAnyTime, race } from './run.js';

/** What was started for a race; one whose promises are partly made elsewhere may end at any time. */
export function raced({ args }: Call, started: readonly Term[]): Term {
  const isWhole = args.every(({ value }) => isMadeHere(value));
  return race(...started, ...(isWhole ? [] : [atAnyTime]));
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
