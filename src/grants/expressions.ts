import type { Expr, FunctionIndex, ModuleSummary } from '../model/module-summary.js';
import { valuesIn } from '../values/sub-expressions.js';

export interface Placed {
  readonly expr: Expr;
  /** The function in which it is evaluated. */
  readonly within: FunctionIndex;
}

/** The outermost expressions of a module: values of variables and members, arguments, results, exports. */
export function* outermost(module: ModuleSummary): Iterable<Placed> {
  for (const { value, within } of Object.values(module.bindings)) yield { expr: value, within };
  for (const { args, within } of module.calls) for (const { value } of args) yield { expr: value, within };
  for (const [within, { returns }] of module.functions.entries())
    for (const { value } of returns) yield { expr: value, within };
  for (const { value, within } of module.stores) yield { expr: value, within };
  for (const { members } of module.classes)
    for (const { value, within } of members) if (value) yield { expr: value, within: within ?? 0 };
  for (const e of module.exports)
    if (e.kind !== 'from' && e.kind !== 'star') yield { expr: e.value, within: 0 };
}

/** Whether a text of the module, keys included, holds the word. */
export function mentions(module: ModuleSummary, word: string): boolean {
  for (const { expr } of outermost(module)) if (holds(expr, word)) return true;
  return false;
}

function holds(expr: Expr, word: string): boolean {
  if (expr.kind === 'literal') return typeof expr.value === 'string' && expr.value.includes(word);
  if (expr.kind === 'object')
    for (const entry of expr.entries)
      if (entry.kind === 'property' && entry.key.kind === 'literal' && String(entry.key.value).includes(word))
        return true;
  return valuesIn(expr).some((part) => holds(part, word));
}
