import { Bound, isPossible } from './bound.js';
import type { Instance } from './instance.js';
import { Selection } from './selection.js';
import type { Way } from './ways.js';

/** The best set that was found, as indexes of scopes, and the least that any set can cost. */
export interface SearchResult {
  readonly scopes: readonly number[];
  readonly cost: number;
  readonly bound: number;
  /** False when the budget ended before every better set, and every equal one that is earlier by name, was ruled out. */
  readonly proven: boolean;
  /** Search nodes that were visited. */
  readonly nodes: number;
}

/** Depth-first branch and bound over "chosen or ruled out", cheapest way first. Deterministic: the budget is a number of nodes. */
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
  private nodes = 0;
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
    this.dive();
    this.visit(this.bound.compute(this.selection));
    const { best: scopes, bestCost: cost, unvisited, nodes } = this;
    return { scopes, cost, bound: Math.min(cost, unvisited), proven: unvisited > cost, nodes };
  }

  /** A first set: the cheapest way for the most constrained need, again and again, then without what is superfluous. */
  private dive(): void {
    const chosen: number[] = [];
    for (let scope = this.nextScope(); scope !== undefined; scope = this.nextScope()) {
      this.selection.choose(scope);
      chosen.push(scope);
    }
    const kept = this.withoutSuperfluous(chosen);
    this.record();
    for (const scope of kept) this.selection.release(scope);
  }

  private withoutSuperfluous(chosen: readonly number[]): readonly number[] {
    const { selection } = this;
    let kept = chosen;
    for (;;) {
      let [most, saving] = [-1, 0];
      for (const scope of kept) {
        const before = selection.cost;
        selection.release(scope);
        if (this.isComplete() && before - selection.cost > saving) [most, saving] = [scope, before - selection.cost];
        selection.choose(scope);
      }
      if (most < 0) return kept;
      selection.release(most);
      kept = kept.filter((scope) => scope !== most);
    }
  }

  private visit(inherited: number): void {
    if (this.nodes >= this.budget) {
      this.unvisited = Math.min(this.unvisited, inherited);
      return;
    }
    this.nodes += 1;
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
    const scope = this.nextScope();
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
    for (let changed = true; changed; ) {
      changed = false;
      for (let need = 0; need < instance.needs; need++) {
        if (selection.held[need] !== 0) continue;
        const [way, other] = this.possibleWays(need);
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
    const differing = this.instance.scopes.findIndex((_, scope) => best.has(scope) !== (this.selection.chosen[scope] === 1));
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

  /** A scope of the cheapest way to meet the need that has the fewest ways; undefined when all needs are met. */
  private nextScope(): number | undefined {
    let ways: readonly Way[] | undefined;
    for (let need = 0; need < this.instance.needs; need++) {
      if (this.selection.held[need] !== 0) continue;
      const possible = this.possibleWays(need);
      if (!ways || possible.length < ways.length) ways = possible;
    }
    let cheapest: { readonly way: Way; readonly cost: number } | undefined;
    for (const way of ways ?? []) {
      const cost = this.unpaid(way);
      if (!cheapest || cost < cheapest.cost) cheapest = { way, cost };
    }
    return cheapest && this.openScopeOf(cheapest.way);
  }

  private openScopeOf({ scopes, set }: Way): number | undefined {
    const { instance, selection } = this;
    const open = scopes.find((scope) => selection.isOpen(scope));
    if (open !== undefined) return open;
    const missing = instance.sets[set]?.things.find((thing) => !selection.isProvided(thing)) ?? -1;
    return instance.providers[missing]?.find((scope) => selection.isOpen(scope));
  }

  private possibleWays(need: number): Way[] {
    return (this.instance.ways[need] ?? []).filter((way) => isPossible(this.selection, way));
  }

  private unpaid(way: Way): number {
    return way.items.reduce((sum, item) => sum + (this.bound.isPaid(this.selection, item) ? 0 : (this.instance.weights[item] ?? 0)), 0);
  }

  private isComplete(): boolean {
    for (let need = 0; need < this.instance.needs; need++) if (this.selection.held[need] === 0) return false;
    return true;
  }

  private record(): void {
    const { cost, chosen } = this.selection;
    if (cost > this.bestCost || (cost === this.bestCost && !this.comesEarlier())) return;
    this.best = this.instance.scopes.map((_, scope) => scope).filter((scope) => chosen[scope] === 1);
    this.bestCost = cost;
  }
}
