import type { SeenRequest } from '../../model/observed.js';
import { seenRequest, statusOf, type RecordingFormat } from './format.js';

/** One JSON object a line, with the names that loggers and gateways give to method, URL, host and status. */
export const jsonLines: RecordingFormat = {
  id: 'json-lines',
  read(text) {
    if (!/^\s*\{/.test(text)) return undefined;
    const requests: SeenRequest[] = [];
    const skipped: number[] = [];
    text.split('\n').forEach((line, i) => {
      if (line.trim() === '') return;
      const request = requestOf(line, i + 1);
      if (request) requests.push(request);
      else skipped.push(i + 1);
    });
    return requests.length === 0 ? undefined : { requests, skipped };
  },
};

const names = {
  method: ['method', 'request_method', 'requestMethod', 'http_method', 'verb'],
  target: ['url', 'requestUrl', 'request_uri', 'uri', 'path', 'target'],
  host: ['host', 'http_host', 'hostname', 'authority', 'server_name'],
  status: ['status', 'status_code', 'statusCode', 'response_code'],
} as const;
/** Objects in which loggers put those. */
const inside = ['request', 'req', 'http', 'httpRequest', 'response', 'res'];

function requestOf(line: string, number: number): SeenRequest | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const outer = value as Record<string, unknown>;
  const objects = [outer, ...inside.map((name) => outer[name])].filter(
    (one): one is Record<string, unknown> => typeof one === 'object' && one !== null,
  );
  const first = (wanted: readonly string[]): unknown =>
    objects
      .flatMap((one) => wanted.map((name) => one[name]))
      .find((one) => ['string', 'number'].includes(typeof one));
  const [method, target, host] = [first(names.method), first(names.target), first(names.host)];
  if (typeof method !== 'string' || typeof target !== 'string') return undefined;
  return seenRequest(method, target, {
    line: number,
    ...(typeof host === 'string' && host !== '' && { host }),
    ...statusOf(first(names.status)),
  });
}
