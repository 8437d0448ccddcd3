import type { Expr } from '../model/module-summary.js';
import type { Lowering } from './draft.js';
import type { Variable } from './scopes.js';

/**
 * `tables.forEach((table) => { Object.assign(all, table) })`: what a callback merges into a variable around it is set
 * member by member, so that each of its runs adds its own. Of a function with a name, callers say what is merged.
 */
export function storeMerged(l: Lowering, variable: Variable, value: Expr): boolean {
  const isCallback = l.draft.functions[l.fn.index]?.name === '';
  if (variable.owner === l.fn.node || !isCallback || value.kind !== 'object') return false;
  const [old, ...sources] = value.entries;
  if (old?.kind !== 'spread' || !sources.every(({ kind }) => kind === 'spread')) return false;
  const { at } = value;
  for (const [i, source] of sources.entries()) {
    if (source.kind !== 'spread') continue;
    const key: Expr = { kind: 'element', of: source.value, test: `merged:${at[0]}:${i}`, keys: true, at };
    l.draft.stores.push({
      target: old.value,
      path: [key],
      value: { kind: 'member', object: source.value, key, at },
      within: l.fn.index,
      at,
    });
  }
  return true;
}
