import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { isManifest, manifestLists, manifestSources } from '../../src/grants/manifests/index.js';
import { readDataFile } from '../../src/syntax/data-file.js';
import { reportOf } from '../findings/scan-files.js';
import { musicCatalog, musicConfig } from './music.js';

/** One line for each list: `source flow scope@line:column …`; each scope must stand at its place. */
function linesIn(file: string, text: string): string[] {
  const data = readDataFile(file, text);
  return manifestLists(data ? [data] : []).map(
    ({ source, flow, scopes }) =>
      `${source} ${flow} ${scopes.map(({ name, span }) => `${name}@${span.start}:${span.end}`).join(' ')}`,
  );
}

describe('scopes in manifests', () => {
  test.each([
    [
      'Forge',
      'manifest.yml',
      "app:\n  id: ari:cloud:ecosystem::app/x\npermissions:\n  scopes:\n    - read:jira-work # reads\n    - 'write:jira-work'\n",
      ['forge-manifest app read:jira-work@5:7 write:jira-work@6:7'],
    ],
    [
      'Slack, YAML',
      'slack-manifest.yaml',
      'oauth_config:\n  scopes:\n    bot: [chat:write]\n    user:\n      - users:read\n',
      ['slack-manifest app chat:write@3:11', 'slack-manifest user users:read@5:9'],
    ],
    [
      'Slack, JSON',
      'manifest.json',
      '{\n  "oauth_config": { "scopes": {\n    "bot": ["chat:write"] } }\n}',
      ['slack-manifest app chat:write@3:13'],
    ],
    [
      'browser extension',
      'public/manifest.json',
      '{ "manifest_version": 3,\n  "oauth2": { "client_id": "x", "scopes": ["a",\n "b"] } }',
      ['browser-extension user a@2:44 b@3:2'],
    ],
    [
      'GitHub App',
      'app.yml',
      'name: x\ndefault_permissions:\n  issues: write\n  contents: read\n  members: none\n',
      ['github-app app issues:write@3:3 contents:read@4:3'],
    ],
    [
      'Shopify',
      'shopify.app.toml',
      'name = "x"\n[access_scopes]\nscopes = "read_products,write_orders"\n',
      ['shopify-app user read_products@3:11 write_orders@3:25'],
    ],
    [
      'environment file',
      '.env.example',
      '# scopes\nOT_BASE=https://x\nexport OT_SCOPES="CONSENT_READ COOKIE"\n',
      ['env-file app CONSENT_READ@3:19 COOKIE@3:32'],
    ],
    [
      'environment file, plain',
      '.env',
      'OT_SCOPES=CONSENT_READ,COOKIE # both\n',
      ['env-file app CONSENT_READ@1:11 COOKIE@1:24'],
    ],
  ])('%s', (_, file, text, expected) => {
    expect(isManifest(file)).toBe(true);
    expect(linesIn(file, text)).toEqual(expected);
  });
  test.each([
    ['a web app manifest', 'manifest.json', '{ "name": "x", "scope": "/", "start_url": "/" }'],
    ['an extension without scopes', 'manifest.json', '{ "manifest_version": 3 }'],
    ['no YAML', 'manifest.yml', 'a: [1\nb: }'],
    ['no JSON object', 'manifest.json', '[]'],
    ['broken TOML', 'shopify.app.toml', '[access_scopes\nscopes = "a"'],
    ['other variables', '.env', 'OT_SCOPE_COUNT=3\nTELESCOPE=1\n'],
    ['a YAML bomb', 'manifest.yml', `a: &a [x, x]\nb: &b [*a, *a]\npermissions: { scopes: [*b, *b] }`],
  ])('nothing: %s', (_, file, text) => {
    expect(linesIn(file, text).join()).toBe('');
  });
  test('other files are not read', () => {
    expect(
      ['package.json', 'app.json', 'src/manifest.ts', 'node_modules/x/manifest.json'].filter(isManifest),
    ).toEqual([]);
  });
});

describe('in a project', () => {
  const read =
    "export const list = (token: string) => fetch('https://api.music.test/v1/library', { headers: { Authorization: `Bearer ${token}` } });\n";
  const config = { 'music.json': musicCatalog, 'leastscope.config.yaml': musicConfig };
  test('a manifest says what was granted; the finding points into it', () => {
    const report = reportOf({
      ...config,
      'api.ts': read,
      'manifest.json':
        '{ "manifest_version": 3, "oauth2": {\n  "scopes": [\n    "library-read",\n    "library-modify"\n] } }',
    });
    expect(report.credentials).toMatchObject([{ granted: ['library-modify', 'library-read'] }]);
    expect(report.findings.map((f) => `${f.rule} ${f.file}:${f.line}:${f.column}`)).toEqual([
      'excess-scope manifest.json:4:5',
    ]);
  });
  test('an environment list counts where nothing else says it, and is named where something does', () => {
    const env = { '.env.example': 'MUSIC_SCOPES=library-read library-modify\n' };
    expect(reportOf({ ...config, ...env, 'api.ts': read }).credentials).toMatchObject([
      { granted: ['library-modify', 'library-read'], excess: ['library-modify'] },
    ]);
    const consent =
      "export const url = 'https://accounts.music.test/authorize?response_type=code&scope=library-read';";
    expect(reportOf({ ...config, ...env, 'api.ts': read, 'auth.ts': consent }).credentials).toMatchObject([
      {
        granted: ['library-read'],
        excess: [],
        grantLists: [
          { source: 'authorize-url', counts: true },
          { source: 'env-file', file: '.env.example', line: 1, counts: false },
        ],
      },
    ]);
  });
  test('a variable that code asks for brings the words of its environment file', () => {
    const consent =
      'export const url = `https://accounts.music.test/authorize?response_type=code&scope=${process.env.MUSIC_SCOPES}`;';
    expect(
      reportOf({
        ...config,
        '.env.example': 'MUSIC_SCOPES=library-read\n',
        'api.ts': read,
        'auth.ts': consent,
      }).credentials,
    ).toMatchObject([{ granted: ['library-read'], grantsComplete: false }]);
  });
});

test('the guide lists every kind', () => {
  const guide = readFileSync(path.resolve(import.meta.dirname, '../../docs/grants.md'), 'utf8');
  const [, table = ''] = guide.split('<!-- manifests');
  const rows = [...(table.split('\n## ')[0] ?? '').matchAll(/^\| `([a-z0-9-]+)` \|/gm)].map((row) => row[1]);
  expect(rows).toEqual(manifestSources.map(({ id }) => id));
});
