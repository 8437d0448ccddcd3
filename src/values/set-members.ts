import type { Expr, FunctionIndex, ModuleSummary } from '../model/module-summary.js';

/** A member of `this` that a function sets. The key is an expression where it is computed. */
export interface SetMember {
  readonly key: string | Expr;
  readonly value: Expr;
  /** It is set whenever the function runs. */
  readonly isSure: boolean;
}

const indexes = new WeakMap<ModuleSummary, ReadonlyMap<FunctionIndex, readonly SetMember[]>>();

/** The members of `this` that each function of a module sets: fields of classes, and stores. */
export function setBy(module: ModuleSummary): ReadonlyMap<FunctionIndex, readonly SetMember[]> {
  const known = indexes.get(module);
  if (known) return known;
  const index = new Map<FunctionIndex, SetMember[]>();
  const add = (fn: FunctionIndex, member: SetMember): void =>
    void index.set(fn, [...(index.get(fn) ?? []), member]);
  for (const { members } of module.classes)
    for (const x of members)
      if (x.isAssigned && !x.isStatic && x.value && x.within !== undefined)
        add(x.within, { key: x.key, value: x.value, isSure: !x.isConditional && !x.under });
  for (const { target, path, value, within, isConditional, guards } of module.stores) {
    const [key, ...deeper] = path;
    if (target.kind !== 'this' || !key || deeper.length > 0) continue;
    add(within, {
      key: key.kind === 'literal' ? String(key.value) : key,
      value,
      isSure: !isConditional && !guards,
    });
  }
  indexes.set(module, index);
  return index;
}
