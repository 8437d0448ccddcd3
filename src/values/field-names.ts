import { classChain } from './inheritance.js';
import type { Machine } from './machine.js';
import type { InstanceValue } from './value.js';

/** The fields that an instance has of its own: those that its classes declare or set, and what constructor functions set. */
export function fieldNames(m: Machine, instance: InstanceValue): readonly string[] {
  const names = classChain(m, instance.of).flatMap((of): string[] => {
    if (of.kind === 'class')
      return of.summary.members.flatMap((x) => (x.kind === 'field' && x.isStatic !== true ? [x.key] : []));
    if (of.kind !== 'function') return [];
    return of.activation.module.stores.flatMap(({ target, within, path }) =>
      target.kind === 'this' && within === of.fn && path.length === 1 && path[0]?.kind === 'literal'
        ? [String(path[0].value)]
        : [],
    );
  });
  return [...new Set(names)];
}
