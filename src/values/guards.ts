/**
 * Decisions under which a value holds: `activation:test` to the branch taken. A list that shares its tail with the
 * sets it was made from, since evaluation makes millions of sets that differ from others in one decision.
 */
export interface Guards {
  readonly size: number;
  /** One bit for each key, so that most keys that aren't there need no walk. */
  readonly bits: number;
  readonly key: string;
  readonly branch: string;
  readonly rest: Guards | undefined;
}

/** Conditions beyond this many cost more than the contradictions that they would show. */
const mostGuards = 20;

export const noGuards: Guards = { size: 0, bits: 0, key: '', branch: '', rest: undefined };

/** Says that decisions were left out of a set: what holds under it may not go with all that it doesn't contradict. */
const lostKey = '…';

export const oneGuard = (key: string, branch: string): Guards => before(noGuards, key, branch, bitOf(key));

/** Whether decisions are missing that would say what goes together. */
export const isLost = (guards: Guards): boolean => branchOf(guards, lostKey) !== undefined;

export const isLostKey = (key: string): boolean => key === lostKey;

/** The branch that was taken in a decision; undefined where nothing is said of it. */
export const branchOf = (guards: Guards, key: string): string | undefined =>
  find(guards, key, bitOf(key))?.branch;

/** The set with one decision more; undefined when it contradicts that. */
export function withGuard(guards: Guards, key: string, branch: string): Guards | undefined {
  const bit = bitOf(key);
  const known = find(guards, key, bit);
  if (known) return known.branch === branch ? guards : undefined;
  return before(guards, key, branch, bit);
}

/** The decisions of a set that are kept. */
export function keptGuards(guards: Guards, keeps: (own: Guards) => boolean): Guards {
  let out = noGuards;
  for (const own of decisions(guards)) if (keeps(own)) out = before(out, own.key, own.branch, bitOf(own.key));
  return out;
}

/** The set without one decision. */
export const withoutGuard = (guards: Guards, key: string): Guards =>
  keptGuards(guards, (own) => own.key !== key);

/** Both sets of decisions together, or undefined when they contradict each other. */
export function mergeGuards(a: Guards, b: Guards): Guards | undefined {
  if (a.size === 0 || a === b) return b;
  if (b.size === 0) return a;
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let merged = large;
  for (let own = small; own.rest; own = own.rest) {
    const bit = bitOf(own.key);
    const known = find(large, own.key, bit);
    if (!known) merged = before(merged, own.key, own.branch, bit);
    else if (known.branch !== own.branch) return undefined;
  }
  return merged.size > mostGuards ? lostGuards : merged;
}

/** The decisions of a set, the latest first. */
export function decisions(guards: Guards): readonly Guards[] {
  const out: Guards[] = [];
  for (let own = guards; own.rest; own = own.rest) out.push(own);
  return out;
}

const before = (rest: Guards, key: string, branch: string, bit: number): Guards => ({
  size: rest.size + 1,
  bits: rest.bits | bit,
  key,
  branch,
  rest,
});

function find(guards: Guards, key: string, bit: number): Guards | undefined {
  if ((guards.bits & bit) === 0) return undefined;
  for (let own = guards; own.rest; own = own.rest) if (own.key === key) return own;
  return undefined;
}

/** Keys begin with the number of an activation and end with a position: both ends tell them apart. */
const bitOf = (key: string): number =>
  1 << ((key.charCodeAt(key.length - 1) + 7 * key.charCodeAt(key.length - 2) + 3 * key.charCodeAt(0)) & 31);

/** Of a value under decisions that are too many to tell. */
export const lostGuards: Guards = oneGuard(lostKey, lostKey);
