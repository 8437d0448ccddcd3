import type { FunctionIndex, ModuleSummary } from '../model/module-summary.js';
import { prototypeOwnersOf } from './hierarchy.js';
import { classChain } from './inheritance.js';
import { enter, functionKey, rootActivation, type Machine } from './machine.js';
import { instanceKey } from './stores.js';
import { sure, type Activation, type InstanceValue } from './value.js';

/** The activation of `fn`, which stands in `outer`'s function (or is it), seen from inside `outer`. */
export function nested(m: Machine, outer: Activation, fn: FunctionIndex): Activation | undefined {
  if (outer.fn === fn) return outer;
  const parent = outer.module.functions[fn]?.parent;
  if (parent === undefined) return undefined;
  const around = nested(m, outer, parent);
  return (
    around &&
    enter(m, {
      module: outer.module,
      fn,
      parent: around,
      args: undefined,
      self: undefined,
      from: around.from,
      tag: 'nested',
    })
  );
}

/** The activation of `fn` seen from inside `outer`, or from the instance that `outer` constructs: its methods see what it was given. */
export function inner(
  m: Machine,
  outer: Activation,
  module: ModuleSummary,
  fn: FunctionIndex,
): Activation | undefined {
  const closure = outer.module === module ? nested(m, outer, fn) : undefined;
  if (closure) return closure;
  const instance = outer.self?.[0]?.value;
  if (instance?.kind !== 'instance' || instance.isRoot || !isConstruction(outer)) return undefined;
  return ofInstance(m, instance, module, fn);
}

/** The activation of `fn` in a method of the instance that nobody in particular calls. */
export function ofInstance(
  m: Machine,
  instance: InstanceValue,
  module: ModuleSummary,
  fn: FunctionIndex,
): Activation | undefined {
  for (let at: FunctionIndex | undefined = fn; at !== undefined; at = module.functions[at]?.parent) {
    const method = methodOf(m, instance, module, at);
    if (method) return nested(m, method, fn);
  }
  return undefined;
}

/** Whether an activation makes an instance: of a class, or of a function that is used as one. */
export function isConstruction(activation: Activation): boolean {
  const instance = activation.self?.[0]?.value;
  return (
    activation.summary.kind === 'constructor' ||
    (instance?.kind === 'instance' &&
      instance.of.kind === 'function' &&
      instance.of.fn === activation.fn &&
      instance.of.activation.module === activation.module)
  );
}

/** A method of the instance that nobody in particular calls. */
function methodOf(
  m: Machine,
  instance: InstanceValue,
  module: ModuleSummary,
  fn: FunctionIndex,
): Activation | undefined {
  const summary = module.functions[fn];
  if (!summary || summary.kind === 'constructor' || summary.isStatic === true) return undefined;
  const parent = ownerOf(m, instance, module, fn);
  return parent && enter(m, { module, fn, parent, args: undefined, self: sure(instance), from: undefined });
}

/** Where the class, or the constructor function, that a method of the instance belongs to was made. */
function ownerOf(
  m: Machine,
  instance: InstanceValue,
  module: ModuleSummary,
  fn: FunctionIndex,
): Activation | undefined {
  const cls = module.functions[fn]?.cls;
  const owners = prototypeOwnersOf(m, functionKey(module, fn));
  for (const c of classChain(m, instance.of)) {
    if (c.kind === 'class' && c.cls === cls && c.activation.module === module) return c.activation;
    if (c.kind !== 'class' && c.kind !== 'function') continue;
    const owner = owners.find((o) => instanceKey(o) === instanceKey(c));
    // A method of a mixin stands elsewhere than the class.
    if (owner)
      return owner.activation.module === module
        ? c.activation
        : rootActivation(m, module, module.functions[fn]?.parent ?? 0);
  }
  return undefined;
}
