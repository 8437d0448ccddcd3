import type { Catalog, ScopeName } from '../model/catalog.js';

/** The scopes that the docs assign to an operation by name. */
export function assignedScopes(catalog: Catalog): ReadonlySet<ScopeName> {
  const securities = catalog.operations.flatMap(({ security }) =>
    security === 'undocumented' ? [] : security,
  );
  return new Set(securities.flatMap((requirement) => Object.values(requirement).flat()));
}

/** A scope and all that it stands for by the hierarchies that the docs state. */
export function withImplied(catalog: Catalog, scope: ScopeName): ReadonlySet<ScopeName> {
  const reached = new Set([scope]);
  for (const name of reached) {
    for (const implied of catalog.scopes.find((s) => s.name === name)?.implies ?? []) reached.add(implied);
  }
  return reached;
}

/** Whether holding a scope allows an operation that the docs assign to somebody. */
export const hasOperations = (
  catalog: Catalog,
  scope: ScopeName,
  assigned: ReadonlySet<ScopeName>,
): boolean => [...withImplied(catalog, scope)].some((name) => assigned.has(name));
