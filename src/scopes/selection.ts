import type { Instance } from './instance.js';

/**
 * Which scopes are chosen and which are ruled out, with all that follows kept up to date: what is provided, which
 * clauses hold, what it costs. Every change can be taken back, in any order.
 */
export class Selection {
  /** In the instance's weights. */
  cost = 0;
  readonly chosen: Uint8Array;
  readonly ruledOut: Uint8Array;
  /** For each clause how many of its sets are provided. */
  readonly held: Int32Array;
  /** For each set how many of its things are not provided yet, and how many can't be any more. */
  readonly missing: Int32Array;
  readonly lost: Int32Array;
  /** For each thing how many chosen scopes provide it, and how many scopes are ruled out that would. */
  private readonly provided: Int32Array;
  private readonly closed: Int32Array;

  constructor(private readonly instance: Instance) {
    this.chosen = new Uint8Array(instance.scopes.length);
    this.ruledOut = new Uint8Array(instance.scopes.length);
    this.held = new Int32Array(instance.clauses);
    this.missing = Int32Array.from(instance.sets, (set) => set.things.length);
    this.lost = new Int32Array(instance.sets.length);
    this.provided = new Int32Array(instance.providers.length);
    this.closed = new Int32Array(instance.providers.length);
  }

  isOpen(scope: number): boolean {
    return this.chosen[scope] === 0 && this.ruledOut[scope] === 0;
  }

  isProvided(thing: number): boolean {
    return this.provided[thing] !== 0;
  }

  /** Whether the chosen scopes cause a cost item. */
  isPaid(item: number): boolean {
    const clause = this.instance.needs + item;
    return clause < this.instance.clauses
      ? this.held[clause] !== 0
      : this.chosen[clause - this.instance.clauses] === 1;
  }

  /** Whether every need is met. */
  isComplete(): boolean {
    for (let need = 0; need < this.instance.needs; need++) if (this.held[need] === 0) return false;
    return true;
  }

  /** The chosen scopes, ascending. */
  scopes(): number[] {
    return [...this.instance.scopes.keys()].filter((scope) => this.chosen[scope] === 1);
  }

  choose(scope: number): void {
    this.chosen[scope] = 1;
    this.cost += 1;
    for (const thing of this.instance.gains[scope] ?? []) {
      if (add(this.provided, thing, 1) !== 1) continue;
      for (const set of this.instance.setsOf[thing] ?? []) {
        if (add(this.missing, set, -1) === 0) this.hold(set);
      }
    }
  }

  release(scope: number): void {
    this.chosen[scope] = 0;
    this.cost -= 1;
    for (const thing of this.instance.gains[scope] ?? []) {
      if (add(this.provided, thing, -1) !== 0) continue;
      for (const set of this.instance.setsOf[thing] ?? []) {
        if (add(this.missing, set, 1) === 1) this.letGo(set);
      }
    }
  }

  ruleOut(scope: number): void {
    this.ruledOut[scope] = 1;
    for (const thing of this.instance.gains[scope] ?? []) {
      if (add(this.closed, thing, 1) !== this.instance.providers[thing]?.length) continue;
      for (const set of this.instance.setsOf[thing] ?? []) add(this.lost, set, 1);
    }
  }

  admit(scope: number): void {
    this.ruledOut[scope] = 0;
    for (const thing of this.instance.gains[scope] ?? []) {
      if (add(this.closed, thing, -1) + 1 !== this.instance.providers[thing]?.length) continue;
      for (const set of this.instance.setsOf[thing] ?? []) add(this.lost, set, -1);
    }
  }

  private hold(set: number): void {
    const clause = this.instance.sets[set]?.clause ?? 0;
    if (add(this.held, clause, 1) === 1) this.cost += this.weightOf(clause);
  }

  private letGo(set: number): void {
    const clause = this.instance.sets[set]?.clause ?? 0;
    if (add(this.held, clause, -1) === 0) this.cost -= this.weightOf(clause);
  }

  private weightOf(clause: number): number {
    return clause < this.instance.needs ? 0 : (this.instance.weights[clause - this.instance.needs] ?? 0);
  }
}

function add(counts: Int32Array, index: number, by: number): number {
  const sum = (counts[index] ?? 0) + by;
  counts[index] = sum;
  return sum;
}
