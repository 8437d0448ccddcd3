import { settings } from '../settings.js';
import { accessToken } from './token.js';

export interface SendOptions {
  readonly body?: unknown;
  readonly query?: Record<string, string>;
}

/** Sends one call as the request writer, and waits once where the platform asks for it. */
export async function send<T>(method: string, path: string, options: SendOptions = {}): Promise<T> {
  const url = new URL(path, settings.baseUrl);
  for (const [name, value] of Object.entries(options.query ?? {})) url.searchParams.set(name, value);

  const call = async () =>
    fetch(url, {
      method,
      headers: {
        Authorization: `Bearer ${await accessToken(settings.dsar)}`,
        'content-type': 'application/json',
      },
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
    });

  let response = await call();
  if (response.status === 429) {
    await delay(Number(response.headers.get('retry-after') ?? 1) * 1000);
    response = await call();
  }
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
