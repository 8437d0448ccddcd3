import { formatAbstractString } from '../model/abstract-string.js';
import type { FindingDefinition, Occurrence } from './finding-definition.js';
import { isTokenRequest } from './token-request.js';

/** A call to a provider, by its host or the shape of its path, that the provider's docs don't have. */
export const unknownOperation: FindingDefinition = {
  id: 'unknown-operation',
  description: 'A call goes to a path of the provider that its docs do not have.',
  severity: 'warn',
  scope: 'file',
  messages: {
    near: 'The docs of {provider} have no {url}. Did you mean {nearest}?',
    unknown: 'The docs of {provider} have no {url}, nor anything like it.',
  },
  *check({ requests }): Iterable<Occurrence> {
    for (const analyzed of requests) {
      const { request, match, confidence } = analyzed;
      if (match.kind !== 'unmatched' || match.reason !== 'unknown-path' || match.provider === undefined)
        continue;
      if (isTokenRequest(analyzed)) continue;
      const { provider, nearest } = match;
      const url = formatAbstractString(request.url);
      if (isTokenEndpoint(url)) continue;
      const data = { provider, url, nearest: nearest ?? '' };
      yield {
        messageId: nearest === undefined ? 'unknown' : 'near',
        data,
        confidence,
        primary: request.callSite,
      };
    }
  },
};

/** Where OAuth clients get and give back tokens: no operation of the API itself, and seldom in its docs. */
const isTokenEndpoint = (url: string): boolean =>
  /\/oauth2?(?:\/v\d[\d.]*)?\/(?:token|revoke|introspect)\/?(?:[?#]|$)/i.test(url);
