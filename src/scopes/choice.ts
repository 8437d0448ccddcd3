import type { Instance } from './instance.js';
import type { Selection } from './selection.js';
import type { Way } from './ways.js';

/** The ways to meet a need that nothing ruled out yet. */
export function possibleWays(instance: Instance, selection: Selection, need: number): Way[] {
  return (instance.ways[need] ?? []).filter((way) => isPossible(selection, way));
}

function isPossible(selection: Selection, way: Way): boolean {
  if (selection.lost[way.set] !== 0) return false;
  for (const scope of way.scopes) if (selection.ruledOut[scope] === 1) return false;
  return true;
}

/** A scope of the cheapest way to meet the need that has the fewest ways; undefined when all needs are met. */
export function nextScope(instance: Instance, selection: Selection): number | undefined {
  let ways: readonly Way[] | undefined;
  for (let need = 0; need < instance.needs; need++) {
    if (selection.held[need] !== 0) continue;
    const possible = possibleWays(instance, selection, need);
    if (!ways || possible.length < ways.length) ways = possible;
  }
  let cheapest: { readonly way: Way; readonly cost: number } | undefined;
  for (const way of ways ?? []) {
    const cost = unpaid(instance, selection, way);
    if (!cheapest || cost < cheapest.cost) cheapest = { way, cost };
  }
  return cheapest && openScopeOf(instance, selection, cheapest.way);
}

/** What a way adds to the cost, at least. */
function unpaid(instance: Instance, selection: Selection, way: Way): number {
  let sum = 0;
  for (const item of way.items) if (!selection.isPaid(item)) sum += instance.weights[item] ?? 0;
  return sum;
}

function openScopeOf(instance: Instance, selection: Selection, { scopes, set }: Way): number | undefined {
  const open = scopes.find((scope) => selection.isOpen(scope));
  if (open !== undefined) return open;
  const missing = instance.sets[set]?.things.find((thing) => !selection.isProvided(thing)) ?? -1;
  return instance.providers[missing]?.find((scope) => selection.isOpen(scope));
}
