import type { Scope, ScopeName } from '../model/catalog.js';

/** For each scope all scopes whose operations it authorizes by the docs' hierarchy, itself included. Cycles end. */
export function impliedScopes(scopes: readonly Scope[]): ReadonlyMap<ScopeName, ReadonlySet<ScopeName>> {
  const direct = new Map(scopes.map(({ name, implies }) => [name, implies]));
  return new Map(scopes.map(({ name }) => [name, reach(name, direct)]));
}

function reach(
  start: ScopeName,
  direct: ReadonlyMap<ScopeName, readonly ScopeName[]>,
): ReadonlySet<ScopeName> {
  const reached = new Set<ScopeName>([start]);
  // A set is walked in the order of insertion, so names added here are visited too.
  for (const name of reached) for (const implied of direct.get(name) ?? []) reached.add(implied);
  return reached;
}
