import type { ScopeName } from '../model/catalog.js';
import type { GrantComparison } from '../model/scope-solution.js';
import { authorizedScopes, authorizes } from './implication.js';
import type { Implications } from './implication.js';
import { demandedRoutes } from './objective.js';
import { compareNames } from './requirement.js';
import type { Alternatives } from './requirement.js';
import type { ScopeIndex } from './scope-index.js';
import { solve } from './solve.js';

export interface Comparing {
  /** Ids of the operations that the credential's calls demand. */
  readonly demanded: readonly string[];
  readonly granted: readonly ScopeName[];
  /** Steps for each of the two searches; see `SolveOptions`. */
  readonly budget?: number;
}

/**
 * Compares what was granted with the least set. `excess` is granted and not in the least set. An excess grant that
 * some demanded operation depends on, because the grants that stay don't authorize it, is `replaceable` by the
 * scopes of the least set that do; where those are missing, it is only spare after they are granted.
 */
export function compareGrants(index: ScopeIndex, { demanded, granted, budget }: Comparing): GrantComparison {
  const limit = budget === undefined ? {} : { budget };
  const least = solve(index, demanded, limit);
  const excess = [...new Set(granted)].filter((scope) => !least.scopes.includes(scope)).sort(compareNames);
  const missing = solve(index, demanded, { ...limit, fixed: granted });
  const replaced = replacements(index, demanded, granted, excess, least.scopes);
  // What other calls need anyway is no narrower stand-in: it has to be granted, and then this grant is spare.
  const isSpare = ({ by }: { by: readonly ScopeName[] }): boolean =>
    by.some((scope) => missing.scopes.includes(scope));
  return {
    least,
    missing,
    excess,
    replaceable: replaced.filter((one) => !isSpare(one)),
    spareAfter: replaced.filter(isSpare),
  };
}

function replacements(
  { routes }: ScopeIndex,
  demanded: readonly string[],
  granted: readonly ScopeName[],
  excess: readonly ScopeName[],
  least: readonly ScopeName[],
): GrantComparison['replaceable'] {
  const { implications } = routes;
  const all = authorizedScopes(implications, granted);
  const kept = authorizedScopes(
    implications,
    granted.filter((scope) => least.includes(scope)),
  );
  const dependent = [...demandedRoutes(routes, demanded)]
    .map((route) => route.anyOf)
    .filter((anyOf) => anyOf !== 'undocumented')
    .filter((anyOf) => authorizes(all, anyOf) && !authorizes(kept, anyOf));
  return excess.flatMap((scope) => {
    const held = implications.of(scope);
    const uses = (allOf: readonly ScopeName[]) =>
      allOf.every((one) => all.has(one)) && allOf.some((one) => held.has(one) && !kept.has(one));
    const served = dependent.filter((anyOf) => anyOf.some(uses));
    const by = new Set(served.flatMap((anyOf) => servedBy(anyOf, least, kept, implications)));
    return by.size > 0 ? [{ scope, by: [...by].sort(compareNames) }] : [];
  });
}

/** The scopes of the least set that must come in for a demand: for the set that wants the fewest, what the kept grants lack. */
function servedBy(
  anyOf: Alternatives,
  least: readonly ScopeName[],
  kept: ReadonlySet<ScopeName>,
  implications: Implications,
): readonly ScopeName[] {
  const choices = anyOf.flatMap((allOf) => {
    const lacking = allOf.filter((one) => !kept.has(one));
    const providers = lacking.map((one) => least.find((scope) => implications.of(scope).has(one)));
    const found = providers.filter((scope) => scope !== undefined);
    return found.length === lacking.length ? [[...new Set(found)]] : [];
  });
  return choices.sort((a, b) => a.length - b.length)[0] ?? [];
}
