import { expect, it } from 'vitest';
import { readBundled } from '../../src/catalog/read.js';
import { catalogToJson } from '../../src/catalog/show.js';

const shown = JSON.parse(JSON.stringify(catalogToJson(readBundled('trust-platform'))));
const operation = (id: string) =>
  shown.operations.find((one: { method: string; path: string }) => `${one.method} ${one.path}` === id);
const limit = (id: string) => shown.rateLimits.find((one: { id: string }) => one.id === id);

it('has the fields of the contract', () => {
  expect(shown.provider).toBe('trust-platform');
  for (const scope of shown.scopes) {
    expect(Object.keys(scope)).toEqual(
      expect.arrayContaining(['name', 'description', 'implies', 'describedAs', 'source']),
    );
  }
  for (const one of shown.operations) {
    const fields = ['method', 'path', 'paths', 'security', 'deprecated', 'sources'];
    expect(Object.keys(one)).toEqual(expect.arrayContaining(fields));
    expect(one.sources.length).toBeGreaterThan(0);
  }
  for (const rule of shown.rateLimits) {
    const fields = ['id', 'applies', 'environment', 'windows', 'partition', 'violation', 'sources'];
    expect(Object.keys(rule)).toEqual(expect.arrayContaining(fields));
    expect(Object.keys(rule.applies)).toEqual(['each', 'operations', 'pathGlob', 'account']);
  }
});

it('writes alternatives as any-of over all-of, and what the docs leave out as undocumented', () => {
  expect(operation('POST /incidents').security).toEqual([['INCIDENT'], ['INCIDENT_CREATE']]);
  expect(operation('GET /v4/datasubjects/details').security).toBe('undocumented');
});

it('tells an operation that takes a token from a public one by its schemes', () => {
  expect(operation('GET /api/document-gateway/{id}')).toMatchObject({
    security: [[]],
    schemes: [['downloadToken']],
  });
});

it('writes null and empty lists for what does not apply', () => {
  expect(limit('default-endpoint')).toMatchObject({
    applies: { each: 'operation', operations: [], pathGlob: null, account: false },
    environment: null,
    windows: [{ quota: 1000, windowSeconds: 60 }],
  });
  expect(limit('integration-webhook')).toMatchObject({ violation: 'blocked', blockedSeconds: 60 });
  expect(operation('POST /incidents').deprecated).toBeNull();
  expect(operation('GET /v2/datasubjects').deprecated.note).toContain('v4');
});
