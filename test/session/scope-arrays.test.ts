import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scan } from '../../src/session.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'leastscope-arrays-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const spec = `openapi: 3.0.0
info: { title: Drawings, version: '1' }
servers: [{ url: https://api.drawings.test }]
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        authorizationCode:
          authorizationUrl: https://drawings.test/a
          tokenUrl: https://drawings.test/t
          scopes: { 'files:read': read, 'content:read': read }
paths:
  /v1/files/{key}:
    get:
      security: [{ oauth: ['content:read', 'files:read'] }]
      responses: { '200': { description: ok } }
`;

function leastWith(config: string): { least: readonly string[] | undefined; notes: readonly string[] } {
  writeFileSync(path.join(folder, 'drawings.openapi.yaml'), spec);
  writeFileSync(path.join(folder, 'leastscope.config.yaml'), config);
  writeFileSync(
    path.join(folder, 'client.ts'),
    'export const file = (key: string) => fetch(`https://api.drawings.test/v1/files/${key}`);\n',
  );
  const { report } = scan({ cwd: folder, paths: [], cache: false, minConfidence: 'medium' });
  return { least: report.credentials[0]?.least, notes: report.notes.map(({ message }) => message) };
}

test('without a setting a list means all of its scopes, and a note says that it is assumed', () => {
  const { least, notes } = leastWith('catalogs: [./drawings.openapi.yaml]\n');
  expect(least).toEqual(['content:read', 'files:read']);
  expect(notes.join()).toContain('scopeArrays');
});

test('a list that the config takes as any-of needs one scope', () => {
  const { least, notes } = leastWith('catalogs: [./drawings.openapi.yaml]\nscopeArrays: { drawings: any }\n');
  expect(least).toEqual(['content:read']);
  expect(notes).toEqual([]);
});
