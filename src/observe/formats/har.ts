import type { SeenRequest } from '../../model/observed.js';
import { seenRequest, statusOf, type Recording, type RecordingFormat } from './format.js';

/** HTTP Archive 1.2, as browsers and proxies save it. */
export const har: RecordingFormat = {
  id: 'har',
  read(text): Recording | undefined {
    if (!/^\s*\{/.test(text)) return undefined;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return undefined;
    }
    const entries = field(field(value, 'log'), 'entries');
    if (!Array.isArray(entries)) return undefined;
    const read = entries.map((entry: unknown, i) => requestOf(entry, i + 1));
    return {
      requests: read.filter((request) => request !== undefined),
      skipped: read.flatMap((request, i) => (request ? [] : [i + 1])),
    };
  },
};

function requestOf(entry: unknown, line: number): SeenRequest | undefined {
  const request = field(entry, 'request');
  const [method, url] = [field(request, 'method'), field(request, 'url')];
  if (typeof method !== 'string' || typeof url !== 'string') return undefined;
  return seenRequest(method, url, { line, ...statusOf(field(field(entry, 'response'), 'status')) });
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
