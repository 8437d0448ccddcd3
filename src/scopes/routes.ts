import type { Catalog, Operation } from '../model/catalog.js';
import { isReadMethod } from '../model/http-method.js';
import { closeImplications } from './implication.js';
import type { Implications } from './implication.js';
import { alternativesOf, compareNames, minimalAlternatives } from './requirement.js';
import type { Alternatives } from './requirement.js';
import type { Demand } from '../model/scope-solution.js';

/** What one URL shape and method needs: operations that are equal up to parameter names are one route. */
export interface Route {
  /** The id of its first operation by name: what requests and reports call it. */
  readonly id: string;
  /** Ids of all its operations, sorted. */
  readonly operations: readonly string[];
  readonly write: boolean;
  /** Minimal; `undocumented` when no operation of the route states its security. */
  readonly anyOf: Alternatives | 'undocumented';
}

/** A catalog's routes and scope hierarchy, prepared once for every question about scopes. */
export interface Routes {
  readonly all: readonly Route[];
  /** By operation id. */
  readonly of: ReadonlyMap<string, Route>;
  readonly implications: Implications;
}

/**
 * Groups a catalog's operations into routes. A server can't tell apart operations that differ in parameter names
 * alone, so what any of them accepts authorizes the route, and it counts once as excess. It writes when any of
 * them writes.
 */
export function readRoutes(catalog: Catalog): Routes {
  const implications = closeImplications(catalog.scopes);
  const groups = new Map<string, Operation[]>();
  for (const operation of catalog.operations) {
    const key = routeKey(operation, catalog.caseInsensitivePaths ?? false);
    const group = groups.get(key);
    if (group) group.push(operation);
    else groups.set(key, [operation]);
  }
  const all = [...groups.values()].map((group) => toRoute(group, catalog, implications));
  all.sort((a, b) => compareNames(a.id, b.id));
  const of = new Map(all.flatMap((route) => route.operations.map((id) => [id, route] as const)));
  return { all, of, implications };
}

/** Method, servers of its own, and path with nameless parameters. */
function routeKey(operation: Operation, ignoreCase: boolean): string {
  const path = operation.path.replace(/\{[^{}]*\}/g, '{}');
  return JSON.stringify([operation.method, ignoreCase ? path.toLowerCase() : path, operation.servers ?? []]);
}

function toRoute(group: readonly Operation[], catalog: Catalog, implications: Implications): Route {
  const operations = group.map((operation) => operation.id).sort(compareNames);
  const stated = group
    .map((operation) => alternativesOf(operation.security, catalog.schemes))
    .filter((anyOf) => anyOf !== 'undocumented');
  return {
    id: operations[0] ?? '',
    operations,
    write: group.some(
      (operation) => (operation.access ?? (isReadMethod(operation.method) ? 'read' : 'write')) === 'write',
    ),
    anyOf: stated.length === 0 ? 'undocumented' : minimalAlternatives(stated.flat(), implications),
  };
}

/** What an operation demands of a credential; undefined when the docs state nothing or the catalog doesn't list it. */
export function demandOf(routes: Routes, operation: string): Demand | undefined {
  const route = routes.of.get(operation);
  return route && route.anyOf !== 'undocumented' ? { operation: route.id, anyOf: route.anyOf } : undefined;
}

/** The routes that some scope guards: those that are documented and not public. Only they can be excess. */
export function isGuarded(route: Route): route is Route & { readonly anyOf: Alternatives } {
  return route.anyOf !== 'undocumented' && route.anyOf.every((allOf) => allOf.length > 0);
}
