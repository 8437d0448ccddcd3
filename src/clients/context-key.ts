import { functionKey } from '../values/machine.js';
import { callKey } from '../values/outcome.js';
import type { Activation } from '../values/value.js';
import { lengthOf } from './call-chain.js';
import type { Context } from './callers.js';
import { pathParts, urlKey, type Candidate } from './candidate.js';

/** Equal for contexts that the same chain of calls leads to. */
export const chainKey = ({ callers }: Context, top: Activation): string =>
  [functionKey(top.module, top.fn), ...callers.map((s) => `${callKey(s)}/${s.activation.id}`)].join();

/** Equal for contexts that say the same of the request: callers beyond the one that fixed it don't count. */
export function contextKey(context: Context): string {
  const shapes = context.views.map((view) => view.candidates.map(shapeOf).join('|'));
  const last = shapes.at(-1) ?? '';
  const level = shapes.indexOf(last);
  const used = lengthOf(context.views[level]?.activation);
  const chain = context.callers.slice(context.callers.length - used);
  return `${chain.map(callKey).join()} ${last}`;
}

const shapeOf = (c: Candidate): string =>
  `${c.methods === 'unknown' ? '*' : c.methods.join()} ${pathParts(c.url)
    .map((p) => (p.kind === 'text' ? p.text : '{}'))
    .join('')}`;

/** Of contexts that say the same, one is kept, whichever is found first. */
export function keepOne(ends: Map<string, Context>, context: Context): void {
  const key = contextKey(context);
  const known = ends.get(key);
  if (!known || wordsOf(context) < wordsOf(known)) ends.set(key, context);
}

/** What a context says with the names of what isn't known, and what calls lead there. */
const wordsOf = ({ views, callers }: Context): string =>
  [...(views.at(-1)?.candidates ?? []).map(({ url }) => urlKey(url)), ...callers.map(callKey)].join(' ');
