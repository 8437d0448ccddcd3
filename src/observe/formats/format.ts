import type { SeenRequest } from '../../model/observed.js';

/** What a recording holds, and how many of its lines are no requests. */
export interface Recording {
  readonly requests: readonly SeenRequest[];
  readonly skipped: readonly number[];
}

/** One way to write requests down. */
export interface RecordingFormat {
  readonly id: string;
  /** Undefined when the text is none of this format. */
  readonly read: (text: string) => Recording | undefined;
}

/** A request to `target`: an absolute URL, or a path from `/`. Undefined when it is neither. */
export function seenRequest(
  method: string,
  target: string,
  rest: { readonly line: number; readonly host?: string; readonly status?: number },
): SeenRequest | undefined {
  if (!/^[a-z]{3,10}$/i.test(method)) return undefined;
  const common = { method: method.toUpperCase(), ...rest };
  if (target.startsWith('/')) return { ...common, path: target };
  if (!/^https?:\/\//i.test(target)) return undefined;
  try {
    const { host, pathname, search } = new URL(target);
    return { ...common, host, path: pathname + search };
  } catch {
    return undefined;
  }
}

/** An HTTP status, where the value is one. */
export function statusOf(value: unknown): { readonly status?: number } {
  const status = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value;
  return typeof status === 'number' && status >= 100 && status < 600 ? { status } : {};
}
