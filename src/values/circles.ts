import type { Machine } from './machine.js';

/** Whether something is being found: whoever asks for it meanwhile gets an answer that does without it. */
export function isBeingFound(m: Machine, key: string): boolean {
  const since = m.beingFound.get(key);
  if (since === undefined) return false;
  m.circle = Math.min(m.circle, since);
  return true;
}

/** Finds something of which `otherwise` is said to whoever asks for it meanwhile. */
export function whileFinding<T>(m: Machine, key: string, find: () => T, otherwise: () => T): T {
  if (isBeingFound(m, key)) return otherwise();
  m.beingFound.set(key, m.beingFound.size);
  try {
    return find();
  } finally {
    m.beingFound.delete(key);
  }
}

/**
 * Whether an answer is the same for whoever asks: it did without nothing that was being found before what is being
 * found now, and indexes over the program were there.
 */
export function foundWhole<T>(m: Machine, find: () => T): { readonly found: T; readonly isWhole: boolean } {
  const { circle } = m;
  m.circle = Infinity;
  const found = find();
  const isClosed = m.circle >= m.beingFound.size - 1;
  m.circle = isClosed ? circle : Math.min(circle, m.circle);
  const isIndexed = ![m.stores, m.hierarchy, m.madeClasses].includes('building');
  return { found, isWhole: isClosed && isIndexed };
}
