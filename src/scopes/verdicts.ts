import type { ScopeName } from '../model/catalog.js';
import type { ScopeSolution, ScopeVerdict, UnresolvedRequest } from '../model/scope-solution.js';
import { authorizedScopes, authorizes } from './implication.js';
import { compareNames } from './requirement.js';
import type { Route, Routes } from './routes.js';

/**
 * Says of each scope whether a credential needs it: needed (in the least set, with the operations that fail without
 * it), undecided because of unresolved requests, or not needed. An unresolved request counts for a scope when it
 * could be an operation that the least set doesn't authorize and the scope helps to. `about` are the scopes to
 * judge, beside the least set; the result is sorted by scope.
 */
export function scopeVerdicts<Key>(
  routes: Routes,
  least: ScopeSolution,
  unresolved: readonly UnresolvedRequest<Key>[],
  about: Iterable<ScopeName>,
): ScopeVerdict<Key>[] {
  const open = openDemands(routes, least, unresolved);
  const names = [...new Set([...least.scopes, ...about])].sort(compareNames);
  return names.map((scope): ScopeVerdict<Key> => {
    if (least.scopes.includes(scope)) return { scope, kind: 'needed', by: least.because[scope] ?? [] };
    const because = open.filter(({ lacking }) =>
      [...routes.implications.of(scope)].some((one) => lacking.has(one)),
    );
    if (because.length === 0) return { scope, kind: 'not-needed' };
    return { scope, kind: 'undecided', because: because.map(({ key }) => key) };
  });
}

/** The unresolved requests that could be an operation that the least set doesn't authorize: with them it may not be enough. */
export function mayNeedMore<Key>(
  routes: Routes,
  least: ScopeSolution,
  unresolved: readonly UnresolvedRequest<Key>[],
): Key[] {
  return openDemands(routes, least, unresolved).map(({ key }) => key);
}

/** Requests with the scopes that they could need and that the least set doesn't authorize. */
function openDemands<Key>(
  routes: Routes,
  least: ScopeSolution,
  unresolved: readonly UnresolvedRequest<Key>[],
) {
  const authorized = authorizedScopes(routes.implications, least.scopes);
  const lackingOf = new Map<Route, readonly ScopeName[]>();
  const lackingFor = (route: Route): readonly ScopeName[] => {
    const known = lackingOf.get(route);
    if (known) return known;
    const isCovered = route.anyOf === 'undocumented' || authorizes(authorized, route.anyOf);
    const lacking = isCovered ? [] : route.anyOf.flat().filter((scope) => !authorized.has(scope));
    lackingOf.set(route, lacking);
    return lacking;
  };
  return unresolved
    .map(({ key, operations }) => {
      const possible = operations.flatMap((id) => routes.of.get(id) ?? []);
      return { key, lacking: new Set(possible.flatMap(lackingFor)) };
    })
    .filter(({ lacking }) => lacking.size > 0);
}
