import type { Catalog, ScopeName } from '../model/catalog.js';
import type { DescriptionOnlyGrant } from '../model/scope-solution.js';
import { authorizedScopes, authorizes } from './implication.js';
import { compareNames } from './requirement.js';
import type { Routes } from './routes.js';

/**
 * For an operation that the grants don't authorize by assignment, the descriptions of granted scopes that say they
 * do, quoted: one entry for each scope that is needed. A description that speaks of certain operations counts for
 * those alone. Empty when the grants authorize it anyway, when the docs
 * state no security, or when descriptions don't cover a whole alternative.
 */
export function descriptionOnly(
  catalog: Catalog,
  routes: Routes,
  granted: readonly ScopeName[],
  operation: string,
): readonly DescriptionOnlyGrant[] {
  const anyOf = routes.of.get(operation)?.anyOf ?? 'undocumented';
  const held = authorizedScopes(routes.implications, granted);
  if (anyOf === 'undocumented' || authorizes(held, anyOf)) return [];
  const described = catalog.scopes
    .filter((scope) => held.has(scope.name))
    .sort((a, b) => compareNames(a.name, b.name))
    .flatMap((scope) => scope.describedAs.map((grant) => ({ held: scope.name, grant })))
    .filter(({ grant }) => grant.operations?.includes(operation) ?? true);
  for (const allOf of anyOf) {
    const lacking = allOf.filter((scope) => !held.has(scope));
    const found = lacking.map((needed) => {
      const match = described.find(({ grant }) => routes.implications.of(grant.scope).has(needed));
      return match && { ...match, needed };
    });
    const grants = found.filter((one) => one !== undefined);
    if (grants.length === lacking.length) return grants;
  }
  return [];
}
