import type { ScopeName } from '../model/catalog.js';
import { authorizedScopes, authorizes } from './implication.js';
import type { Implications } from './implication.js';
import { demandedRoutes } from './objective.js';
import { compareNames } from './requirement.js';
import type { Alternatives } from './requirement.js';
import type { Route, Routes } from './routes.js';

/**
 * For each held scope the ids of the demanded operations that fail when it alone is taken away; sorted, one id a
 * route. Scopes that nothing depends on have no entry.
 */
export function dependents(
  routes: Routes,
  held: Iterable<ScopeName>,
  demanded: Iterable<string>,
): ReadonlyMap<ScopeName, readonly string[]> {
  const only = onlyProviders(routes.implications, held);
  const found = new Map<ScopeName, string[]>();
  for (const { id, anyOf } of sortedById(demandedRoutes(routes, demanded))) {
    if (anyOf === 'undocumented') continue;
    for (const scope of indispensable(anyOf, only)) found.set(scope, [...(found.get(scope) ?? []), id]);
  }
  return found;
}

/** For everything that the held scopes authorize the one scope that does, undefined where there are several. */
function onlyProviders(
  implications: Implications,
  held: Iterable<ScopeName>,
): Map<ScopeName, ScopeName | undefined> {
  const only = new Map<ScopeName, ScopeName | undefined>();
  for (const scope of new Set(held)) {
    for (const implied of implications.of(scope)) only.set(implied, only.has(implied) ? undefined : scope);
  }
  return only;
}

/** The scopes that every authorized alternative rests on. */
function indispensable(
  anyOf: Alternatives,
  only: ReadonlyMap<ScopeName, ScopeName | undefined>,
): ScopeName[] {
  const [first, ...rest] = anyOf
    .filter((allOf) => allOf.every((scope) => only.has(scope)))
    .map((allOf) => new Set(allOf.map((scope) => only.get(scope))));
  return [...(first ?? [])]
    .filter((scope) => scope !== undefined)
    .filter((scope) => rest.every((other) => other.has(scope)));
}

/** Ids of the demanded operations that the held scopes authorize and would not without `scope`; sorted, one id a route. */
export function breaksWithout(
  routes: Routes,
  held: Iterable<ScopeName>,
  demanded: Iterable<string>,
  scope: ScopeName,
): readonly string[] {
  return dependents(routes, held, demanded).get(scope) ?? [];
}

/** Ids of the demanded operations that the held scopes don't authorize; sorted, one id a route. */
export function unauthorized(
  routes: Routes,
  held: Iterable<ScopeName>,
  demanded: Iterable<string>,
): string[] {
  const authorized = authorizedScopes(routes.implications, held);
  return sortedById(demandedRoutes(routes, demanded))
    .filter(({ anyOf }) => anyOf !== 'undocumented' && !authorizes(authorized, anyOf))
    .map((route) => route.id);
}

const sortedById = (routes: Iterable<Route>): Route[] => [...routes].sort((a, b) => compareNames(a.id, b.id));
