import type { AnalyzedRequest } from '../model/analysis.js';
import type { Catalog } from '../model/catalog.js';

/**
 * Ids of the operations that a request could be when it can't be pinned to one: its candidates where the path is
 * known in part, where it isn't all of the provider whose method is possible. Empty for requests that are no question.
 */
export function possibleOperations({ match }: AnalyzedRequest, catalog: Catalog): readonly string[] {
  if (match.kind === 'ambiguous') return match.operations;
  if (match.kind !== 'unmatched') return [];
  if (match.reason !== 'unresolved-url' && match.reason !== 'unknown-method') return [];
  if (match.possible !== undefined) return match.possible;
  const { methods } = match;
  const isPossible = (method: Catalog['operations'][number]['method']): boolean =>
    methods === 'unknown' || methods.includes(method);
  return catalog.operations.filter(({ method }) => isPossible(method)).map(({ id }) => id);
}
