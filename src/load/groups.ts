import type { Quantity } from './quantity.js';
import { constant } from './quantity.js';
import type { Term } from './term.js';

/** A chunk as groups one after the other, each a burst. */
export function groupsOf(
  term: Extract<Term, { kind: 'chunk' }>,
  value: (quantity: Quantity) => number,
): Term {
  const [count, size] = [value(term.count), Math.max(1, value(term.size))];
  const group = (n: number): Term => ({ kind: 'parallel-loop', count: constant(n), body: term.body });
  const gap: Term = { kind: 'delay', ms: term.gapMs };
  const full = Math.floor(count / size);
  const left = count - full * size;
  const last: Term[] = left > 0 ? [group(left)] : full > 0 ? [group(size)] : [];
  const before = left > 0 ? full : Math.max(0, full - 1);
  const body: Term = { kind: 'sequence', steps: [group(size), gap] };
  const loop: Term = { kind: 'sequential-loop', count: constant(before), body };
  return { kind: 'sequence', steps: [loop, ...last, ...(term.trailingGap ? [gap] : [])] };
}
