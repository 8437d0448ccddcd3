import { nextScope } from './choice.js';
import type { Instance } from './instance.js';
import { Selection } from './selection.js';

/** A set that meets every need: the cheapest way for the most constrained need, again and again, without what is superfluous. */
export function firstSet(instance: Instance): readonly number[] {
  const selection = new Selection(instance);
  complete(instance, selection);
  return selection.scopes();
}

/** Exchanges that are tried at most: the search goes on from there. */
const mostExchanges = 2000;

/** Improves a set: leaves out one scope, completes the rest without it, and keeps what is cheaper, until nothing is. */
export function exchange(instance: Instance, start: readonly number[]): readonly number[] {
  const selection = new Selection(instance);
  for (const scope of start) selection.choose(scope);
  let best = start;
  let left = mostExchanges;
  for (let improved = true; improved;) {
    improved = false;
    for (const scope of best) {
      if (selection.chosen[scope] === 0) continue;
      if (left-- <= 0) return best;
      const { cost } = selection;
      selection.release(scope);
      selection.ruleOut(scope);
      const isBetter = complete(instance, selection) && selection.cost < cost;
      selection.admit(scope);
      if (isBetter) best = selection.scopes();
      else restore(selection, best);
      improved ||= isBetter;
    }
  }
  return best;
}

function restore(selection: Selection, scopes: readonly number[]): void {
  const wanted = new Set(scopes);
  for (const scope of selection.scopes()) if (!wanted.has(scope)) selection.release(scope);
  for (const scope of scopes) if (selection.chosen[scope] === 0) selection.choose(scope);
}

/** Meets the needs that are left; false when what was ruled out makes that impossible. */
function complete(instance: Instance, selection: Selection): boolean {
  for (
    let scope = nextScope(instance, selection);
    scope !== undefined;
    scope = nextScope(instance, selection)
  ) {
    selection.choose(scope);
  }
  if (!selection.isComplete()) return false;
  dropSuperfluous(selection);
  return true;
}

/** Releases scopes that no need depends on, the most costly first. */
function dropSuperfluous(selection: Selection): void {
  for (;;) {
    let [most, saving] = [-1, 0];
    for (const scope of selection.scopes()) {
      const before = selection.cost;
      selection.release(scope);
      if (selection.isComplete() && before - selection.cost > saving)
        [most, saving] = [scope, before - selection.cost];
      selection.choose(scope);
    }
    if (most < 0) return;
    selection.release(most);
  }
}
