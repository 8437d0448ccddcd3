import type { GrantList } from '../model/grant-list.js';
import type { CallGraph } from '../values/call-graph.js';
import { inner } from '../values/inner.js';
import { functionKey, startQuestion, type Machine } from '../values/machine.js';
import { outcomeOf } from '../values/outcome.js';
import type { Activation } from '../values/value.js';
import type { SearchInput } from './grant-source.js';

/** Callers that are asked for what a function alone doesn't say. */
const maxCallers = 40;

/** What is read in a function; where that is not all, as the function's callers see it. */
export function inContexts(
  { m, graph }: SearchInput,
  activation: Activation,
  read: (activation: Activation) => readonly GrantList[],
): readonly GrantList[] {
  startQuestion(m);
  const alone = read(activation);
  if (alone.every((list) => list.complete)) return alone;
  const seen = callerViews(m, graph, activation).flatMap((view) => {
    startQuestion(m);
    return read(view);
  });
  const fuller = seen.filter((list) => list.scopes.length > 0);
  return fuller.length > 0 ? fuller : alone;
}

function callerViews(m: Machine, graph: CallGraph, activation: Activation): Activation[] {
  for (let a: Activation | undefined = activation; a && a.fn !== 0; a = a.parent) {
    const { module, fn } = a;
    const sites = (graph.callers.get(functionKey(module, fn)) ?? []).slice(0, maxCallers);
    if (sites.length === 0) continue;
    return sites.flatMap((site) =>
      outcomeOf(m, site).entered.flatMap((entered) =>
        entered.fn === fn && entered.module === module
          ? (inner(m, entered, activation.module, activation.fn) ?? [])
          : [],
      ),
    );
  }
  return [];
}
