import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scan } from '../../src/session.js';
import { config, createRepository, type Repository } from './repository.js';

const project: Readonly<Record<string, string>> = {
  'leastscope.config.yaml': config('CONSENT_READ'),
  'paths.js': "export const points = '/v1/collectionpoints';\nexport const ids = ['a', 'b'];\n",
  'client.js':
    "const base = 'https://app.onetrust.com/api/consentmanager';\nexport const read = (path) => fetch(base + path);\n",
  'list.js':
    "import { read } from './client.js';\nimport { ids, points } from './paths.js';\nexport const list = () => Promise.all(ids.map((id) => read(`${points}?page=${id}`)));\n",
  'labels.js': "export const label = 'Points';\n",
  'index.js': "export * from './labels.js';\nexport * from './list.js';\n",
  'job.js': "import { list } from './index.js';\nsetInterval(list, 60_000);\n",
  'weather.js':
    "import { town } from './town.json';\nexport const weather = () => fetch(`https://weather.example/${town}`);\n",
  'town.json': '{"town":"bern"}',
  'purposes.js':
    "import { read } from './client.js';\nimport { path } from './purposes.json';\nexport const purposes = () => read(path);\n",
  'purposes.json': '{"path":"/v1/purposes"}',
  'package.json': '{"name":"app","version":"1.0.0"}',
  'about.html': '<p>About</p>',
  'parts/one.js':
    "import axios from 'axios';\naxios.defaults.baseURL = 'https://one.example';\nconsole.log('ready');\n",
  'parts/two.js':
    "import axios from 'axios';\naxios.get('/two');\naxios.get('https://app.onetrust.com/api/consentmanager/v1/purposes');\n",
  'lib.min.js': Array.from({ length: 200 }, (_, i) => `f(${i})`).join(';'),
  'page.js': "import { weather } from './weather.js';\nexport const page = () => weather();\n",
};

/** So many other files that a change is first seen from those near it. */
const many = 450;

let large: Repository;
let small: Repository;
beforeAll(() => {
  [large, small] = [createRepository(), createRepository()];
  for (const repo of [large, small])
    for (const [file, text] of Object.entries(project)) repo.write(file, text);
  for (let i = 0; i < many; i++) large.write(`other/file${i}.js`, `export const value${i} = ${i};\n`);
  for (const repo of [large, small]) {
    repo.git('add', '-A');
    repo.git('commit', '-qm', 'all');
    scanOf(repo, {});
  }
  // From then on it is known what is said of the commit.
  staged({ 'client.js': `${project['client.js']}read('/v1/purposes');\n` });
});
afterAll(() => {
  large.remove();
  small.remove();
});

const scanOf = ({ root }: Repository, options: { readonly staged?: boolean }) =>
  scan({ cwd: root, paths: ['.'], cache: true, minConfidence: 'medium', ...options }).report;

/** What a staged change of files does; `undefined` deletes one. The large project says of credentials where all of it was looked at. */
function staged(change: Readonly<Record<string, string | undefined>>) {
  const [ofLarge, ofSmall] = [large, small].map((repo) => {
    for (const [file, text] of Object.entries(change))
      if (text === undefined) rmSync(path.join(repo.root, file));
      else repo.write(file, text);
    repo.git('add', '-A');
    const report = scanOf(repo, { staged: true });
    repo.git('reset', '-q', '--hard');
    return {
      said: { findings: report.findings, requests: report.requests, load: report.load },
      isWhole: report.credentials.length > 0,
    };
  });
  return { ofLarge: ofLarge!, ofSmall: ofSmall! };
}

