import type { ClassSummary, Expr, ModuleSummary, Store } from '../model/module-summary.js';
import { noteEntry, signOfClass } from './entry-signs.js';
import { evaluate, force } from './evaluate.js';
import { classChain } from './inheritance.js';
import { objectChanges } from './object-changes.js';
import { indexing, noteKey, readKey } from './reads.js';
import { runsOf } from './runs.js';
import { usesThis } from './sub-expressions.js';
import { instanceKey } from './stores.js';
import { askAside, classKey, functionKey, rootActivation, type Hierarchy, type Machine } from './machine.js';
import type { ClassValue, FunctionValue, Lazy } from './value.js';

type Maker = ClassValue | FunctionValue;

const empty: Hierarchy = { subclasses: new Map(), prototypeOwners: new Map() };

/** The known classes below one, by `file#class`. */
export function subclassesOf(m: Machine, key: string): readonly ClassValue[] {
  readKey(m, 'subclasses', key);
  return hierarchyOf(m).subclasses.get(key) ?? [];
}

/** What makes the objects to whose prototype a function was assigned, by `file#function`. */
export function prototypeOwnersOf(m: Machine, key: string): readonly Maker[] {
  readKey(m, 'owners', key);
  return hierarchyOf(m).prototypeOwners.get(key) ?? [];
}

/** Which classes extend which, over the whole program. Made at first use. */
export function hierarchyOf(m: Machine): Hierarchy {
  if (m.hierarchy === 'building') return empty;
  if (m.hierarchy) {
    if (m.madeClasses === 'unknown') addMadeClasses(m, m.hierarchy);
    return m.hierarchy;
  }
  m.hierarchy = 'building';
  const subclasses = new Map<string, ClassValue[]>();
  const prototypeOwners = new Map<string, Maker[]>();
  for (const file of m.program.files) {
    const module = m.program.modules.get(file);
    if (!module) continue;
    indexing(m, file, () => collectFrom(m, module, subclasses, prototypeOwners));
  }
  m.hierarchy = { subclasses, prototypeOwners };
  return hierarchyOf(m);
}

function collectFrom(
  m: Machine,
  module: ModuleSummary,
  subclasses: Map<string, ClassValue[]>,
  owners: Map<string, Maker[]>,
): void {
  module.classes.forEach((summary, cls) => {
    if (!summary.extends) return;
    const value: ClassValue = {
      kind: 'class',
      cls,
      summary,
      activation: rootActivation(m, module, summary.within),
    };
    askAside(m, () => addSubclass(m, value, subclasses));
  });
  askAside(m, () => {
    for (const store of module.stores) collectPrototype(m, module, store, owners);
    collectFields(m, module, owners);
    for (const { target, entry } of objectChanges(m, module))
      if (target.kind === 'instance' && target.isRoot) own(m, entry.value, target.of, owners);
  });
}

function addSubclass(m: Machine, value: ClassValue, subclasses: Map<string, ClassValue[]>): void {
  for (const base of classChain(m, value).slice(1)) {
    if (base.kind !== 'class') continue;
    const key = classKey(base.activation.module, base.cls);
    subclasses.set(key, [...(subclasses.get(key) ?? []), value]);
    noteEntry(m, 'subclasses', key, signOfClass(m, value));
  }
}

/** `(Base) => class extends Base {}`: one class for each base that the function is called with. */
function addMadeClasses(m: Machine, hierarchy: Hierarchy): void {
  m.madeClasses = 'building';
  const subclasses = hierarchy.subclasses as Map<string, ClassValue[]>;
  for (const file of m.program.files) {
    const module = m.program.modules.get(file);
    if (!module) continue;
    module.classes.forEach((summary, cls) => {
      if (!extendsParameter(module, summary)) return;
      indexing(m, file, () => {
        const runs = askAside(m, () => runsOf(m, module, summary.within)).filter((a) => a.args !== undefined);
        for (const activation of runs)
          addSubclass(m, { kind: 'class', cls, summary, activation }, subclasses);
      });
    });
  }
  m.madeClasses = 'known';
}

