import type { ClientRequest, CredentialOrigin } from '../model/client-request.js';
import type { CredentialConfig } from '../model/config.js';
import { UserError } from '../model/errors.js';
import type { Span } from '../model/span.js';

/** Tells whether a file is meant by one of the globs. */
export type FileMatcher = (globs: readonly string[], file: string) => boolean;

/** The name of requests that fit no configured credential. */
export const unattributed = 'unattributed';

/**
 * The credential whose authority a request uses. With configured ones: client beats env beats host beats files, and
 * two winners at one level are an error. Without: one for each origin of a token that can be seen, else `default`.
 */
export function attribute(
  request: ClientRequest,
  provider: string,
  configured: readonly CredentialConfig[],
  matchesFile: FileMatcher,
  placeOf: PlaceOf = (span) => span.file,
): string[] {
  const own = configured.filter((c) => c.provider === provider);
  if (own.length === 0) return originNames(request);
  for (const level of levels) {
    const winners = own.filter((c) => level(request, c, matchesFile));
    const [winner, second] = winners;
    if (!winner) continue;
    if (!second) return [winner.name];
    // A call that sends several tokens, each of another credential, is one of each.
    const byToken = level === byEnvironment ? winnersByToken(request, own) : undefined;
    if (byToken) return byToken;
    throw twoWinners(request, winner, second, placeOf);
  }
  return [unattributed];
}

type Level = (request: ClientRequest, credential: CredentialConfig, matchesFile: FileMatcher) => boolean;

const byEnvironment: Level = (request, credential) =>
  request.credentials.some((origin) => isNamedBy(credential, origin));

const isNamedBy = ({ match }: CredentialConfig, { env }: CredentialOrigin): boolean =>
  env.some((name) => match.env.includes(name));

/** The credential of each token; undefined where one token has two. */
function winnersByToken(
  { credentials }: ClientRequest,
  own: readonly CredentialConfig[],
): string[] | undefined {
  const names = new Set<string>();
  for (const origin of credentials) {
    const [winner, second] = own.filter((credential) => isNamedBy(credential, origin));
    if (second) return undefined;
    if (winner) names.add(winner.name);
  }
  return [...names];
}

const levels: readonly Level[] = [
  (request, { match }) =>
    request.clientBinding !== undefined && match.client.includes(bindingName(request.clientBinding)),
  byEnvironment,
  (request, { match }) => match.host.some((host) => hostOf(request) === host.toLowerCase()),
  (request, { match }, matchesFile) =>
    match.files.length > 0 && matchesFile(match.files, request.callSite.file),
];

/** `src/http.ts#client@120` as people write it: without the offset. */
export const bindingName = (binding: string): string => binding.replace(/@\d+$/, '');

function hostOf(request: ClientRequest): string | undefined {
  const [first] = request.url;
  if (first?.kind !== 'text') return undefined;
  return /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(first.text)?.[1]?.toLowerCase();
}

function originNames(request: ClientRequest): string[] {
  const known = request.credentials
    .filter((c) => c.kind !== 'unknown' && c.kind !== 'parameter')
    .map((c) => c.id);
  return known.length > 0 ? [...new Set(known)] : ['default'];
}

/** How a place in code is written for people: `src/a.ts:12`. */
export type PlaceOf = (span: Span) => string;

function twoWinners(
  request: ClientRequest,
  a: CredentialConfig,
  b: CredentialConfig,
  placeOf: PlaceOf,
): UserError {
  return new UserError(
    `credentials "${a.name}" (line ${a.at.line} of the config) and "${b.name}" (line ${b.at.line}) both match the request at ${placeOf(request.callSite)}`,
    undefined,
    'Make their `match` entries exclusive: client beats env, env beats host, host beats files.',
  );
}
