import type { ModuleSummary, Store } from '../model/module-summary.js';
import { evaluate, force } from './evaluate.js';
import { classChain } from './instance.js';
import { classKey, functionKey, rootActivation, type Hierarchy, type Machine } from './machine.js';
import type { ClassValue, FunctionValue } from './value.js';

const empty: Hierarchy = { subclasses: new Map(), prototypeOwner: new Map() };

/** Which classes extend which, over the whole program. Made at first use. */
export function hierarchyOf(m: Machine): Hierarchy {
  if (m.hierarchy === 'building') return empty;
  if (m.hierarchy) return m.hierarchy;
  m.hierarchy = 'building';
  const subclasses = new Map<string, ClassValue[]>();
  const prototypeOwner = new Map<string, FunctionValue>();
  for (const file of m.program.files) {
    const module = m.program.modules.get(file);
    if (!module) continue;
    module.classes.forEach((summary, cls) => {
      if (!summary.extends) return;
      const value: ClassValue = {
        kind: 'class',
        cls,
        summary,
        activation: rootActivation(m, module, summary.within),
      };
      for (const base of classChain(m, value).slice(1)) {
        if (base.kind !== 'class') continue;
        const key = classKey(base.activation.module, base.cls);
        subclasses.set(key, [...(subclasses.get(key) ?? []), value]);
      }
    });
    for (const store of module.stores) collectPrototype(m, module, store, prototypeOwner);
  }
  m.hierarchy = { subclasses, prototypeOwner };
  return m.hierarchy;
}

/** `F.prototype.m = function …` and `F.prototype = { m() {} }`. */
function collectPrototype(
  m: Machine,
  module: ModuleSummary,
  store: Store,
  owners: Map<string, FunctionValue>,
): void {
  const [first] = store.path;
  if (first?.kind !== 'literal' || first.value !== 'prototype') return;
  const activation = rootActivation(m, module, store.within);
  const owner = evaluate(m, store.target, activation)[0]?.value;
  if (owner?.kind !== 'function') return;
  for (const { value } of evaluate(m, store.value, activation)) {
    if (value.kind === 'function') owners.set(functionKey(value.activation.module, value.fn), owner);
    if (value.kind !== 'object') continue;
    for (const lazy of value.props.values()) {
      const method =
        lazy.kind === 'expr' && lazy.expr.kind === 'function' ? force(m, lazy)[0]?.value : undefined;
      if (method?.kind === 'function') owners.set(functionKey(method.activation.module, method.fn), owner);
    }
  }
}
