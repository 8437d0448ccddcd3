import type { Expr, FunctionIndex, ModuleSummary } from '../../model/module-summary.js';
import { baseBinding } from '../../values/evaluate.js';
import type { Activation } from '../../values/value.js';
import { spanIn } from '../../values/value.js';
import { assignedLater } from './module-variables.js';
import type { Reader } from './reader.js';

/** Whether a function runs before anything else uses what it sets. */
export const isStart = (module: ModuleSummary, fn: FunctionIndex): boolean =>
  fn === 0 || /^(?:constructor|field)$/.test(module.functions[fn]?.kind ?? '');

/** What outlives the runs of a function: a variable of the module, a field of an object that the module makes; with all that is put there. */
export interface Slot {
  readonly name: string;
  /** The field, where it is one. */
  readonly field?: string;
  readonly values: readonly { readonly value: Expr; readonly within: FunctionIndex }[];
}

export function slotOf({ module, self, summary }: Activation, expr: Expr | undefined): Slot | undefined {
  if (expr?.kind === 'reference') {
    const base = baseBinding(expr.binding);
    return isOfModule(module, base)
      ? {
          name: base,
          values: Object.entries(module.bindings).flatMap(([id, binding]) =>
            baseBinding(id) === base && binding.value.kind !== 'choice' ? [binding] : [],
          ),
        }
      : undefined;
  }
  if (expr?.kind !== 'member' || expr.object.kind !== 'this' || expr.key.kind !== 'literal') return undefined;
  const isMadeOnce = self?.every(({ value }) => value.kind === 'instance' && value.from?.activation.fn === 0);
  const members = summary.cls === undefined ? undefined : module.classes[summary.cls]?.members;
  if (isMadeOnce !== true || members === undefined) return undefined;
  const name = String(expr.key.value);
  return {
    name: `this.${name}`,
    field: name,
    values: members.flatMap(({ key, kind, value, within }) =>
      kind === 'field' && key === name && value ? [{ value, within: within ?? 0 }] : [],
    ),
  };
}

/** Whether a variable is the module's own. */
function isOfModule(module: ModuleSummary, base: string): boolean {
  const offset = Number(/@(\d+)/.exec(base)?.[1] ?? NaN);
  return !module.functions.some(({ at }, fn) => fn > 0 && at[0] <= offset && offset < at[1]);
}

/** What functions put into a slot later; undefined where something else may change it, or a member of what it holds. */
export function laterIn({ m }: Reader, activation: Activation, slot: Slot): Slot['values'] | undefined {
  const { module, summary, self = [] } = activation;
  if (slot.field === undefined) return assignedLater(module, slot.name);
  const { field } = slot;
  const [own, ...others] = self;
  // What several objects hold, or a class that extends this one sets, is another's.
  if (own?.value.kind !== 'instance' || others.length > 0) return undefined;
  if (own.value.of.kind !== 'class' || own.value.of.cls !== summary.cls) return undefined;
  const isNamed = (expr: Expr): boolean =>
    (expr.kind === 'literal' && expr.value === field) ||
    (expr.kind === 'member' && (isNamed(expr.key) || isNamed(expr.object)));
  for (const file of m.program.files)
    if (m.program.modules.get(file)?.stores.some(({ target, path }) => [target, ...path].some(isNamed)))
      return undefined;
  return slot.values.filter(({ within, value }) => !isStart(module, within) && value.kind !== 'assigned');
}

/** The one object of several of a class whose field a slot is. */
export const ownerOf = ({ self = [] }: Activation): string =>
  self
    .flatMap(({ value }) =>
      value.kind === 'instance' && value.from
        ? [JSON.stringify(spanIn(value.from.activation.module, value.from.call.at))]
        : [],
    )
    .join();
