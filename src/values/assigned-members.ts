import type { ModuleSummary } from '../model/module-summary.js';
import { whileFinding } from './circles.js';
import { evaluate } from './evaluate.js';
import { memberHole } from './holes.js';
import { constructionOf } from './inheritance.js';
import { identity, type Machine } from './machine.js';
import { readBy } from './function-instance.js';
import { type Activation, type Alternatives, type HoleValue, type InstanceValue } from './value.js';

/** What `Object.assign(this, …)` in a constructor gives a member of an instance. */
export interface AssignedMember {
  /** Its values, where the objects that are assigned have it. */
  readonly values: Alternatives;
  /** What it is as far as one of them isn't known. */
  readonly unknown: HoleValue | undefined;
}

/** The constructor assigns no object to the instance, or what it assigns is set again. */
export const notAssigned: AssignedMember = { values: [], unknown: undefined };

export function assignedMember(
  m: Machine,
  instance: InstanceValue,
  of: InstanceValue['of'],
  name: string,
): AssignedMember {
  const { module } = of.activation;
  const fn = of.kind === 'class' ? of.summary.constructorFn : of.fn;
  const calls = fn === undefined ? undefined : assignmentsIn(module).get(fn);
  if (!calls) return notAssigned;
  const key = `${identity(m, instance)}:assign:${module.file}#${fn}`;
  // What is assigned may be read from the instance itself.
  const assigned = (): AssignedMember => {
    const construction = constructionOf(m, instance, of);
    return construction ? lastOf(m, calls, construction, instance, name) : notAssigned;
  };
  return whileFinding(m, key, assigned, () => notAssigned);
}

/** Later objects win; one that isn't known may or may not have the member. */
function lastOf(
  m: Machine,
  calls: readonly number[],
  construction: Activation,
  instance: InstanceValue,
  name: string,
): AssignedMember {
  let { values, unknown } = notAssigned;
  for (const index of calls) {
    const sources = construction.module.calls[index]?.args.slice(1) ?? [];
    for (const source of sources) {
      if (source.spread) continue;
      const read = evaluate(m, source.value, construction).map((a) => {
        if (a.value.kind === 'hole') unknown = memberHole(a.value, name);
        if (a.value.kind !== 'object') return [];
        const own = a.value.props.get(name);
        if (!own && a.value.open) unknown = memberHole(a.value.open, name);
        return own ? readBy(m, own, instance) : [];
      });
      if (read.some((r) => r.length > 0)) values = read.flat();
    }
  }
  return { values, unknown };
}

const indexes = new WeakMap<ModuleSummary, ReadonlyMap<number, readonly number[]>>();

/** The calls `Object.assign(this, …)` of a module, by the function that they stand in. */
function assignmentsIn(module: ModuleSummary): ReadonlyMap<number, readonly number[]> {
  const known = indexes.get(module);
  if (known) return known;
  const index = new Map<number, number[]>();
  module.calls.forEach(({ callee, args: [target], within }, call) => {
    if (target?.value.kind !== 'this' || callee.kind !== 'member') return;
    const isAssign =
      callee.object.kind === 'global' &&
      callee.object.name === 'Object' &&
      callee.key.kind === 'literal' &&
      callee.key.value === 'assign';
    if (isAssign) index.set(within, [...(index.get(within) ?? []), call]);
  });
  indexes.set(module, index);
  return index;
}
