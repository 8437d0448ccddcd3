import type { ScopeName } from '../model/catalog.js';
import type { ScopeCost } from '../model/scope-solution.js';
import { authorizedScopes, authorizes } from './implication.js';
import { compareNames } from './requirement.js';
import { isGuarded } from './routes.js';
import type { Route, Routes } from './routes.js';

/** The routes of the demanded operations. Ids that the catalog doesn't list are left out. */
export function demandedRoutes(routes: Routes, demanded: Iterable<string>): Set<Route> {
  const found = new Set<Route>();
  for (const id of demanded) {
    const route = routes.of.get(id);
    if (route) found.add(route);
  }
  return found;
}

/** Routes that the held scopes authorize and nothing demands. Public and undocumented routes are never excess. */
export function excessRoutes(routes: Routes, held: Iterable<ScopeName>, demanded: Iterable<string>): Route[] {
  const authorized = authorizedScopes(routes.implications, held);
  const wanted = demandedRoutes(routes, demanded);
  return routes.all.filter(
    (route) => !wanted.has(route) && isGuarded(route) && authorizes(authorized, route.anyOf),
  );
}

/** What a scope set costs by the objective, before names decide. */
export function costOf(routes: Routes, held: readonly ScopeName[], demanded: Iterable<string>): ScopeCost {
  const excess = excessRoutes(routes, held, demanded);
  const excessWrites = excess.filter((route) => route.write).length;
  return { excessWrites, excessReads: excess.length - excessWrites, scopes: new Set(held).size };
}

/** Negative when `a` is better: fewest excess writes, then fewest excess reads, then fewest scopes. */
export const compareCosts = (a: ScopeCost, b: ScopeCost): number =>
  a.excessWrites - b.excessWrites || a.excessReads - b.excessReads || a.scopes - b.scopes;

/** Alphabetical order of two sorted lists of names: the first difference decides, then the shorter list. */
export function compareNameLists(a: readonly ScopeName[], b: readonly ScopeName[]): number {
  const at = a.findIndex((name, i) => name !== b[i]);
  return at < 0 ? a.length - b.length : compareNames(a[at] ?? '', b[at] ?? '');
}
