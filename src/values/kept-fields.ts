import type { ClassMember } from '../model/module-summary.js';
import { cutsSoFar } from './alternatives.js';
import { foundWhole } from './circles.js';
import { fieldValue } from './field-value.js';
import type { Guards } from './guards.js';
import { classKey, type Machine } from './machine.js';
import { begin, recall, remember } from './remember.js';
import { leftAlone, standingFields } from './standing-fields.js';
import type { Activation, Alternatives, ClassValue, InstanceValue } from './value.js';

/** What a constructor or a declaration gives a field, and the decisions under which no later assignment replaces it. */
export interface StandingField {
  readonly field: ClassMember;
  readonly values: Alternatives;
  readonly leftAlone: Guards;
}

type Kept = Map<string, readonly StandingField[]>;
const known = new WeakMap<InstanceValue, Kept>();

/**
 * What a field of an object stands as when its constructor is done. Whoever reads it, it is the same, and long
 * constructors decide much for each of their fields: it is found once for each object.
 */
export function keptFields(
  m: Machine,
  instance: InstanceValue,
  cls: ClassValue,
  declared: readonly ClassMember[],
  inConstructor: readonly ClassMember[],
  reader: Activation,
): readonly StandingField[] {
  const [first] = [...declared, ...inConstructor];
  if (!first) return [];
  const kept: Kept = known.get(instance) ?? new Map<string, readonly StandingField[]>();
  known.set(instance, kept);
  const key = `${classKey(cls.activation.module, cls.cls)}.${first.key}`;
  const before = recall(m, kept, key);
  if (before) return before;
  const begun = begin(m, kept, key);
  const cuts = cutsSoFar();
  const { found, isWhole } = foundWhole(m, () => {
    const standing = standingFields(m, instance, cls, declared, inConstructor);
    return standing.map((field, i) => ({
      field,
      values: fieldValue(m, instance, cls, field, reader),
      leftAlone: leftAlone(m, instance, cls, standing.slice(i + 1)),
    }));
  });
  remember(m, kept, key, found, begun, isWhole && cutsSoFar() === cuts);
  return found;
}