describe('a change of a large project', () => {
  test('is compared with what was said of the one before it, near or whole', () => {
    const { ofLarge, ofSmall } = staged({ 'weather.js': `${project['weather.js']}weather();\n` });
    expect(ofLarge.said.requests).toEqual(ofSmall.said.requests);
    for (const repo of [large, small]) {
      repo.write('weather.js', `${project['weather.js']}weather();\n`);
      repo.git('commit', '-qam', 'weather');
    }
    for (const change of [
      { 'other/file3.js': 'export const value3 = 4;\n' },
      { 'town.json': '{"town":"basel"}' },
    ]) {
      const next = staged(change);
      expect([next.ofLarge.isWhole, next.ofLarge.said.requests]).toEqual([false, next.ofSmall.said.requests]);
      expect(next.ofLarge.said.requests).toHaveLength('town.json' in change ? 1 : 0);
    }
    for (const repo of [large, small]) repo.git('reset', '-q', '--hard', 'HEAD~1');
  });

  test('that only moves code is shown, and is known in its new places', () => {
    const moved = {
      'weather.js': `// Of one town\n\n${project['weather.js']}`,
      'paths.js': `// All of them\n${project['paths.js']}`,
    };
    const { ofLarge, ofSmall } = staged(moved);
    expect([ofLarge.isWhole, ofLarge.said.requests]).toEqual([false, ofSmall.said.requests]);
    for (const repo of [large, small]) {
      for (const [file, text] of Object.entries(moved)) repo.write(file, text);
      repo.git('commit', '-qam', 'moved');
    }
    for (const change of [
      { 'town.json': '{"town":"basel"}' },
      { 'weather.js': `// Of one town\n${project['weather.js']}` },
      { 'paths.js': project['paths.js']!.replace('/v1/collectionpoints', '/v1/purposes') },
    ]) {
      const next = staged(change);
      expect(next.ofLarge.isWhole).toBe('paths.js' in change);
      expect(next.ofLarge.said.requests).toEqual(next.ofSmall.said.requests);
      expect(next.ofLarge.said.findings).toEqual(next.ofSmall.said.findings);
    }
    for (const repo of [large, small]) repo.git('reset', '-q', '--hard', 'HEAD~1');
  });

  test.each<[what: string, change: Record<string, string | undefined>]>([
    ['a file that nobody uses', { 'other/file1.js': 'export const value1 = 2;\n' }],
    [
      'a file that does something when it is loaded now, and loads another one',
      { 'other/file1.js': "import { value2 } from './file2.js';\nconsole.log(value2);\n" },
    ],
    ['a new file', { 'new.js': "import './page.js';\n" }],
    ['a file less', { 'page.js': undefined }],
    ['data that is imported', { 'town.json': '{"town":"basel"}' }],
    ['data that nobody imports', { 'nobody.json': '{}' }],
    [
      'another name in a file that is searched for a name',
      { 'labels.js': `${project['labels.js']}export const more = String(1);\n` },
    ],
    ['the version of a package', { 'package.json': '{"name":"app","version":"1.0.1"}' }],
    [
      'files that only move, by way of which requests of a provider are made',
      {
        'paths.js': `// All of them\n${project['paths.js']}`,
        'client.js': `\n/* One base */\n${project['client.js']}`,
      },
    ],
    [
      'a file that only moves, beside one that does more',
      { 'client.js': `// One base\n${project['client.js']}`, 'town.json': '{"town":"basel"}' },
    ],
    ['a file that requires another way', { 'weather.js': "const { page } = require('./page.js');\n" }],
  ])('that touches nothing that is judged is seen from near it: %s', (_, change) => {
    const { ofLarge, ofSmall } = staged(change);
    expect(ofLarge.isWhole).toBe(false);
    expect(ofLarge.said.findings).toEqual(ofSmall.said.findings);
    expect(ofLarge.said.requests).toEqual(ofSmall.said.requests);
  });

  test.each<[what: string, change: Record<string, string | undefined>]>([
    [
      'a request of the provider',
      { 'weather.js': "import { read } from './client.js';\nread('/v1/purposes');\n" },
    ],
    [
      'what a path is made of',
      {
        'paths.js': project['paths.js']!.replace('/v1/collectionpoints', '/v1/purposes'),
      },
    ],
    ['data that a path is made of', { 'purposes.json': '{"path":"/v2/purposes"}' }],
    ['how many elements there are', { 'paths.js': project['paths.js']!.replace("'b'", "'b', 'c'") }],
    ['how often a job runs', { 'job.js': project['job.js']!.replace('60_000', '1_000') }],
    [
      'a method far away',
      { 'client.js': project['client.js']!.replace('base + path', "base + path, { method: 'POST' }") },
    ],
    // Whatever sends something may have a part in load.
    ['a request to another server', { 'weather.js': `${project['weather.js']}weather();\n` }],
    [
      'what makes two programs one',
      { 'parts/both.js': "import './one.js';\nimport './two.js';\nconsole.log('ready');\n" },
    ],
    ['a file whose users lack it', { 'paths.js': undefined }],
    [
      'a name that is searched for in a file that did not have it',
      {
        'labels.js': "import { read } from './client.js';\nexport const list = () => read('/v1/purposes');\n",
      },
    ],
    ['the config', { 'leastscope.config.yaml': config('CONSENT') }],
    [
      'scopes that are asked for',
      {
        'weather.js':
          "import { AuthorizationCode } from 'simple-oauth2';\nexport const go = (c) => new AuthorizationCode(c).authorizeURL({ redirect_uri: 'https://a.example', scope: ['CONSENT'] });\n",
      },
    ],
  ])('that touches what is judged is judged with all of it: %s', (_, change) => {
    const { ofLarge, ofSmall } = staged(change);
    expect(ofLarge.isWhole).toBe(true);
    expect(ofLarge.said).toEqual(ofSmall.said);
  });
});
