import { describe, expect, test } from 'vitest';
import type { ReportCredential } from '../../src/model/report.js';
import { reportOf } from '../findings/scan-files.js';
import { musicCatalog, musicConfig } from './music.js';

const project = (
  files: Readonly<Record<string, string>>,
  config = '',
): { credentials: readonly ReportCredential[]; findings: string[] } => {
  const report = reportOf({
    'music.json': musicCatalog,
    'leastscope.config.yaml': `${musicConfig}${config}`,
    ...files,
  });
  return {
    credentials: report.credentials,
    findings: report.findings
      .filter(({ rule }) => rule.includes('scope') || rule === 'broader-than-needed')
      .map((f) => `${f.rule} ${f.confidence} ${f.file}:${f.line} ${f.message}`),
  };
};

const consent = (scopes: string): string =>
  `export const url = 'https://accounts.music.test/authorize?client_id=x&response_type=code&scope=' +\n  '${scopes}';`;
const read =
  "export const list = (token: string) => fetch('https://api.music.test/v1/library', { headers: { Authorization: `Bearer ${token}` } });";
const write =
  "export const save = (t: string) => fetch('https://api.music.test/v1/library', { method: 'PUT', headers: { Authorization: `Bearer ${t}` } });";

const form =
  "new URLSearchParams({ grant_type: 'client_credentials', client_id: process.env.ID, scope: 'library-read library-modify' })";

describe('requests for a token, known by what they send', () => {
  test('ask for scopes also where the token takes a way that code does not show', () => {
    const { credentials, findings } = project({
      'auth.ts': `export async function renew() {\n  const r = await fetch(process.env.TOKEN_URL, { method: 'POST', body: ${form} });\n  await store.save((await r.json()).access_token);\n}`,
      'api.ts': read,
    });
    expect(credentials).toMatchObject([
      {
        name: 'default',
        granted: ['library-modify', 'library-read'],
        excess: ['library-modify'],
        proven: true,
        grantLists: [{ source: 'token-request', file: 'auth.ts', line: 2, complete: true }],
      },
    ]);
    expect(findings).toEqual([
      'excess-scope medium auth.ts:2 Credential "default" was granted library-modify, which no call needs.',
    ]);
  });
  test('are no call of the API, whatever their path', () => {
    const text = `fetch('https://api.music.test/v1/give', { method: 'POST', body: ${form} });`;
    const report = reportOf({
      'music.json': musicCatalog,
      'leastscope.config.yaml': `${musicConfig}rules: { unknown-operation: error }\n`,
      'auth.ts': text,
    });
    expect(report.findings.filter(({ rule }) => rule === 'unknown-operation')).toEqual([]);
  });
});

describe('scopes that code asks for', () => {
  test('are what was granted; findings point at the name in the list', () => {
    const { credentials, findings } = project({
      'auth.ts': consent('library-read library-modify'),
      'api.ts': read,
    });
    expect(credentials).toMatchObject([
      {
        name: 'default',
        least: ['library-read'],
        granted: ['library-modify', 'library-read'],
        missing: [],
        excess: ['library-modify'],
        grantsKnown: true,
        grantedAt: { 'library-modify': { file: 'auth.ts', line: 2, column: 17 } },
        grantLists: [{ source: 'authorize-url', file: 'auth.ts', line: 1, complete: true, counts: true }],
      },
    ]);
    expect(findings).toEqual([
      'excess-scope medium auth.ts:2 Credential "default" was granted library-modify, which no call needs.',
    ]);
  });
  test('a call that needs more is an error there, and says where the scopes are asked for', () => {
    const { findings } = project({ 'auth.ts': consent('library-read'), 'api.ts': `${read}\n${write}` });
    expect(findings).toEqual([
      'missing-scope high api.ts:2 PUT /v1/library needs library-modify, which credential "default" was not granted.',
    ]);
  });
  test('tokens of one consent are one credential, in whatever place the code keeps them', () => {
    const kept =
      "const t = localStorage.getItem('token'); fetch('https://api.music.test/v1/player', { method: 'PUT', headers: { Authorization: `Bearer ${t}` } });";
    const { credentials, findings } = project({
      'auth.ts': consent('library-read play'),
      'api.ts': read,
      'player.ts': kept,
    });
    expect(credentials).toMatchObject([
      { name: 'default', least: ['library-read', 'play'], excess: [], missing: [] },
    ]);
    expect(findings).toEqual([]);
  });
  test('two requests for consent add up', () => {
    const { findings } = project({
      'auth.ts': consent('library-read'),
      'more.ts': consent('library-modify'),
      'api.ts': `${read}\n${write}`,
    });
    expect(findings).toEqual([]);
  });
  test('a list that is not known as a whole makes nothing missing', () => {
    const open =
      'export const url = `https://accounts.music.test/authorize?scope=library-read ${process.env.MORE}`;';
    const { credentials, findings } = project({ 'auth.ts': open, 'api.ts': `${read}\n${write}` });
    expect(credentials).toMatchObject([{ granted: ['library-read'], missing: [], grantsComplete: false }]);
    expect(findings).toEqual([]);
  });
  test('a call that the docs do not have may need what no other call does', () => {
    const undocumented =
      "export const add = (t: string) => fetch('https://api.music.test/v1/library/items', { method: 'POST', headers: { Authorization: `Bearer ${t}` } });";
    const { findings } = project({
      'auth.ts': consent('library-read library-modify'),
      'api.ts': `${read}\n${undocumented}`,
    });
    expect(findings).toEqual([expect.stringMatching(/^excess-scope low auth.ts:2 .* library-modify/)]);
  });
  test('what a sign-in library reads itself is not called too much', () => {
    const passport =
      "import passport from 'passport'; passport.authenticate('music', { scope: ['library-read', 'profile-read-email'] })";
    expect(project({ 'auth.ts': passport, 'api.ts': read }).findings).toEqual([]);
  });
});

