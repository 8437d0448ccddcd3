import type { Scope, ScopeName } from '../model/catalog.js';
import type { Alternatives } from './requirement.js';

/** For each scope every scope that holding it authorizes, itself included. Names that the catalog doesn't list imply nothing. */
export interface Implications {
  readonly of: (scope: ScopeName) => ReadonlySet<ScopeName>;
}

/** Closes the stated hierarchy (`implies`) over any number of steps; circles are allowed. Prose (`describedAs`) is left out. */
export function closeImplications(scopes: readonly Scope[]): Implications {
  const direct = new Map(scopes.map((scope) => [scope.name, scope.implies]));
  const closures = new Map<ScopeName, ReadonlySet<ScopeName>>();
  return {
    of(scope) {
      const known = closures.get(scope);
      if (known) return known;
      const closure = new Set([scope]);
      for (const reached of closure) for (const implied of direct.get(reached) ?? []) closure.add(implied);
      closures.set(scope, closure);
      return closure;
    },
  };
}

/** Everything that the held scopes authorize together: themselves and what they imply. */
export function authorizedScopes(implications: Implications, held: Iterable<ScopeName>): Set<ScopeName> {
  const all = new Set<ScopeName>();
  for (const scope of held) for (const implied of implications.of(scope)) all.add(implied);
  return all;
}

/** Whether one of the alternatives lies within `authorized`, a set that is closed under implication. */
export const authorizes = (authorized: ReadonlySet<ScopeName>, anyOf: Alternatives): boolean =>
  anyOf.some((allOf) => allOf.every((scope) => authorized.has(scope)));
