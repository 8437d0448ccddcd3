import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { scan } from '../../src/session.js';
import { createRepository, scanned, type Repository } from './repository.js';

let repo: Repository;
beforeEach(() => {
  repo = createRepository();
});
afterEach(() => {
  repo.remove();
});

const call = (env: string): string =>
  `fetch('https://app.onetrust.com/api/consentmanager/v2/purposes', { headers: { authorization: \`Bearer \${process.env.${env}}\` } });\n`;

describe('a package of a monorepo, analyzed by itself', () => {
  beforeEach(() => {
    repo.write('packages/api/package.json', '{"name":"@m/api","main":"index.js"}');
    repo.write('packages/api/index.js', 'export const call = (path) => fetch(path);\n');
    repo.write('packages/web/main.js', "import { call } from '@m/api';\ncall('/x');\n");
    mkdirSync(path.join(repo.root, 'node_modules/@m'), { recursive: true });
    symlinkSync('../../packages/api', path.join(repo.root, 'node_modules/@m/api'));
  });

  test('says which code it does not see, and how it would', () => {
    expect(scanned(path.join(repo.root, 'packages/web')).notes).toEqual([
      'code outside of this folder is imported and was not analyzed, so calls through it are not known: ../api/index.js; in ../.., "leastscope packages/web" takes it in',
    ]);
  });
  test('says nothing where all is seen, or packages are foreign', () => {
    repo.write('node_modules/other/index.js', 'export default 1;\n');
    repo.write('packages/web/other.js', "import other from 'other';\nother();\n");
    expect(scanned(repo.root, { paths: ['packages/web'] }).notes).toEqual([]);
  });
});

test('a folder may be named like a file', () => {
  repo.write('packages/chart.js/index.js', call('T'));
  const { report } = scan({
    cwd: repo.root,
    paths: ['packages/chart.js'],
    cache: false,
    minConfidence: 'medium',
  });
  expect(report).toMatchObject({ notes: [], summary: { files: 1, requests: 1 } });
});

test('a file that is not read says what to do about it', () => {
  repo.write('a.ts', 'export {};\n\0');
  repo.write('b.js', `export const a = 1;\n${' '.repeat(2_000_000)}`);
  expect(scanned(repo.root).notes).toEqual([
    'left out: a binary file, or no UTF-8 text; if it sends no requests, name it under exclude in the config',
    'left out: 2.0 MB, more than the 2 MB that are read; if it sends no requests, name it under exclude in the config',
  ]);
  repo.write('leastscope.config.yaml', 'exclude: [a.ts, b.js]\n');
  expect(scanned(repo.root).notes).toEqual([expect.stringContaining('no code was found here')]);
});

describe('names in the config that lead nowhere', () => {
  const credential = (env: string): string =>
    `credentials:\n  app:\n    provider: trust-platform\n    grants: [CONSENT_READ]\n    match: { env: [${env}] }\n`;

  test('a match that fits no call, while calls fit no credential', () => {
    repo.write('a.js', call('OT_TOKEN'));
    repo.write('leastscope.config.yaml', credential('OT_TOKNE'));
    expect(scanned(repo.root).notes).toEqual([
      'credentials.app: its match fits no call, while 1 call fits no credential, with tokens of env OT_TOKEN',
    ]);
    repo.write('leastscope.config.yaml', credential('OT_TOKEN'));
    expect(scanned(repo.root).notes).toEqual([]);
  });
  test('a catalog that is not there: the line that names it', () => {
    repo.write('app/leastscope.config.yaml', 'catalogs: [trust-platform, ./api.yaml]\n');
    expect(() => scanned(path.join(repo.root, 'app'))).toThrow(
      expect.objectContaining({ place: { file: 'leastscope.config.yaml', line: 1, column: 28 } }),
    );
  });
});
