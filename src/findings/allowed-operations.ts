import type { Catalog, Operation, ScopeName } from '../model/catalog.js';
import { withImplied } from './scope-names.js';

/** The operations that the docs let a holder of these scopes call; those for anybody, and those of undocumented scopes, are left out. */
export function allowedOperations(catalog: Catalog, scopes: readonly ScopeName[]): readonly Operation[] {
  const held = new Set(scopes.flatMap((scope) => [...withImplied(catalog, scope)]));
  return catalog.operations.filter(({ security }) => {
    if (security === 'undocumented') return false;
    const wanted = security.map((requirement) => Object.values(requirement).flat());
    return (
      wanted.every((allOf) => allOf.length > 0) && wanted.some((allOf) => allOf.every((s) => held.has(s)))
    );
  });
}