describe('scopes in the request for a token', () => {
  const token = (id: string, scope: string): string =>
    `async function token${id}() {\n  const answer = await fetch('https://accounts.music.test/token', { method: 'POST', body: new URLSearchParams({ grant_type: 'client_credentials', client_id: process.env.${id}, scope: '${scope}' }) });\n  return (await answer.json()).access_token;\n}\n`;
  const use = (id: string, method: string, path: string): string =>
    `fetch('https://api.music.test/v1/${path}', { method: '${method}', headers: { Authorization: \`Bearer \${await token${id}()}\` } });\n`;
  test('belong to the credential that sends the token, each its own', () => {
    const { credentials, findings } = project({
      'a.ts': token('A', 'library-read play') + use('A', 'GET', 'library'),
      'b.ts': token('B', 'library-modify') + use('B', 'PUT', 'library') + use('B', 'GET', 'me'),
    });
    expect(credentials).toMatchObject([
      { name: 'client-credentials:env:A', granted: ['library-read', 'play'], excess: ['play'], missing: [] },
      {
        name: 'client-credentials:env:B',
        granted: ['library-modify'],
        excess: [],
        missing: ['profile-read-email'],
      },
    ]);
    expect(findings).toEqual([
      'excess-scope medium a.ts:2 Credential "client-credentials:env:A" was granted play, which no call needs.',
      'missing-scope high b.ts:6 GET /v1/me needs profile-read-email, which credential "client-credentials:env:B" was not granted.',
    ]);
  });
  test('all of them count, also those that the docs do not have', () => {
    const { findings } = project({ 'a.ts': token('A', 'library-raed') + use('A', 'GET', 'library') });
    expect(findings).toContainEqual(expect.stringContaining('unknown-scope high a.ts:2'));
  });
  test('calls whose token nobody can tell are a group of their own', () => {
    const { credentials } = project({
      'a.ts': token('A', 'play') + use('A', 'PUT', 'player'),
      'b.ts': read,
    });
    expect(credentials).toMatchObject([
      { name: 'client-credentials:env:A', least: ['play'] },
      { name: 'default', least: ['library-read'], tokenKnown: false, grantsKnown: false },
    ]);
  });
});

describe('scopes that grant nothing', () => {
  test.each([
    ['a list that no request gets', "export const scopes = ['library-read', 'play'];"],
    [
      'a list for another provider',
      "export const url = 'https://other.test/authorize?scope=play&client_id=x&response_type=code';",
    ],
    [
      'plain words of a list of another provider',
      "export const url = 'https://other.test/authorize?scope=play+stop';",
    ],
  ])('%s', (_, code) => {
    const { credentials, findings } = project({ 'auth.ts': code, 'api.ts': read });
    expect(credentials).toMatchObject([{ granted: [], grantsKnown: false }]);
    expect(findings).toEqual([]);
  });
  test('a token from the environment is not what people consented to', () => {
    const env =
      "fetch('https://api.music.test/v1/library', { headers: { Authorization: `Bearer ${process.env.MUSIC_TOKEN}` } });";
    const { credentials } = project({ 'auth.ts': consent('play'), 'api.ts': env });
    expect(credentials).toMatchObject([{ name: 'env:MUSIC_TOKEN', grantsKnown: false }]);
  });
});

describe('scopes in the config', () => {
  const config = (grants: string): string =>
    `credentials:\n  app:\n    provider: music\n${grants}    match: { files: ['**'] }\n`;
  test('win over those in code, and the report names both', () => {
    const { credentials, findings } = project(
      { 'auth.ts': consent('library-read play'), 'api.ts': read },
      config('    grants: [library-read]\n'),
    );
    expect(findings).toEqual([]);
    expect(credentials).toMatchObject([
      {
        name: 'app',
        granted: ['library-read'],
        grantLists: [
          { source: 'config', counts: true, scopes: ['library-read'] },
          { source: 'authorize-url', counts: false, scopes: ['library-read', 'play'] },
        ],
      },
    ]);
  });
  test('a credential without grants takes those in code', () => {
    const { credentials } = project({ 'auth.ts': consent('library-read play'), 'api.ts': read }, config(''));
    expect(credentials).toMatchObject([{ name: 'app', granted: ['library-read', 'play'], excess: ['play'] }]);
  });
});
