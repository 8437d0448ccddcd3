import type { Machine } from './machine.js';
import { beginReads, endReads, readAnswer, type Reads } from './reads.js';

/** Where a question stood when an answer within it was begun. */
export interface Begun {
  readonly steps: number;
  readonly cutReads: number;
  /** What was being found before. */
  readonly outer: Reads | undefined;
}

/** Begins an answer that will be kept, or forgotten, under a key. */
export const begin = (m: Machine, kept: object, key: unknown): Begun => ({
  steps: m.steps,
  cutReads: m.cutReads,
  outer: beginReads(m, kept, key),
});

/** A place that keeps answers, each under its key. */
interface Answers<K, V> {
  get(key: K): V | undefined;
  set(key: K, answer: V): unknown;
  delete(key: K): unknown;
}

/** An answer that was kept. What rests on one that few steps cut off is as incomplete. */
export function recall<K, V>(m: Machine, kept: Answers<K, V>, key: K): V | undefined {
  const known = kept.get(key);
  if (known !== undefined) readAnswer(m, kept, key);
  // How much was begun before it isn't known.
  if (known === 'running') m.circle = -1;
  if (known !== undefined && m.cutOff?.answers.has(known)) m.cutReads += 1;
  return known;
}

/** Keeps an answer, unless the budget was spent elsewhere and cut it off, or it isn't the whole one. */
export function remember<K, V>(
  m: Machine,
  kept: Answers<K, V>,
  key: K,
  answer: V,
  begun: Begun,
  isWhole = true,
): void {
  if (isWhole && isSettled(m, begun)) keep(m, kept, key, answer, begun);
  else {
    kept.delete(key);
    endReads(m, begun.outer);
  }
}

export const isSettled = (m: Machine, begun: Begun): boolean =>
  m.steps <= m.limit || (!m.isGlance && m.steps - begun.steps > m.limit / 4);

/** Keeps an answer: one that few steps cut off until there are more. */
export function keep<K, V>(m: Machine, kept: Answers<K, V>, key: K, answer: V, begun: Begun): void {
  kept.set(key, answer);
  endReads(m, begun.outer);
  const isCutOff = m.steps > m.limit && m.limit < m.budget.steps;
  if (!m.cutOff || (!isCutOff && m.cutReads === begun.cutReads)) return;
  m.cutOff.answers.add(answer);
  m.cutOff.forget.push(() => kept.get(key) === answer && kept.delete(key));
}

/** Forgets what few steps cut off: the questions from now on have more. */
export function forgetCutOff(m: Machine): void {
  for (const forget of m.cutOff?.forget ?? []) forget();
  m.cutOff = undefined;
}

/** Keeps what is found at first. */
export function findOnce<K, V>(
  m: Machine,
  kept: Answers<K, V> & { has(key: K): boolean },
  key: K,
  find: () => V,
): V {
  if (kept.has(key)) {
    readAnswer(m, kept, key);
    return kept.get(key) as V;
  }
  const outer = beginReads(m, kept, key);
  const found = find();
  endReads(m, outer);
  kept.set(key, found);
  return found;
}
