import { afterEach, beforeEach, expect, test } from 'vitest';
import { scan } from '../../src/session.js';
import { createRepository, type Repository } from '../session/repository.js';

let repository: Repository;
beforeEach(() => {
  repository = createRepository();
});
afterEach(() => {
  repository.remove();
});

const send = (path: string): string => `fetch('https://ot.example.com/api/consentmanager/v2/${path}')`;
const started = {
  'package.json': JSON.stringify({
    private: true,
    main: 'src/begin.js',
    scripts: { sync: 'node src/nightly.js' },
  }),
  'src/begin.ts': "import { used } from './client.js';\nexport const begin = () => used();",
  'src/client.ts': `export const used = () => ${send('purposes')};\nexport const spare = () => ${send('purposes/1')};`,
  'src/old.ts': `export const legacy = () => ${send('purposes/2')};`,
  'src/nightly.ts': `export const job = () => ${send('purposes')};`,
};

/** The files and lines of requests, those to which no entry point leads. */
function unreached(files: Readonly<Record<string, string>>): string[] {
  for (const [file, text] of Object.entries(files)) repository.write(file, text);
  const { report } = scan({ cwd: repository.root, paths: ['.'], cache: false, minConfidence: 'low' });
  expect(report.requests.length).toBeGreaterThan(3);
  return report.requests.filter((r) => r.unreachable === true).map(({ file, line }) => `${file}:${line}`);
}

test('a module that nobody imports or names, and a function whose name stands nowhere else', () => {
  expect(unreached(started)).toEqual(['src/client.ts:2', 'src/old.ts:1']);
});

test.each([
  ['a package that anybody may load files of', { 'package.json': '{"main":"src/begin.js"}' }],
  ['no known start', { 'package.json': '{"private":true}' }],
  [
    'no start but the settings of a tool',
    { 'package.json': '{"private":true}', 'eslint.config.js': 'export default [];' },
  ],
  [
    'a framework that loads files itself',
    { 'package.json': started['package.json'].replace('{', '{"dependencies":{"gatsby":"5"},') },
  ],
  [
    'files that are loaded by a variable',
    { 'src/begin.ts': `${started['src/begin.ts']}\nexport const load = (name: string) => import(name);` },
  ],
  [
    'a folder that is read',
    {
      'src/begin.ts': `${started['src/begin.ts']}\nimport fs from 'node:fs'; export const all = () => fs.readdirSync('x');`,
    },
  ],
])('with %s, everything may run', (_, files) => {
  expect(unreached({ ...started, ...files })).toEqual([]);
});

test.each([
  ['a page', { 'index.html': '<script type="module" src="/src/old.ts"></script>' }],
  ['a host', { 'serverless.yml': 'functions:\n  a:\n    handler: src/old.legacy\n' }],
  [
    'an import by its text',
    { 'src/begin.ts': `${started['src/begin.ts']}\nexport const later = () => import('./old.js');` },
  ],
  [
    'a worker',
    { 'src/begin.ts': `${started['src/begin.ts']}\nexport const later = () => new Worker('./old.js');` },
  ],
  ['work at its top level', { 'src/old.ts': `${started['src/old.ts']}\nlegacy();` }],
])('a module that is started by %s is reached', (_, files) => {
  expect(unreached({ ...started, ...files })).toEqual(['src/client.ts:2']);
});

test.each([
  [
    'all of its module is taken',
    {
      'src/begin.ts':
        "import * as all from './client.js';\nexport const begin = (name: keyof typeof all) => all[name]();",
    },
  ],
  [
    'its name is passed on',
    {
      'src/begin.ts': "import { used, spare } from './client.js';\nexport const begin = () => [used, spare];",
    },
  ],
])('a function is reached where %s', (_, files) => {
  expect(unreached({ ...started, ...files })).toEqual(['src/old.ts:1']);
});

test('a test starts nothing', () => {
  const tested = { 'src/old.test.ts': "import { legacy } from './old.js';\ntest('x', () => legacy());" };
  expect(unreached({ ...started, ...tested })).toContain('src/old.ts:1');
});

test('a scope that only unreached code needs is no part of the least set, and is said', () => {
  const others = { 'src/client.ts': '', 'src/nightly.ts': '', 'src/begin.ts': 'export const begin = 1;' };
  for (const [file, text] of Object.entries({ ...started, ...others })) repository.write(file, text);
  const { report } = scan({ cwd: repository.root, paths: ['.'], cache: false, minConfidence: 'medium' });
  const [credential] = report.credentials;
  expect(report.summary.unreached).toBe(1);
  expect(credential?.least).toEqual([]);
  expect(credential?.unreached).toEqual({ CONSENT_READ: ['GET /v2/purposes/{purposeId}'] });
});
