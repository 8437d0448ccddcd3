import { settings } from '../settings.js';
import type { ClientCredentials } from '../settings.js';
import { paths } from './paths.js';

interface Token {
  readonly value: string;
  readonly expiresAt: number;
}

const tokens = new Map<string, Token>();

/** A valid access token of a credential; a new one is fetched a minute before the old one ends. */
export async function accessToken({ clientId, clientSecret }: ClientCredentials): Promise<string> {
  const known = tokens.get(clientId);
  if (known && known.expiresAt - 60_000 > Date.now()) return known.value;

  const response = await fetch(settings.baseUrl + paths.token, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  });
  if (!response.ok) throw new Error(`no access token: ${response.status}`);
  const { access_token, expires_in } = (await response.json()) as {
    access_token: string;
    expires_in: number;
  };
  tokens.set(clientId, { value: access_token, expiresAt: Date.now() + expires_in * 1000 });
  return access_token;
}
