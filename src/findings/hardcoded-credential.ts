import { knownText } from '../model/abstract-string.js';
import type { FindingDefinition, Occurrence } from './finding-definition.js';

/** A token that stands in the code: whoever reads the repository holds it. The token itself is never repeated. */
export const hardcodedCredential: FindingDefinition = {
  id: 'hardcoded-credential',
  description: 'A token is written into the code.',
  severity: 'error',
  scope: 'file',
  messages: {
    bearer: 'A bearer token of {length} characters is written into the code.',
  },
  *check({ requests }): Iterable<Occurrence> {
    for (const { request } of requests) {
      const token = bearerToken(knownText(request.headers['authorization'] ?? []) ?? '');
      if (token === undefined || isPlaceholder(token)) continue;
      // Three parts with dots are a signed token; other long texts may still be made up.
      const confidence = /^eyJ[^.]+\.[^.]+\.[^.]+$/.test(token) ? 'high' : 'medium';
      yield { messageId: 'bearer', data: { length: token.length }, confidence, primary: request.callSite };
    }
  },
};

/** RFC 6750's b64token, long enough to be a secret. */
function bearerToken(header: string): string | undefined {
  const token = /^bearer +(\S+)$/i.exec(header.trim())?.[1];
  return token !== undefined && /^[A-Za-z0-9._~+/-]{20,}=*$/.test(token) ? token : undefined;
}

const placeholderWords =
  /your|example|sample|dummy|fake|mock|test|placeholder|change|replace|insert|todo|secret|token|api[-_]?key|x{4}|\.{3}|0123456|abcdef/i;
/** `{"sub":"1234567890` in Base64: the payload that the JWT introductions show. */
const tutorialPayload = '.eyJzdWIiOiIxMjM0NTY3ODkw';

/** Words that people write for a token, and texts that are too uniform or too plain to be one. */
function isPlaceholder(token: string): boolean {
  if (token.startsWith('eyJ')) return token.includes(tutorialPayload) || !token.includes('.');
  return (
    placeholderWords.test(token) || new Set(token).size < 10 || !/\d/.test(token) || !/[a-z]/i.test(token)
  );
}
