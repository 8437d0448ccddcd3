import type { ClientRequest } from '../model/client-request.js';
import type { CredentialConfig } from '../model/config.js';
import { UserError } from '../model/errors.js';

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
): string[] {
  const own = configured.filter((c) => c.provider === provider);
  if (own.length === 0) return originNames(request);
  for (const level of levels) {
    const winners = own.filter((c) => level(request, c, matchesFile));
    const [winner, second] = winners;
    if (winner && second) throw twoWinners(request, winner, second);
    if (winner) return [winner.name];
  }
  return [unattributed];
}

type Level = (request: ClientRequest, credential: CredentialConfig, matchesFile: FileMatcher) => boolean;

const levels: readonly Level[] = [
  (request, { match }) =>
    request.clientBinding !== undefined && match.client.includes(bindingName(request.clientBinding)),
  (request, { match }) => request.credentials.some((c) => c.env.some((name) => match.env.includes(name))),
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

function twoWinners(request: ClientRequest, a: CredentialConfig, b: CredentialConfig): UserError {
  return new UserError(
    `credentials "${a.name}" and "${b.name}" both match a request in ${request.callSite.file}`,
    undefined,
    'Make their `match` entries exclusive: client beats env, env beats host, host beats files.',
  );
}
