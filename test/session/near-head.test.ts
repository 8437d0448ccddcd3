import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AnalyzeInput } from '../../src/analyze/analyze.js';
import { scan } from '../../src/session.js';
import { config, createRepository, type Repository } from './repository.js';

const whole = vi.hoisted(() => ({ analyses: 0 }));
vi.mock(import('../../src/analyze/analyze.js'), async (original) => {
  const real = await original();
  return {
    ...real,
    analyze: (input: AnalyzeInput) => {
      if (!input.files) whole.analyses++;
      return real.analyze(input);
    },
  };
});

/** So many other files that a change is first seen from those near it. */
const many = 450;

type Edits = Readonly<Record<string, string | undefined>>;

const project: Edits = {
  'leastscope.config.yaml': config('CONSENT_READ'),
  '.gitignore': '.leastscope\n',
  'package.json': '{"name":"app","version":"1.0.0"}',
  'town.js': "export const town = 'bern';\n",
  'weather.js':
    "import { town } from './town.js';\nexport const weather = () => fetch(`https://weather.example/${town}`);\n",
  'street.js':
    "import { street } from './street.json';\nexport const map = () => fetch(`https://maps.example/${street}`);\n",
  'street.json': '{"street":"long"}',
  'lakes.js': "import { lake } from './lake.js';\nfetch(`https://lakes.example/${lake}`);\n",
  'index.js':
    "import './weather.js';\nfetch('https://app.onetrust.com/api/consentmanager/v1/collectionpoints');\n",
};

/** The small one is always analyzed whole. */
let large: Repository;
let small: Repository;
beforeEach(() => {
  [large, small] = [createRepository(), createRepository()];
  for (let i = 0; i < many; i++) large.write(`other/file${i}.js`, `export const value${i} = ${i};\n`);
  inBoth((repo) => {
    edit(repo, project);
    commit(repo);
    scanOf(repo);
  });
});
afterEach(() => {
  inBoth(({ remove }) => {
    remove();
  });
});

function inBoth(act: (repo: Repository) => void): void {
  for (const repo of [large, small]) act(repo);
}

function edit({ root, write }: Repository, files: Edits): void {
  for (const [file, text] of Object.entries(files))
    if (text === undefined) rmSync(path.join(root, file));
    else write(file, text);
}

function commit({ git }: Repository, ...options: string[]): void {
  git('add', '-A');
  git('commit', '-qm', 'all', ...options);
}

const scanOf = ({ root }: Repository, staged = false) =>
  scan({ cwd: root, paths: ['.'], cache: true, minConfidence: 'medium', staged }).report;

/** What hooks say of a staged edit, and how often all of the large project was analyzed for it. */
function hooks(edits: Edits) {
  inBoth((repo) => {
    edit(repo, edits);
    repo.git('add', '-A');
  });
  whole.analyses = 0;
  const { requests, findings, notes } = scanOf(large, true);
  const { analyses } = whole;
  // A hook alone leaves out what it doesn't know of a small project.
  scanOf(small);
  const expected = scanOf(small, true);
  expect({ requests, findings, notes }).toEqual({
    requests: expected.requests,
    findings: expected.findings,
    notes: [
      {
        file: null,
        line: null,
        message: expect.stringContaining('credentials and load rest on: they were left out') as string,
      },
    ],
  });
  return { analyses, urls: requests.map(({ url }) => url) };
}

const basel: Edits = { 'town.js': "export const town = 'basel';\n" };
const short: Edits = { 'street.json': '{"street":"short"}' };
const added: Edits = {
  'lake.js': "export const lake = 'zurich';\n",
  'hills.js':
    "import { town } from './town.js';\nexport const hills = () => fetch(`https://hills.example/${town}`);\n",
};
const wide: Edits = { 'street.js': project['street.js']!.replace('maps.example', 'wide.example') };

describe('a commit that no run has seen', () => {
  test.each<[what: string, make: (repo: Repository) => void]>([
    [
      'that was amended',
      (repo) => {
        edit(repo, wide);
        commit(repo, '--amend');
      },
    ],
    [
      'of another branch',
      (repo) => {
        repo.git('checkout', '-q', '-b', 'branch');
        edit(repo, { ...wide, ...short });
        commit(repo);
      },
    ],
    [
      'that brings new files',
      (repo) => {
        edit(repo, added);
        commit(repo);
      },
    ],
    [
      'that takes files away',
      (repo) => {
        edit(repo, { 'street.js': undefined });
        commit(repo);
      },
    ],
    [
      'that brings another version of a package',
      (repo) => {
        edit(repo, { ...wide, 'package.json': '{"name":"app","version":"1.0.1"}' });
        commit(repo);
      },
    ],
  ])('is known by one that differs from it in few files: %s', (_, make) => {
    inBoth(make);
    expect(hooks(basel)).toMatchObject({ analyses: 0 });
    inBoth((repo) => {
      commit(repo);
    });
    const next = hooks({ 'town.js': "export const town = 'chur';\n" });
    expect(next.analyses).toBe(0);
    expect(next.urls).toContain('https://weather.example/chur');
  });

  test('is known by what a scan said of edits that were never committed', () => {
    inBoth((repo) => {
      for (const state of [{}, { ...wide, ...added, ...short }]) {
        rmSync(path.join(repo.root, '.leastscope'), { recursive: true, force: true });
        edit(repo, state);
      }
      scanOf(repo);
      edit(repo, { 'lake.js': undefined, 'hills.js': undefined });
      repo.git('checkout', '-q', '.');
    });
    expect(hooks(basel)).toEqual({ analyses: 0, urls: ['https://weather.example/basel'] });
    // The same from the state after edits to that before them.
    expect(hooks({ ...added, ...short }).analyses).toBe(0);
  });

  test.each<[what: string, edits: Edits]>([
    ['what all of it is judged by', { 'leastscope.config.yaml': config('CONSENT') }],
    [
      'many files',
      Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`other/file${i}.js`, 'export default 1;\n'])),
    ],
    ['where imports lead', { 'package.json': '{"name":"app","main":"index.js"}' }],
  ])('is analyzed where it differs in %s', (_, edits) => {
    inBoth((repo) => {
      edit(repo, edits);
      commit(repo);
      // Without this, files would be unknown too.
      scan({ cwd: repo.root, paths: [], cache: true, minConfidence: 'low' });
    });
    expect(hooks(basel)).toEqual({ analyses: 1, urls: ['https://weather.example/basel'] });
  });
});
