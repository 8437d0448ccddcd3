import type { SeenAt, SeenRequest } from '../model/observed.js';

/** Equal requests of all recordings. */
export interface Tallied {
  readonly method: string;
  readonly host?: string;
  /** Without query. */
  readonly path: string;
  count: number;
  /** Answered with 401 or 403. */
  refused: number;
  readonly first: SeenAt;
}

/** Counts equal requests; queries make no difference. */
export function tally(
  recordings: readonly { readonly file: string; readonly requests: readonly SeenRequest[] }[],
): readonly Tallied[] {
  const out = new Map<string, Tallied>();
  for (const { file, requests } of recordings)
    for (const { method, host, path, status, line } of requests) {
      const [bare = ''] = path.split(/[?#]/, 1);
      const key = `${method} ${host ?? ''} ${bare}`;
      const known = out.get(key) ?? {
        method,
        ...(host !== undefined && { host: host.toLowerCase() }),
        path: bare,
        count: 0,
        refused: 0,
        first: { file, line },
      };
      known.count++;
      if (status === 401 || status === 403) known.refused++;
      out.set(key, known);
    }
  return [...out.values()];
}
