import type { CallIndex, Expr, FunctionIndex, ModuleSummary } from '../model/module-summary.js';
import { classChain, hasConstructor } from '../values/inheritance.js';
import type { Machine } from '../values/machine.js';
import { instanceKey } from '../values/stores.js';
import type { Activation, InstanceValue } from '../values/value.js';

/** The instances that the runs of its constructor make of a class; none where what they make is changed later. */
export function instancesOf(
  m: Machine,
  of: InstanceValue['of'],
  runsOf: (module: ModuleSummary, fn: FunctionIndex) => readonly Activation[],
): readonly InstanceValue[] {
  const maker = constructorOf(m, of);
  const found = new Set<InstanceValue>();
  for (const { args, self, from } of maker ? runsOf(maker.module, maker.fn) : []) {
    const instance = self?.[0]?.value;
    if (!args || instance?.kind !== 'instance' || instanceKey(instance.of) !== instanceKey(of)) continue;
    if (from && changedLater(from.activation.module).has(from.index)) return [];
    found.add(instance);
  }
  return [...found];
}

const changed = new WeakMap<ModuleSummary, ReadonlySet<CallIndex>>();

/** The calls of a module that make what it changes later: `resource.path = …` wins over what the constructor was given. */
function changedLater(module: ModuleSummary): ReadonlySet<CallIndex> {
  const known =
    changed.get(module) ??
    new Set(Object.values(module.bindings).flatMap(({ value }) => madeBy(module, value)));
  changed.set(module, known);
  return known;
}

/** The call whose result a version of a variable is, after members of it were set. */
function madeBy(module: ModuleSummary, version: Expr): readonly CallIndex[] {
  let value: Expr | undefined = version;
  if (value.kind !== 'assigned') return [];
  const seen = new Set<Expr>();
  while (value && !seen.has(value) && (value.kind === 'assigned' || value.kind === 'reference')) {
    seen.add(value);
    value = value.kind === 'assigned' ? value.target : module.bindings[value.binding]?.value;
  }
  return value?.kind === 'call' ? [value.call] : [];
}

/** The function that makes instances of a class: its own constructor, or the one that it inherits. */
function constructorOf(
  m: Machine,
  of: InstanceValue['of'],
): { readonly module: ModuleSummary; readonly fn: FunctionIndex } | undefined {
  const maker = classChain(m, of).find((one) => one.kind === 'function' || hasConstructor(one));
  if (maker?.kind === 'function') return { module: maker.activation.module, fn: maker.fn };
  return maker && hasConstructor(maker)
    ? { module: maker.activation.module, fn: maker.summary.constructorFn }
    : undefined;
}
