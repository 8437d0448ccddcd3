import type { Term } from '../../../src/load/term.js';
import {
  alternative,
  background,
  call,
  delay,
  nothing,
  parallel,
  parallelLoop,
  sequence,
  sequentialLoop,
} from '../../../src/load/term.js';
import { constant } from '../../../src/load/quantity.js';
import { integer } from './random.js';

/** A random term; rigid ones have no branches, no unlike things side by side and no lanes that are left empty. */
export function randomTerm(random: () => number, depth: number, rigid = false): Term {
  const inner = (): Term => randomTerm(random, depth - 1, rigid);
  const n = (low: number, high: number) => constant(integer(random, low, high));
  const choice = depth <= 0 ? 0 : random();
  if (choice < 0.2) return call(integer(random, 0, 1));
  if (choice < 0.3) return sequence(inner(), delay(n(20, 3000)), inner());
  if (choice < 0.42) return sequence(inner(), inner());
  if (choice < 0.55) return sequentialLoop(n(1, 25), inner());
  if (choice < 0.65) return parallelLoop(n(1, 15), inner());
  if (choice < 0.75) {
    const lanes = integer(random, 1, 6);
    const count = rigid ? lanes * integer(random, 1, 6) : integer(random, 1, 30);
    return { kind: 'lanes', lanes: constant(lanes), count: constant(count), body: inner() };
  }
  if (choice < 0.83) {
    const gapMs = n(0, 1500);
    return {
      kind: 'chunk',
      count: n(5, 40),
      size: n(2, 10),
      body: inner(),
      gapMs,
      trailingGap: random() < 0.5,
    };
  }
  if (rigid) return parallelLoop(n(1, 15), inner());
  if (choice < 0.9) return parallel(inner(), inner());
  if (choice < 0.92) return { kind: 'race', branches: [inner(), inner()] };
  if (choice < 0.95) return background(inner());
  return random() < 0.5 ? alternative(inner(), inner()) : alternative(inner(), nothing);
}

/** Most requests of one run, of any index. */
export function sizeOf(term: Term): number {
  const of = (quantity: { kind: string; value?: number }): number => quantity.value ?? 0;
  switch (term.kind) {
    case 'call':
      return 1;
    case 'delay':
    case 'idle':
    case 'unknown':
      return 0;
    case 'race':
      return term.branches.reduce((sum, branch) => sum + sizeOf(branch), 0);
    case 'sequence':
      return term.steps.reduce((sum, step) => sum + sizeOf(step), 0);
    case 'parallel':
      return term.branches.reduce((sum, branch) => sum + sizeOf(branch), 0);
    case 'alternative':
      return Math.max(...term.options.map(sizeOf));
    case 'retry':
      return of(term.attempts) * sizeOf(term.body);
    case 'limited':
    case 'step':
    case 'background':
    case 'on-failure':
    case 'unexpected':
      return sizeOf(term.body);
    default:
      return of(term.count) * sizeOf(term.body);
  }
}
