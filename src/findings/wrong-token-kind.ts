import type { AnalyzedRequest, Facts } from '../model/analysis.js';
import type { Catalog, SecurityScheme } from '../model/catalog.js';
import type { CredentialOrigin } from '../model/client-request.js';
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
  },
  *check(facts): Iterable<Occurrence> {
    const access = accessTokens(facts);
    for (const { request, match, confidence } of facts.requests) {
      if (match.kind !== 'matched') continue;
      const schemes = schemesOf(facts.catalogs, match.provider, match.operation);
      if (schemes.length === 0 || !schemes.every(({ type }) => bearerTypes.has(type))) continue;
      const wrong = request.credentials.find(({ tokenKind }) => tokenKind === 'basic' || tokenKind === 'bot');
      const primary = request.callSite;
      if (wrong) {
        const data = { operation: match.operation, tokenKind: wrong.tokenKind };
        yield { messageId: 'otherKind', data, confidence, primary };
        continue;
      }
      const obtainedFrom = schemes.every(({ type }) => type === 'token')
        ? (schemes[0]?.obtainedFrom ?? 'another call')
        : undefined;
      const reused = request.credentials.find(({ id }) => access.has(id));
      if (obtainedFrom === undefined || !reused) continue;
      const data = { operation: match.operation, obtainedFrom, origin: reused.id };
      yield { messageId: 'accessToken', data, confidence, primary };
    }
  },
};

const bearerTypes: ReadonlySet<SecurityScheme['type']> = new Set(['oauth2', 'openIdConnect', 'token']);

/** Origins whose id says where the value is from; the name of a parameter or of a response says nothing. */
const telling: ReadonlySet<CredentialOrigin['kind']> = new Set([
  'env',
  'client-credentials',
  'storage',
  'cookie',
  'session',
  'config',
  'secret',
]);

/** Ids of the tokens with which operations are called that take access tokens only. */
function accessTokens({ requests, catalogs }: Facts): ReadonlySet<string> {
  const takesAccessToken = ({ match, confidence }: AnalyzedRequest): boolean => {
    if (match.kind !== 'matched' || confidence === 'low') return false;
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
