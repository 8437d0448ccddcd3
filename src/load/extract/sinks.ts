import { formatAbstractString } from '../../model/abstract-string.js';
import type { AnalyzedRequest } from '../../model/analysis.js';
import { spanKey } from '../../model/span-key.js';

/** Requests by the client's own call, and the calls that lead there. */
export interface Sinks {
  readonly has: (file: string, index: number) => boolean;
  /** Requests that a sink may send when it is reached through these calls; keys as `spanKey` makes them. */
  readonly at: (file: string, index: number, path: ReadonlySet<string>) => readonly number[];
  readonly keys: ReadonlySet<string>;
  /** The URL of a request as text, up to its query; undefined where a part of it isn't known. */
  readonly urlOf: (request: number) => string | undefined;
}

export const siteKey = (file: string, index: number): string => `${file}/${index}`;

export function sinksOf(requests: readonly AnalyzedRequest[]): Sinks {
  const bySink = new Map<string, { index: number; ways: readonly string[] }[]>();
  for (const [index, { request }] of requests.entries()) {
    const key = siteKey(request.sink.file, request.sink.call);
    const ways = [request.callSite, ...request.via].map(spanKey);
    bySink.set(key, [...(bySink.get(key) ?? []), { index, ways }]);
  }
  return {
    keys: new Set(bySink.keys()),
    urlOf: (request) => {
      const url = requests[request]?.request.url;
      const text = url && formatAbstractString(url);
      return text === undefined || text.includes('{') ? undefined : text.split(/[?#]/)[0];
    },
    has: (file, index) => bySink.has(siteKey(file, index)),
    at: (file, index, path) => {
      const candidates = bySink.get(siteKey(file, index)) ?? [];
      // The place that fixes a request says most; then as many of the calls below it as were passed.
      const scores = candidates.map(({ ways: [own = '', ...via] }) => ({
        own: path.has(own) ? 1 : 0,
        via: via.filter((way) => path.has(way)).length,
      }));
      const best = Math.max(0, ...scores.map(({ own, via }) => own * 1000 + via));
      return candidates.flatMap((candidate, i) => {
        const score = scores[i];
        const fits = score !== undefined && (score.own === 1 ? 1 : 0) * 1000 + score.via === best;
        const only = score !== undefined && best >= 1000 ? score.own === 1 : fits;
        return only ? [candidate.index] : [];
      });
    },
  };
}
