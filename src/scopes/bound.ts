import type { Instance } from './instance.js';
import type { Selection } from './selection.js';
import type { Way } from './ways.js';

/** Whether a way is still possible. */
export function isPossible(selection: Selection, way: Way): boolean {
  if (selection.lost[way.set] !== 0) return false;
  for (const scope of way.scopes) if (selection.ruledOut[scope] === 1) return false;
  return true;
}

/**
 * A lower bound on the cost of every completion of a selection. Each cost item is one purse: every unmet need in
 * turn takes from the purses until each of its possible ways holds as much as its cheapest, and what it took is
 * certain to be paid. No coin is taken twice, so the sum is. (A feasible dual solution of the linear relaxation in
 * which each need picks one way.)
 */
export class Bound {
  /** What is left in each purse: a scope that is chosen costs at least that much more than the bound. */
  readonly left: Float64Array;
  private readonly taken: Float64Array;

  constructor(private readonly instance: Instance) {
    this.left = new Float64Array(instance.weights.length);
    this.taken = new Float64Array(instance.weights.length);
  }

  /** The bound, in the instance's weights; infinite when some need can't be met. */
  compute(selection: Selection): number {
    const { instance, left } = this;
    for (let item = 0; item < left.length; item++) {
      left[item] = this.isPaid(selection, item) ? 0 : (instance.weights[item] ?? 0);
    }
    let bound = selection.cost;
    for (let need = 0; need < instance.needs; need++) {
      if (selection.held[need] !== 0) continue;
      const ways = (instance.ways[need] ?? []).filter((way) => isPossible(selection, way));
      if (ways.length === 0) return Infinity;
      bound += this.takeFor(ways);
    }
    return bound;
  }

  /** Whether the chosen scopes cause a cost item already. */
  isPaid(selection: Selection, item: number): boolean {
    const surplus = this.instance.clauses - this.instance.needs;
    return item < surplus ? selection.held[this.instance.needs + item] !== 0 : selection.chosen[item - surplus] === 1;
  }

  /** What choosing a scope costs beyond the bound, at least. */
  surcharge(scope: number): number {
    let sum = 0;
    for (const item of this.instance.causes[scope] ?? []) sum += this.left[item] ?? 0;
    return sum;
  }

  private takeFor(ways: readonly Way[]): number {
    const { left, taken } = this;
    let cheapest = Infinity;
    for (const way of ways) {
      let sum = 0;
      for (const item of way.items) {
        sum += left[item] ?? 0;
        if (sum >= cheapest) break;
      }
      if (sum < cheapest) cheapest = sum;
    }
    if (cheapest === 0) return 0;
    for (const way of ways) {
      let due = cheapest;
      for (const item of way.items) due -= taken[item] ?? 0;
      for (const item of way.items) {
        if (due <= 0) break;
        const part = Math.min(due, left[item] ?? 0);
        left[item] = (left[item] ?? 0) - part;
        taken[item] = (taken[item] ?? 0) + part;
        due -= part;
      }
    }
    for (const way of ways) for (const item of way.items) taken[item] = 0;
    return cheapest;
  }
}
