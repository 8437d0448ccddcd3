import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { leastscope } from './harness.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'leastscope-catalog-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const petstore = `openapi: 3.0.3
info: { title: Petstore, version: '1' }
servers: [{ url: 'https://pets.example.com/v1' }]
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows: { clientCredentials: { tokenUrl: 'https://pets.example.com/token', scopes: { 'pets:read': Read pets } } }
paths:
  /pets/{petId}:
    get:
      security: [{ oauth: ['pets:read'] }]
      responses: { '200': { description: ok } }
`;

describe('catalog', () => {
  test('lists what is bundled', async () => {
    expect((await leastscope(['catalog'])).stdout).toBe(
      'trust-platform  Trust Platform: 32 scopes, 183 operations, 16 limits\n',
    );
    const { stdout } = await leastscope(['catalog', 'list', '--format', 'json']);
    expect(JSON.parse(stdout)).toEqual([
      { name: 'trust-platform', title: 'Trust Platform', scopes: 32, operations: 183, rateLimits: 16 },
    ]);
  });

  test('shows one, for people and for programs', async () => {
    const { stdout } = await leastscope(['catalog', 'show', 'trust-platform']);
    expect(stdout).toContain('\n  CONSENT_READ        Read\n');
    expect(stdout).toMatch(/\n {2}DELETE \/Users\/\{id\} +SCIM\n/);
    const json = JSON.parse(
      (await leastscope(['catalog', 'show', 'trust-platform', '--format', 'json'])).stdout,
    );
    expect(json.rateLimits).toHaveLength(16);
    expect(json.operations[0]).toHaveProperty('security');
  });

  test('shows one of a file', async () => {
    writeFileSync(path.join(folder, 'petstore.openapi.yaml'), petstore);
    const { stdout } = await leastscope(['catalog', 'show', './petstore.openapi.yaml'], { cwd: folder });
    expect(stdout).toMatch(/^petstore · Petstore\n/);
    expect(stdout).toMatch(/\n {2}GET \/pets\/\{petId\} +pets:read\n/);
  });

  test('an unknown name', async () => {
    const ran = await leastscope(['catalog', 'show', 'trust-platfrom']);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain('unknown catalog "trust-platfrom"\n  Did you mean trust-platform?');
  });
});

describe('compile', () => {
  beforeEach(() => {
    writeFileSync(path.join(folder, 'petstore.openapi.yaml'), petstore);
  });

  test('to a file: the result is in it, facts are on stderr', async () => {
    const ran = await leastscope(['compile', 'petstore.openapi.yaml', '-o', 'out/petstore.json'], {
      cwd: folder,
    });
    expect(ran).toMatchObject({ code: 0, stdout: '' });
    expect(ran.stderr).toContain('petstore: 1 operation, 1 scope, 0 limits\n');
    expect(JSON.parse(readFileSync(path.join(folder, 'out/petstore.json'), 'utf8'))).toMatchObject({
      provider: 'petstore',
    });
  });

  test('to stdout, under a name, quietly', async () => {
    const ran = await leastscope(['compile', 'petstore.openapi.yaml', '--provider', 'pets', '--quiet'], {
      cwd: folder,
    });
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(ran.stdout)).toMatchObject({ schemaVersion: 1, provider: 'pets' });
  });

  test('the bundled catalog comes out as it is', async () => {
    const { stdout } = await leastscope(['compile', 'data/trust-platform'], { cwd: process.cwd() });
    expect(stdout).toBe(readFileSync('data/trust-platform/catalog.json', 'utf8'));
  });

  test('a document that is not there, or of no known kind', async () => {
    writeFileSync(path.join(folder, 'x.bin'), 'nothing');
    expect(await leastscope(['compile', 'nowhere.md'], { cwd: folder })).toMatchObject({
      code: 2,
      stdout: '',
    });
    expect((await leastscope(['compile', 'x.bin'], { cwd: folder })).stderr).toMatch(
      /x\.bin: is of no known format\n/,
    );
  });

  test('a document that says nothing of an API', async () => {
    writeFileSync(path.join(folder, 'notes.md'), '# Notes\n');
    expect(await leastscope(['compile', 'notes.md', '--quiet'], { cwd: folder })).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^error: notes\.md: no operation, scope or limit was found/) as string,
    });
  });
});
