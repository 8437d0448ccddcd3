// What other tools do, written from descriptions of their algorithms.
import type { Catalog } from '../../src/model/catalog.js';

/** Every scope that an operation lists, in the docs' order, all-of and any-of alike. */
function listedScopes(catalog: Catalog): Map<string, readonly string[]> {
  return new Map(
    catalog.operations.map(({ id, security }) => {
      const requirements = security === 'undocumented' ? [] : security;
      return [id, [...new Set(requirements.flatMap((requirement) => Object.values(requirement).flat()))]];
    }),
  );
}

/** Every scope that a demanded operation lists, as tools do that collect what the docs name. */
export function union(catalog: Catalog): (demanded: readonly string[]) => string[] {
  const listed = listedScopes(catalog);
  return (demanded) => [...new Set(demanded.flatMap((id) => listed.get(id) ?? []))];
}

/**
 * As dev-proxy: the first listed scope of each operation, replaced in one pass by a chosen scope that stands later
 * in its list.
 */
export function firstListed(catalog: Catalog): (demanded: readonly string[]) => string[] {
  const listed = listedScopes(catalog);
  return (demanded) => {
    const lists = demanded.map((id) => listed.get(id) ?? []).filter((scopes) => scopes.length > 0);
    const chosen = lists.map((scopes) => scopes[0] ?? '');
    lists.forEach((scopes, i) => {
      const later = scopes.slice(1).find((scope) => chosen.includes(scope));
      if (later !== undefined) chosen[i] = later;
    });
    return [...new Set(chosen)];
  };
}

/** As LeastPrivilegedMSGraph: the scope that is listed for the most operations that are not covered yet, until all are. */
export function greedyCover(catalog: Catalog): (demanded: readonly string[]) => string[] {
  const listed = listedScopes(catalog);
  return (demanded) => {
    let uncovered = [...new Set(demanded)]
      .map((id) => listed.get(id) ?? [])
      .filter((scopes) => scopes.length > 0);
    const chosen: string[] = [];
    while (uncovered.length > 0) {
      const counts = new Map<string, number>();
      for (const scope of uncovered.flat()) counts.set(scope, (counts.get(scope) ?? 0) + 1);
      const [best] = [...counts].reduce((most, next) => (next[1] > most[1] ? next : most));
      chosen.push(best);
      uncovered = uncovered.filter((scopes) => !scopes.includes(best));
    }
    return chosen;
  };
}
