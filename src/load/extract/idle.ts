import type { LimiterUse, Term } from '../term.js';
import type { Run } from './run.js';
import { waited } from './run.js';

/** What stands for the promises of all that waits in a limiter, among the variables that hold promises. */
const allIn = (id: string): string => `all in ${id}`;

/** Waits for what was given to a limiter before; `atMost`, for no longer than that. */
export const waitForIdle = (limiter: LimiterUse, atMost: boolean): Run =>
  waited({ kind: 'idle', limiter }, new Set(atMost ? [] : [allIn(limiter.id)]));

/** What does nothing but pass a limiter, as it is where somebody waits for it, and what to wait for then. */
export function throughOne(term: Term): { readonly term: Term; readonly key: string } | undefined {
  if (term.kind === 'limited') return { term, key: allIn(term.limiter.id) };
  if (term.kind === 'background') return throughOne(term.body);
  if (term.kind !== 'parallel-loop') return undefined;
  const inside = throughOne(term.body);
  return inside && { term: { ...term, body: inside.term }, key: inside.key };
}
