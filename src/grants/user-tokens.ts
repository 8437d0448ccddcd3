import type { AnalyzedRequest } from '../model/analysis.js';
import type { Catalog } from '../model/catalog.js';
import type { Config } from '../model/config.js';
import type { GrantList } from '../model/grant-list.js';
import { isUserToken } from './granted.js';
import { listsOfProvider } from './provider-lists.js';

/** The name of a credential that nothing tells apart from others. */
const plainName = 'default';

/**
 * Where people consent to one list of scopes, the tokens that come of it are one credential, however many places the
 * code keeps them in: in a cookie, in a session, in a parameter of each function. Configured credentials stay.
 */
export function joinUserTokens(
  requests: readonly AnalyzedRequest[],
  catalogs: readonly Catalog[],
  config: Config,
  lists: readonly GrantList[],
): readonly AnalyzedRequest[] {
  const joined = new Set(
    catalogs
      .filter(({ provider }) => !config.credentials.some((c) => c.provider === provider))
      .filter((catalog) =>
        listsOfProvider(catalog, catalogs, config.servers, lists).some(({ flow }) => flow === 'user'),
      )
      .filter(({ provider }) => userNames(requests, provider).size > 1)
      .map(({ provider }) => provider),
  );
  if (joined.size === 0) return requests;
  return requests.map((r) =>
    'provider' in r.match && joined.has(r.match.provider ?? '') && isUsers(r)
      ? { ...r, credential: plainName }
      : r,
  );
}

/** Whether the token that the request is attributed to can be a person's. */
function isUsers({ request, credential }: AnalyzedRequest): boolean {
  const own = request.credentials.filter(({ id }) => id === credential);
  return credential !== undefined && (own.length > 0 ? own : request.credentials).every(isUserToken);
}

const userNames = (requests: readonly AnalyzedRequest[], provider: string): ReadonlySet<string> =>
  new Set(
    requests.flatMap((r) =>
      'provider' in r.match && r.match.provider === provider && isUsers(r) ? (r.credential ?? []) : [],
    ),
  );
