import type { ScopeName } from '../model/catalog.js';
import { authorizedScopes, authorizes } from './implication.js';
import { demandedRoutes } from './objective.js';
import { compareNames } from './requirement.js';
import type { Route, Routes } from './routes.js';

/** Ids of the demanded operations that the held scopes authorize and would not without `scope`; sorted, one id a route. */
export function breaksWithout(
  routes: Routes,
  held: Iterable<ScopeName>,
  demanded: Iterable<string>,
  scope: ScopeName,
): string[] {
  const all = [...held];
  const before = authorizedScopes(routes.implications, all);
  const after = authorizedScopes(
    routes.implications,
    all.filter((name) => name !== scope),
  );
  const breaks = ({ anyOf }: Route) =>
    anyOf !== 'undocumented' && authorizes(before, anyOf) && !authorizes(after, anyOf);
  return [...demandedRoutes(routes, demanded)]
    .filter(breaks)
    .map((route) => route.id)
    .sort(compareNames);
}

/** Ids of the demanded operations that the held scopes don't authorize; sorted, one id a route. */
export function unauthorized(
  routes: Routes,
  held: Iterable<ScopeName>,
  demanded: Iterable<string>,
): string[] {
  const authorized = authorizedScopes(routes.implications, held);
  const fails = ({ anyOf }: Route) => anyOf !== 'undocumented' && !authorizes(authorized, anyOf);
  return [...demandedRoutes(routes, demanded)]
    .filter(fails)
    .map((route) => route.id)
    .sort(compareNames);
}
