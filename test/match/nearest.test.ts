import { describe, expect, it } from 'vitest';
import { indexWords, likestMethod, nearestOperation } from '../../src/match/nearest.js';
import { operation } from './support.js';

const operations = [
  'GET /v2/purposes /api/consentmanager/v2/purposes',
  'GET /v2/purposes/{purposeId} /api/consentmanager/v2/purposes/{purposeId}',
  'POST /v1/purposes /api/consentmanager/v1/purposes',
  'POST /incidents/search /api/incident/v1/incidents/search',
  'GET /incidents/{incidentId} /api/incident/v1/incidents/{incidentId}',
].map((text) => operation(text));
const words = indexWords(operations);
const nearest = (path: string, method: 'GET' | 'POST' = 'GET'): string | undefined =>
  nearestOperation(words, path.split('/').slice(1), method);

describe('nearestOperation', () => {
  it.each([
    ['/v2/purpose', 'GET /v2/purposes'],
    ['/v2/purposes/7/versions', 'GET /v2/purposes/{purposeId}'],
    ['/api/consentmanager/v2/porposes', 'GET /v2/purposes'],
    ['/consentmanager/v2/purposs/7', 'GET /v2/purposes/{purposeId}'],
  ])('finds the slip in %s', (path, expected) => {
    expect(nearest(path)).toBe(expected);
  });

  it('prefers the same method', () => {
    expect(nearest('/v1/purpose', 'POST')).toBe('POST /v1/purposes');
    expect(nearest('/v2/purpose', 'GET')).toBe('GET /v2/purposes');
  });

  it.each(['/v2/invoices', '/orders/7', '/', '/api/consentmanager/v2/receipts', '/x/y/z/purposes/a/b/c'])(
    'knows nothing near %s',
    (path) => {
      expect(nearest(path)).toBe(undefined);
    },
  );
});

describe('likestMethod', () => {
  it('takes a read for a read and a write for a write, else the first name', () => {
    const mixed = ['PUT /a/{id}', 'DELETE /a/{id}', 'GET /a/{id}'].map((text) => operation(text));
    expect(likestMethod(mixed, 'HEAD')).toBe('GET /a/{id}');
    expect(likestMethod(mixed, 'PATCH')).toBe('DELETE /a/{id}');
    expect(likestMethod(mixed.slice(0, 2), 'GET')).toBe('DELETE /a/{id}');
  });
});
