import { describe, expect, it } from 'vitest';
import { corroborate } from '../../src/match/corroborate.js';
import type { HttpMethod } from '../../src/model/http-method.js';
import { match } from '../../src/match/match.js';
import { buildPathIndex } from '../../src/match/path-index.js';
import { abstractUrl, catalog, lines } from './support.js';

const index = buildPathIndex([
  catalog('trust-platform', [
    'POST /incidents /api/incident/v1/incidents',
    'GET /incidents/{id} /api/incident/v1/incidents/{id}',
    'GET /v2/purposes /api/consentmanager/v2/purposes',
  ]),
]);

const together = (...urls: readonly string[]): readonly string[] => sent(['POST', 'GET'], urls);

function sent(methods: readonly HttpMethod[], urls: readonly string[]): readonly string[] {
  const requests = urls.map((text) => {
    const url = abstractUrl(text);
    return { url, matches: match(index, { url, methods }) };
  });
  return corroborate(requests).map((matches) => lines(matches)[0] ?? '');
}

describe('corroborate', () => {
  it('believes a generic path behind a base that a full path shows to be the provider’s', () => {
    expect(together('{env:OT}/incidents', '{env:OT}/api/incident/v1/incidents')[0]).toBe(
      'matched POST /incidents medium',
    );
  });

  it.each([
    ['another environment value', '{env:API}/incidents', '{env:OT}/api/incident/v1/incidents'],
    ['a parameter of the same name', '{base}/incidents', '{base}/api/incident/v1/incidents'],
    ['a likely match', '{env:OT}/incidents', '{env:OT}/v2/purposes'],
    ['a generic match', '{env:OT}/incidents', '{env:OT}/incidents'],
  ])('does not by %s', (_, generic, other) => {
    expect(together(generic, other)[0]).toBe('matched POST /incidents low');
  });

  it('does not believe a documented path among many that no catalog has', () => {
    const others = ['/a/b', '/c/d', '/e/f'].map((path) => `{env:API}${path}`);
    const first = (...urls: readonly string[]): string | undefined => sent(['GET'], urls)[0];
    expect(first('{env:API}/v2/purposes', ...others.slice(0, 2))).toBe('matched GET /v2/purposes medium');
    expect(first('{env:API}/v2/purposes', ...others)).toBe('matched GET /v2/purposes low');
    const inWindow = others.map((url) => url.replace('env:API', 'window.api'));
    expect(first('{window.api}/v2/purposes', ...inWindow)).toBe('matched GET /v2/purposes low');
    const given = others.map((url) => url.replace('env:API', 'base'));
    expect(first('{base}/v2/purposes', ...given)).toBe('matched GET /v2/purposes medium');
    expect(first('{env:OT}/v2/purposes', ...others)).toBe('matched GET /v2/purposes medium');
    const shown = '{env:API}/api/incident/v1/incidents/7';
    expect(first('{env:API}/v2/purposes', shown, ...others)).toBe('matched GET /v2/purposes medium');
  });

  it('leaves guesses as they are', () => {
    const guess = '{env:OT}/incidents{rest}';
    expect(together(guess, '{env:OT}/api/incident/v1/incidents')[0]).toBe('matched POST /incidents low');
  });
});