const extendsParameter = (module: ModuleSummary, { extends: base }: ClassSummary): boolean =>
  base?.kind === 'reference' && module.bindings[base.binding]?.value.kind === 'parameter';

/** `F.prototype.m = function …` and `F.prototype = { m() {} }`. */
function collectPrototype(
  m: Machine,
  module: ModuleSummary,
  store: Store,
  owners: Map<string, Maker[]>,
): void {
  const [first] = store.path;
  if (first?.kind !== 'literal' || first.value !== 'prototype') return;
  const activation = rootActivation(m, module, store.within);
  const owner = evaluate(m, store.target, activation)[0]?.value;
  if (owner?.kind !== 'function' && owner?.kind !== 'class') return;
  for (const { value } of evaluate(m, store.value, activation)) {
    if (value.kind === 'function') add(m, value, owner, owners);
    if (value.kind === 'object') for (const lazy of value.props.values()) own(m, lazy, owner, owners);
  }
}

/** `this.list = list` in what makes an instance, and `list = list` in a class: a function that is declared elsewhere is a method. */
function collectFields(m: Machine, module: ModuleSummary, owners: Map<string, Maker[]>): void {
  for (const { target, path, value, within } of module.stores) {
    const parent = module.functions[within]?.parent;
    if (target.kind !== 'this' || path.length > 1 || parent === undefined || !isDeclared(value, module))
      continue;
    const activation = rootActivation(m, module, parent);
    share(
      m,
      module,
      value,
      within,
      { kind: 'function', fn: within, activation, self: undefined, bound: [] },
      owners,
    );
  }
  module.classes.forEach((summary, cls) => {
    for (const { value, within, isStatic } of summary.members) {
      if (isStatic || !value || within === undefined || !isDeclared(value, module)) continue;
      const activation = rootActivation(m, module, summary.within);
      share(m, module, value, within, { kind: 'class', cls, summary, activation }, owners);
    }
  });
}

/** A function of another place becomes a member of what `owner` makes, if it uses `this`. */
function share(
  m: Machine,
  module: ModuleSummary,
  value: Expr,
  within: number,
  owner: Maker,
  owners: Map<string, Maker[]>,
): void {
  for (const { value: fn } of evaluate(m, value, rootActivation(m, module, within)))
    if (fn.kind === 'function' && !fn.self && usesThis(fn.activation.module).has(fn.fn))
      add(m, fn, owner, owners);
}

/** A name that is imported or declared as a function, or a member of what such a name holds. */
function isDeclared(value: Expr, module: ModuleSummary): boolean {
  if (value.kind === 'member') return value.key.kind === 'literal' && isDeclared(value.object, module);
  const made = value.kind === 'reference' ? module.bindings[value.binding]?.value : undefined;
  return made?.kind === 'imported' || made?.kind === 'import' || made?.kind === 'function';
}

/** A function that stands as a member of a prototype. */
function own(m: Machine, lazy: Lazy, owner: Maker, owners: Map<string, Maker[]>): void {
  const isFunction = lazy.kind === 'getter' || (lazy.kind === 'expr' && lazy.expr.kind === 'function');
  if (!isFunction) return;
  const method = lazy.kind === 'getter' ? lazy : force(m, lazy)[0]?.value;
  if (method?.kind === 'function' || method?.kind === 'getter') add(m, method, owner, owners);
}

function add(
  m: Machine,
  { fn, activation }: Pick<FunctionValue, 'fn' | 'activation'>,
  owner: Maker,
  owners: Map<string, Maker[]>,
): void {
  const key = functionKey(activation.module, fn);
  noteKey(m, 'owners', key);
  const known = owners.get(key) ?? [];
  if (!known.some((o) => instanceKey(o) === instanceKey(owner))) owners.set(key, [...known, owner]);
}
