import { unattributed } from '../grants/attribute.js';
import type { AnalyzedRequest } from '../model/analysis.js';
import type { Catalog } from '../model/catalog.js';
import type { UnresolvedRequest } from '../model/scope-solution.js';
import { possibleOperations } from './unresolved.js';

/** Calls that keep one credential from being judged. */
export interface OpenQuestions {
  /** They may need more scopes of this credential. */
  readonly own: readonly UnresolvedRequest<AnalyzedRequest>[];
  /** Calls that fit no configured credential: they may be this one's, so what they need may be needed. */
  readonly others: readonly UnresolvedRequest<AnalyzedRequest>[];
}

/** The calls of one provider that may be a credential's and may need more than its resolved calls do. */
export function openQuestions(
  name: string,
  requests: readonly AnalyzedRequest[],
  catalog: Catalog,
): OpenQuestions {
  const reached = requests.filter((r) => r.request.unreachable !== true && !asksForTokenOnly(r));
  const mine = reached.filter((r) => r.credential === name);
  const stray = name === unattributed ? [] : reached.filter((r) => r.credential === unattributed);
  const own = mine.filter((r) => r.confidence !== 'low' || carriesToken(r));
  const mayBeMine = stray.filter((r) => r.confidence !== 'low');
  return {
    own: [...own, ...mayBeMine.filter((r) => !carriesToken(r))].map((r) => ({
      key: r,
      operations:
        r.confidence === 'low' || r.isOneOf === true || r.credential !== name
          ? anyOf(r, catalog)
          : possibleOperations(r, catalog),
    })),
    others: mayBeMine.map((r) => ({ key: r, operations: anyOf(r, catalog) })),
  };
}

/** A request for a token needs none, unless the docs list it among the operations. */
const asksForTokenOnly = ({ request, match }: AnalyzedRequest): boolean =>
  request.asksForToken === true && match.kind !== 'matched';

/** Whether the code says whose token the call sends. */
const carriesToken = ({ request }: AnalyzedRequest): boolean =>
  request.credentials.some(({ kind }) => kind !== 'unknown' && kind !== 'parameter' && kind !== 'literal');

const anyOf = (r: AnalyzedRequest, catalog: Catalog): readonly string[] =>
  r.match.kind === 'matched' ? [r.match.operation] : possibleOperations(r, catalog);
