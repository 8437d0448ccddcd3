import { possibleWays } from './choice.js';
import type { Instance } from './instance.js';
import type { Selection } from './selection.js';
import type { Way } from './ways.js';

/**
 * A lower bound on the cost of every completion of a selection. Each cost item is one purse: every unmet need in
 * turn takes from the purses until each of its possible ways holds as much as its cheapest, and what it took is
 * certain to be paid. No coin is taken twice, so the sum is. (A feasible dual solution of the linear relaxation in
 * which each need picks one way.)
 */
export class Bound {
  /** What is left in each purse: a scope that is chosen costs at least that much more than the bound. */
  readonly left: Float64Array;
  /** Cost items that were looked at so far: the measure of work. */
  steps = 0;
  private readonly taken: Float64Array;
  /** Needs in the order in which they take: those with few ways, then the dear ones, come to full purses. */
  private readonly order: readonly number[];

  constructor(private readonly instance: Instance) {
    const dues = instance.ways.map((ways) => Math.min(...ways.map((way) => this.full(way))));
    this.order = [...instance.ways.keys()].sort(
      (a, b) =>
        (instance.ways[a]?.length ?? 0) - (instance.ways[b]?.length ?? 0) || (dues[b] ?? 0) - (dues[a] ?? 0),
    );
    this.left = new Float64Array(instance.weights.length);
    this.taken = new Float64Array(instance.weights.length);
  }

  /** The bound, in the instance's weights; infinite when some need can't be met. */
  compute(selection: Selection): number {
    this.steps += this.left.length + this.order.length;
    const { instance, left } = this;
    for (let item = 0; item < left.length; item++) {
      left[item] = selection.isPaid(item) ? 0 : (instance.weights[item] ?? 0);
    }
    let bound = selection.cost;
    for (const need of this.order) {
      if (selection.held[need] !== 0) continue;
      const ways = possibleWays(instance, selection, need);
      if (ways.length === 0) return Infinity;
      bound += this.takeFor(ways);
    }
    return bound;
  }

  /** What choosing a scope costs beyond the bound, at least. */
  surcharge(scope: number): number {
    let sum = 0;
    for (const item of this.instance.causes[scope] ?? []) sum += this.left[item] ?? 0;
    return sum;
  }

  private full(way: Way): number {
    return way.items.reduce((sum, item) => sum + (this.instance.weights[item] ?? 0), 0);
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
    for (const way of ways) {
      for (const item of way.items) taken[item] = 0;
      this.steps += way.items.length;
    }
    return cheapest;
  }
}
