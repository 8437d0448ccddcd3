import type { AnalyzedRequest, Facts } from '../model/analysis.js';
import type { Catalog, SecurityScheme } from '../model/catalog.js';
import type { CallRef, CredentialOrigin } from '../model/client-request.js';
import type { FindingDefinition, Occurrence } from './finding-definition.js';

/** A call that sends a token of a kind which its operation does not take. */
export const wrongTokenKind: FindingDefinition = {
  id: 'wrong-token-kind',
  description: 'A call sends a token of a kind which its operation does not take.',
  severity: 'error',
  scope: 'file',
  messages: {
    accessToken:
      '{operation} takes the token from {obtainedFrom}; this call sends {origin}, the access token of other calls.',
    otherKind: '{operation} takes a bearer token; this call sends a {tokenKind} one.',
    downloadToken: '{operation} takes an access token; this call sends the token from {obtainedFrom}.',
  },
  *check(facts): Iterable<Occurrence> {
    const access = accessTokens(facts);
    const sources = operationsBySink(facts);
    for (const { request, match, confidence } of facts.requests) {
      if (match.kind !== 'matched') continue;
      const schemes = schemesOf(facts.catalogs, match.provider, match.operation);
      if (schemes.length === 0 || !schemes.every(({ type }) => bearerTypes.has(type))) continue;
      const { operation } = match;
      const primary = request.callSite;
      const wrong = request.credentials.find(({ tokenKind }) => tokenKind === 'basic' || tokenKind === 'bot');
      if (wrong) {
        const data = { operation, tokenKind: wrong.tokenKind };
        yield { messageId: 'otherKind', data, confidence, primary };
        continue;
      }
      const isSpecial = schemes.every(({ type }) => type === 'token');
      const from = (origin: CredentialOrigin): ReadonlySet<string> => sourcesOf(origin, sources);
      if (!isSpecial) {
        const special = specialTokens(facts.catalogs, match.provider);
        const sent = request.credentials
          .map(from)
          .find((ids) => ids.size > 0 && [...ids].every((id) => special.has(id)));
        if (!sent) continue;
        yield {
          messageId: 'downloadToken',
          data: { operation, obtainedFrom: [...sent].sort().join(' or ') },
          confidence,
          primary,
        };
        continue;
      }
      const obtainedFrom = schemes[0]?.obtainedFrom ?? 'another call';
      // One of several tokens may be the right one.
      if (request.credentials.some((origin) => from(origin).has(obtainedFrom))) continue;
      const reused = request.credentials.find(
        ({ id, kind }) => access.has(id) || kind === 'client-credentials',
      );
      if (!reused) continue;
      const data = { operation, obtainedFrom, origin: reused.id };
      yield { messageId: 'accessToken', data, confidence, primary };
    }
  },
};

const sinkKey = ({ file, call }: CallRef): string => `${file}/${call}`;

/** The operations that each call of a client makes, as far as they are known. */
function operationsBySink({ requests }: Facts): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { request, match } of requests) {
    const key = sinkKey(request.sink);
    const own = found.get(key) ?? new Set();
    found.set(key, own.add(match.kind === 'matched' ? match.operation : '?'));
  }
  return found;
}

const sourcesOf = (
  { obtainedBy }: CredentialOrigin,
  operations: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> => (obtainedBy && operations.get(sinkKey(obtainedBy))) ?? new Set();

/** Operations whose responses carry tokens that are no access tokens. */
const specialTokens = (catalogs: readonly Catalog[], provider: string): ReadonlySet<string> =>
  new Set(
    Object.values(catalogs.find((c) => c.provider === provider)?.schemes ?? {}).flatMap(
      ({ obtainedFrom }) => obtainedFrom ?? [],
    ),
  );

const bearerTypes: ReadonlySet<SecurityScheme['type']> = new Set(['oauth2', 'openIdConnect', 'token']);

/** Origins whose id says whose token it is: a parameter's name doesn't, and one response may carry several. */
const telling: ReadonlySet<CredentialOrigin['kind']> = new Set([
  'env',
  'client-credentials',
  'storage',
  'cookie',
  'session',
  'config',
  'secret',
]);

/** Ids of the tokens with which operations are called that take access tokens only, or that give the other token. */
function accessTokens({ requests, catalogs }: Facts): ReadonlySet<string> {
  const takesAccessToken = ({ match, confidence }: AnalyzedRequest): boolean => {
    if (match.kind !== 'matched' || confidence === 'low') return false;
    // Whoever asks for the token with one has another one.
    if (specialTokens(catalogs, match.provider).has(match.operation)) return true;
    const schemes = schemesOf(catalogs, match.provider, match.operation);
    return schemes.length > 0 && schemes.every(({ type }) => type === 'oauth2' || type === 'openIdConnect');
  };
  const origins = requests.filter(takesAccessToken).flatMap(({ request }) => request.credentials);
  return new Set(origins.filter(({ kind }) => telling.has(kind)).map(({ id }) => id));
}

/** The schemes that an operation asks for; none when it is public or the docs state none. */
function schemesOf(
  catalogs: readonly Catalog[],
  provider: string,
  operation: string,
): readonly SecurityScheme[] {
  const catalog = catalogs.find((c) => c.provider === provider);
  const security = catalog?.operations.find((o) => o.id === operation)?.security;
  if (!catalog || !security || security === 'undocumented') return [];
  if (security.some((requirement) => Object.keys(requirement).length === 0)) return [];
  return security.flatMap((requirement) =>
    Object.keys(requirement).flatMap((id) => catalog.schemes[id] ?? []),
  );
}
