import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scan } from '../../src/session.js';
import { config, createRepository, type Repository } from './repository.js';

/** So many other files that a change is first seen from those near it. */
const many = 450;

const town = (name: string): string => `export const town = '${name}';\n`;

let repo: Repository;
beforeEach(() => {
  repo = createRepository();
  for (let i = 0; i < many; i++) repo.write(`other/file${i}.js`, `export const value${i} = ${i};\n`);
  repo.write('leastscope.config.yaml', config('CONSENT_READ'));
  repo.write('town.js', town('bern'));
  repo.write(
    'weather.js',
    "import { town } from './town.js';\nexport const weather = () => fetch(`https://weather.example/${town}`);\n",
  );
  repo.write(
    'index.js',
    "import './weather.js';\nfetch('https://app.onetrust.com/api/consentmanager/v1/collectionpoints');\n",
  );
});
afterEach(() => {
  repo.remove();
});

function commitAll(): void {
  repo.git('add', '-A');
  repo.git('commit', '-qm', 'all');
}

const scanOf = (staged = false) =>
  scan({ cwd: repo.root, paths: ['.'], cache: true, minConfidence: 'medium', staged }).report;

const answers = (): number =>
  readdirSync(path.join(repo.root, '.leastscope/cache')).filter((name) => name.endsWith('.answer')).length;

/** Requests of what is staged, and whether the whole project was analyzed for them: the report has credentials then. */
function staged(file: string, text: string): { readonly urls: readonly string[]; readonly isWhole: boolean } {
  repo.write(file, text);
  repo.git('add', '-A');
  const { requests, credentials } = scanOf(true);
  return { urls: requests.map(({ url }) => url), isWhole: credentials.length > 0 };
}

test('what a report leaves out of credentials and load it says, where there are some', () => {
  commitAll();
  scanOf();
  const hook = (file: string, text: string) => {
    repo.write(file, text);
    repo.git('add', '-A');
    const { credentials, notes } = scanOf(true);
    return { credentials: credentials.length, notes: notes.map(({ message }) => message) };
  };
  const near = hook('town.js', town('basel'));
  expect(near).toEqual({
    credentials: 0,
    notes: [
      'this change has to do with nothing that credentials and load rest on: they were left out; "leastscope scan" without --staged takes them in',
    ],
  });
  expect(
    hook(
      'index.js',
      "import './weather.js';\nfetch('https://app.onetrust.com/api/consentmanager/v1/purposes');\n",
    ),
  ).toEqual({ credentials: 1, notes: [] });
});

test('of a project without credentials and calls of providers nothing is left out', () => {
  repo.write('leastscope.config.yaml', 'catalogs: [trust-platform]\n');
  repo.write('index.js', "import './weather.js';\n");
  commitAll();
  scanOf();
  repo.write('town.js', town('basel'));
  repo.git('add', '-A');
  expect(scanOf(true)).toMatchObject({ credentials: [], notes: [] });
});

test('what a scan found of a commit, a hook needn’t find again', () => {
  commitAll();
  scanOf();
  expect(answers()).toBe(1);
  expect(staged('town.js', town('basel'))).toEqual({
    urls: ['https://weather.example/basel'],
    isWhole: false,
  });
  // The state of now; that of before was known.
  expect(answers()).toBe(2);
});

test('what is not reached makes no request in a scan, and one in a hook', () => {
  repo.write('package.json', '{"private":true,"main":"index.js"}');
  repo.write(
    'left.js',
    "export const left = () => fetch('https://app.onetrust.com/api/consentmanager/v2/purposes');\n",
  );
  commitAll();
  expect(scanOf().summary.unreached).toBe(1);
  expect(answers()).toBe(0);
  expect(staged('town.js', town('basel')).isWhole).toBe(false);
  expect(answers()).toBe(2);
});
