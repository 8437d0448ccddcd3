import type { Catalog } from '../model/catalog.js';
import { numberRoutes } from './problem.js';
import type { Numbering } from './problem.js';
import { readRoutes } from './routes.js';
import type { Routes } from './routes.js';

/** A catalog prepared once for every question about scopes. */
export interface ScopeIndex {
  readonly routes: Routes;
  readonly numbering: Numbering;
}

/** Prepares a catalog: its routes, what scopes imply, and both in numbers for the solver. */
export function indexScopes(catalog: Catalog): ScopeIndex {
  const routes = readRoutes(catalog);
  return {
    routes,
    numbering: numberRoutes(
      routes,
      catalog.scopes.map((scope) => scope.name),
    ),
  };
}
