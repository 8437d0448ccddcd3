import type { Machine } from './machine.js';

/** Where a question stood when an answer within it was begun. */
export interface Begun {
  readonly steps: number;
  readonly cutReads: number;
}

export const begin = ({ steps, cutReads }: Machine): Begun => ({ steps, cutReads });

/** A place that keeps answers, each under its key. */
interface Answers<K, V> {
  get(key: K): V | undefined;
  set(key: K, answer: V): unknown;
  delete(key: K): unknown;
}

/** An answer that was kept. What rests on one that few steps cut off is as incomplete. */
export function recall<K, V>(m: Machine, kept: Answers<K, V>, key: K): V | undefined {
  const known = kept.get(key);
  if (known !== undefined && m.cutOff?.answers.has(known)) m.cutReads += 1;
  return known;
}

/** Keeps an answer, unless the budget was spent elsewhere and cut it off. */
export function remember<K, V>(m: Machine, kept: Answers<K, V>, key: K, answer: V, begun: Begun): void {
  if (isSettled(m, begun)) keep(m, kept, key, answer, begun);
  else kept.delete(key);
}

export const isSettled = (m: Machine, begun: Begun): boolean =>
  m.steps <= m.limit || (!m.isGlance && m.steps - begun.steps > m.limit / 4);

/** Keeps an answer: one that few steps cut off until there are more. */
export function keep<K, V>(m: Machine, kept: Answers<K, V>, key: K, answer: V, begun: Begun): void {
  kept.set(key, answer);
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
