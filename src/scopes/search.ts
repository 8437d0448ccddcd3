import { Bound } from './bound.js';
import { nextScope, possibleWays } from './choice.js';
import { exchange, firstSet } from './first-set.js';
import type { Instance } from './instance.js';
import { Selection } from './selection.js';

/** The best set that was found, as indexes of scopes, and the least that any set can cost. */
export interface SearchResult {
  readonly scopes: readonly number[];
  readonly cost: number;
  readonly bound: number;
  /** False when the budget ended before every better set, and every equal one that is earlier by name, was ruled out. */
  readonly proven: boolean;
  /** Cost items that were looked at. */
  readonly steps: number;
}

/** Depth-first branch and bound over "chosen or ruled out", cheapest way first. The budget is in steps, so that the same input always gives the same result. */
export function search(instance: Instance, budget: number): SearchResult {
  return new Search(instance, budget).run();
}

interface Change {
  readonly scope: number;
  /** Chosen, or else ruled out. */
  readonly chosen: boolean;
}

class Search {
  private readonly selection: Selection;
  private readonly bound: Bound;
  private best: readonly number[] = [];
  private bestCost = Infinity;
  /** The least bound among nodes that the budget left unvisited. */
  private unvisited = Infinity;

  constructor(
    private readonly instance: Instance,
    private readonly budget: number,
  ) {
    this.selection = new Selection(instance);
    this.bound = new Bound(instance);
  }

  run(): SearchResult {
    const bound = this.bound.compute(this.selection);
    this.best = firstSet(this.instance);
    this.bestCost = this.costOf(this.best);
    if (bound < this.bestCost && this.budget > 0) {
      this.best = exchange(this.instance, this.best);
      this.bestCost = this.costOf(this.best);
    }
    this.visit(bound);
    const { best: scopes, bestCost: cost, unvisited } = this;
    return {
      scopes,
      cost,
      bound: Math.min(cost, unvisited),
      proven: unvisited > cost,
      steps: this.bound.steps,
    };
  }

  private costOf(scopes: readonly number[]): number {
    for (const scope of scopes) this.selection.choose(scope);
    const { cost } = this.selection;
    for (const scope of scopes) this.selection.release(scope);
    return cost;
  }

  private visit(inherited: number): void {
    if (this.bound.steps >= this.budget) {
      this.unvisited = Math.min(this.unvisited, inherited);
      return;
    }
    const trail: Change[] = [];
    const bound = this.narrow(trail);
    if (bound !== undefined) this.branch(Math.max(bound, inherited));
    for (const { scope, chosen } of trail.reverse()) {
      if (chosen) this.selection.release(scope);
      else this.selection.admit(scope);
    }
  }

  private branch(bound: number): void {
    const { selection } = this;
    const scope = nextScope(this.instance, selection);
    if (scope === undefined) {
      this.record();
      return;
    }
    selection.choose(scope);
    this.visit(bound);
    selection.release(scope);
    selection.ruleOut(scope);
    this.visit(bound);
    selection.admit(scope);
  }

  /** Follows what is certain; undefined when nothing better than the best can come of it, else a bound on what can. */
  private narrow(trail: Change[]): number | undefined {
    for (;;) {
      if (!this.chooseForced(trail)) return undefined;
      const bound = this.bound.compute(this.selection);
      if (bound > this.bestCost || (bound === this.bestCost && !this.mayComeEarlier())) return undefined;
      if (!this.ruleOutCostly(bound, trail)) return bound;
    }
  }

  /** Chooses the scopes of needs that one way is left for; false when a need has none. */
  private chooseForced(trail: Change[]): boolean {
    const { instance, selection } = this;
    for (let changed = true; changed;) {
      changed = false;
      for (let need = 0; need < instance.needs; need++) {
        if (selection.held[need] !== 0) continue;
        const [way, other] = possibleWays(instance, selection, need);
        if (!way) return false;
        if (other || !way.complete) continue;
        for (const scope of way.scopes.filter((one) => selection.isOpen(one))) {
          selection.choose(scope);
          trail.push({ scope, chosen: true });
        }
        changed = true;
      }
    }
    return true;
  }

  /** Rules out every scope that would cost more than the best set. */
  private ruleOutCostly(bound: number, trail: Change[]): boolean {
    const before = trail.length;
    this.instance.scopes.forEach((_, scope) => {
      if (!this.selection.isOpen(scope) || bound + this.bound.surcharge(scope) <= this.bestCost) return;
      this.selection.ruleOut(scope);
      trail.push({ scope, chosen: false });
    });
    return trail.length > before;
  }

  /** Whether the chosen scopes precede the best set in alphabetical order: the first scope that only one holds decides. */
  private comesEarlier(): boolean {
    const best = new Set(this.best);
    const differing = this.instance.scopes.findIndex(
      (_, scope) => best.has(scope) !== (this.selection.chosen[scope] === 1),
    );
    return differing >= 0 && !best.has(differing);
  }

  /** Whether a completion of equal cost could precede the best set. */
  private mayComeEarlier(): boolean {
    const best = new Set(this.best);
    for (let scope = 0; scope < this.instance.scopes.length; scope++) {
      if (best.has(scope)) {
        if (this.selection.ruledOut[scope] === 1) return false;
      } else if (this.selection.ruledOut[scope] === 0) return true;
    }
    return false;
  }

  private record(): void {
    const { cost } = this.selection;
    if (cost > this.bestCost || (cost === this.bestCost && !this.comesEarlier())) return;
    this.best = this.selection.scopes();
    this.bestCost = cost;
  }
}
