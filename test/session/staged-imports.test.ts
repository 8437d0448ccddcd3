import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { config, createRepository, gitIn, lacking, scanned, type Repository } from './repository.js';

/** What a client's method is: the credential may read alone. */
const [reads, writes] = ['{"method":"GET"}', '{"method":"POST"}'];
const sending = (from: string): string =>
  `import { method } from '${from}';\nexport const send = () => fetch('https://app.onetrust.com/api/consentmanager/v1/collectionpoints', { method });\n`;
const method = (name: string): string => `export const method = '${name}';\n`;

let repo: Repository;
beforeEach(() => {
  repo = createRepository();
  repo.write('leastscope.config.yaml', config('CONSENT_READ'));
});
afterEach(() => {
  repo.remove();
});

const staged = (): string[] => lacking(scanned(repo.root, { staged: true }));

function commitAll(): void {
  repo.git('add', '-A');
  repo.git('commit', '-qm', 'all');
}

const fileOf = (name: string): string => `${name.slice(2).replace(/\.json$/, '')}.json`;

/** A config below the root, or in a folder there, that leads to one of the folders. */
function pathsTo(name: string, folder: string, included?: string): string {
  const top = name.split('/').length > 2 ? '..' : '.';
  return JSON.stringify({
    compilerOptions: { paths: { '~how/*': [`${top}/${folder}/*`] } },
    ...(included !== undefined && { include: [`${top}/${included}`] }),
  });
}

describe('what a change of something else than code leads to', () => {
  const cases: readonly {
    readonly what: string;
    readonly files: Readonly<Record<string, string>>;
    readonly file: string;
    readonly to: string;
  }[] = [
    {
      what: 'data that code imports',
      files: { 'send.js': sending('./method.json'), 'method.json': reads },
      file: 'method.json',
      to: writes,
    },
    {
      what: 'paths of tsconfig.json',
      files: {
        'src/send.ts': sending('~how/method'),
        'reading/method.ts': method('GET'),
        'writing/method.ts': method('POST'),
        'tsconfig.json': '{"compilerOptions":{"paths":{"~how/*":["./reading/*"]}}}',
      },
      file: 'tsconfig.json',
      to: '{"compilerOptions":{"paths":{"~how/*":["./writing/*"]}}}',
    },
    {
      what: 'the entry of a package',
      files: {
        'app/send.js': sending('how'),
        'app/package.json': '{"name":"app"}',
        'how/package.json': '{"name":"how","main":"reading.js"}',
        'how/reading.js': method('GET'),
        'how/writing.js': method('POST'),
      },
      file: 'how/package.json',
      to: '{"name":"how","main":"writing.js"}',
    },
    ...['./tsconfig.base.json', './config/shared.json', './config/shared'].map((name) => ({
      what: `paths of a config that is extended: ${name}`,
      files: {
        'src/send.ts': sending('~how/method'),
        'reading/method.ts': method('GET'),
        'writing/method.ts': method('POST'),
        'tsconfig.json': JSON.stringify({ extends: name }),
        [fileOf(name)]: pathsTo(name, 'reading'),
      },
      file: fileOf(name),
      to: pathsTo(name, 'writing'),
    })),
    {
      what: 'paths of a config that is referred to',
      files: {
        'src/send.ts': sending('~how/method'),
        'reading/method.ts': method('GET'),
        'writing/method.ts': method('POST'),
        'tsconfig.json': '{"files":[],"references":[{"path":"./config/app.json"}]}',
        'config/app.json': pathsTo('./config/app.json', 'reading', 'src'),
      },
      file: 'config/app.json',
      to: pathsTo('./config/app.json', 'writing', 'src'),
    },
    {
      what: 'exports of a package',
      files: {
        'app/send.js': sending('how/method'),
        'app/package.json': '{"name":"app"}',
        'how/package.json': '{"name":"how","exports":{"./method":"./reading.js"}}',
        'how/reading.js': method('GET'),
        'how/writing.js': method('POST'),
      },
      file: 'how/package.json',
      to: '{"name":"how","exports":{"./method":"./writing.js"}}',
    },
    {
      what: 'imports of a package',
      files: {
        'app/send.js': sending('#method'),
        'app/package.json': '{"name":"app","imports":{"#method":"./reading.js"}}',
        'app/reading.js': method('GET'),
        'app/writing.js': method('POST'),
      },
      file: 'app/package.json',
      to: '{"name":"app","imports":{"#method":"./writing.js"}}',
    },
  ];
  const sender = ({ files }: (typeof cases)[number]): string =>
    Object.keys(files).find((file) => file.includes('send')) ?? '';

  test.each(cases)('$what: staged, and since a commit', (one) => {
    for (const [file, text] of Object.entries(one.files)) repo.write(file, text);
    commitAll();
    expect(scanned(repo.root).findings).toEqual([]);
    repo.write(one.file, one.to);
    expect(staged()).toEqual([]);
    expect(lacking(scanned(repo.root, { since: 'HEAD' }))).toEqual([`missing-scope ${sender(one)}`]);
    repo.git('add', '-A');
    expect(staged()).toEqual([`missing-scope ${sender(one)}`]);
    // What is staged counts, whatever the work tree has.
    repo.write(one.file, one.files[one.file] ?? '');
    expect(staged()).toEqual([`missing-scope ${sender(one)}`]);
    // Once it is committed, it is not the fault of another change.
    repo.git('commit', '-qm', 'writes');
    repo.git('reset', '-q', '--hard');
    repo.write('more.js', 'export const more = 1;\n');
    repo.git('add', '-A');
    expect(staged()).toEqual([]);
    // And a commit is what it holds.
    const at = (commit: string) => lacking(scanned(repo.root, { commit }));
    repo.write(one.file, one.files[one.file] ?? '');
    expect([at('HEAD~1'), at('HEAD')]).toEqual([[], [`missing-scope ${sender(one)}`]]);
  });
});

test('a catalog of the project counts as it is staged, and since a commit', () => {
  const spec = (scope: string): string =>
    `openapi: 3.0.3
info: { title: Shop, version: '1' }
servers: [{ url: 'https://shop.example' }]
paths:
  /orders:
    get:
      operationId: list
      security: [{ oauth: [${scope}] }]
      responses: { '200': { description: ok } }
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        clientCredentials: { tokenUrl: 'https://shop.example/token', scopes: { read: Reads, audit: Audits } }
`;
  repo.write(
    'leastscope.config.yaml',
    "catalogs: [./shop.yaml]\ncredentials:\n  app:\n    provider: shop\n    grants: [read]\n    match: { files: ['**'] }\n",
  );
  repo.write('shop.yaml', spec('read'));
  repo.write('send.js', "fetch('https://shop.example/orders');\n");
  commitAll();
  expect(scanned(repo.root).findings).toEqual([]);
  repo.write('shop.yaml', spec('audit'));
  expect(staged()).toEqual([]);
  expect(lacking(scanned(repo.root, { since: 'HEAD' }))).toEqual(['missing-scope send.js']);
  repo.git('add', '-A');
  repo.write('shop.yaml', spec('read'));
  expect(staged()).toEqual(['missing-scope send.js']);
  repo.git('commit', '-qm', 'audits');
  const at = (commit: string) => lacking(scanned(repo.root, { commit }));
  expect([at('HEAD~1'), at('HEAD')]).toEqual([[], ['missing-scope send.js']]);
});

test('data that is gone was there before', () => {
  repo.write('send.js', sending('./method.json'));
  repo.write('method.json', writes);
  commitAll();
  expect(lacking(scanned(repo.root))).toEqual(['missing-scope send.js']);
  rmSync(path.join(repo.root, 'method.json'));
  repo.write('send.js', `${sending('./method.json')}// for now\n`);
  repo.git('add', 'send.js');
  // It is deleted from the work tree alone.
  expect(staged()).toEqual(['missing-scope send.js']);
});

test('data that is deleted from the index alone is not there any more', () => {
  repo.write('send.js', sending('./method.json'));
  repo.write('method.json', writes);
  commitAll();
  scanned(repo.root);
  repo.git('rm', '-q', '--cached', 'method.json');
  repo.write('send.js', `${sending('./method.json')}// touched\n`);
  repo.git('add', 'send.js');
  // Nobody knows what it sends.
  expect(staged()).toEqual([]);
});

test('a package that moves takes its callers along: what was wrong in them stays known', () => {
  repo.write('packages/how/package.json', '{"name":"@acme/how","main":"method.js"}');
  repo.write('packages/how/method.js', method('POST'));
  repo.write('app/package.json', '{"name":"app"}');
  repo.write('app/send.js', sending('@acme/how'));
  commitAll();
  expect(lacking(scanned(repo.root))).toEqual(['missing-scope app/send.js']);
  repo.git('mv', 'packages', 'libs');
  expect([staged(), lacking(scanned(repo.root, { since: 'HEAD' }))]).toEqual([[], []]);
});

test('paths that are gone lead nowhere any more', () => {
  repo.write('tsconfig.json', '{"compilerOptions":{"paths":{"~how/*":["./how/*"]}}}');
  repo.write('how/method.ts', method('GET'));
  repo.write('send.ts', sending('~how/method'));
  commitAll();
  expect(scanned(repo.root).findings).toEqual([]);
  repo.git('rm', '-q', 'tsconfig.json');
  const shown = (options: object): readonly string[] => scanned(repo.root, options).requests;
  expect(shown({ staged: true })).toEqual(shown({ since: 'HEAD' }));
  expect(shown({ staged: true })).toHaveLength(1);
});

test('files that Git writes with other line ends are known from a scan', () => {
  repo.git('config', 'core.autocrlf', 'true');
  repo.write('method.js', method('GET'));
  repo.write('send.js', sending('./method.js'));
  commitAll();
  rmSync(path.join(repo.root, 'send.js'));
  repo.git('checkout', '-q', '--', 'send.js');
  expect(readFileSync(path.join(repo.root, 'send.js'), 'utf8')).toContain('\r\n');
  scanned(repo.root);
  repo.write('method.js', method('POST'));
  repo.git('add', 'method.js');
  expect(scanned(repo.root, { staged: true })).toMatchObject({ notes: [] });
  expect(staged()).toEqual(['missing-scope send.js']);
});

test('in the hook of a linked work tree, a folder below its top is the same as elsewhere', () => {
  repo.write('app/leastscope.config.yaml', config('CONSENT_READ').replace("'**'", "'src/**'"));
  repo.write('app/src/method.js', method('GET'));
  repo.write('app/src/send.js', sending('./method.js'));
  commitAll();
  const linked = path.join(repo.root, 'linked');
  repo.git('worktree', 'add', '-q', linked);
  const app = path.join(linked, 'app');
  scanned(app);
  writeFileSync(path.join(app, 'src/method.js'), method('POST'));
  gitIn(linked)('add', '-A');
  const plain = scanned(app, { staged: true });
  expect(lacking(plain)).toEqual(['missing-scope src/send.js']);
  vi.stubEnv('GIT_DIR', path.join(repo.root, '.git/worktrees/linked'));
  expect(scanned(app, { staged: true })).toEqual(plain);
  vi.unstubAllEnvs();
});

test('imports of a package that are not staged lead nowhere', () => {
  repo.write('package.json', '{"name":"app"}');
  repo.write('writing.js', method('POST'));
  commitAll();
  repo.write('send.js', sending('#how/writing'));
  repo.git('add', '-A');
  repo.write('package.json', '{"name":"app","imports":{"#how/*":"./*.js"}}');
  expect(staged()).toEqual([]);
  repo.git('add', '-A');
  repo.write('package.json', '{"name":"app"}');
  expect(staged()).toEqual(['missing-scope send.js']);
});

test('of a link that is staged it is said that what it leads to is looked for on disk', () => {
  repo.write('reading/method.js', method('GET'));
  repo.write('writing/method.js', method('POST'));
  repo.write('send.js', sending('./how/method.js'));
  const link = (name: string, target: string): void => {
    rmSync(path.join(repo.root, name), { force: true });
    symlinkSync(target, path.join(repo.root, name));
  };
  link('how', 'reading');
  commitAll();
  expect(scanned(repo.root)).toMatchObject({ findings: [], notes: [] });
  link('how', 'writing');
  link('README.md', 'send.js');
  repo.git('add', '-A');
  expect(scanned(repo.root, { staged: true }).notes).toEqual([
    'this link is staged; code is looked for where it leads on disk, and calls that it brings in or changes are only found by "leastscope scan" without --staged',
  ]);
  // Without what is staged alone, it is found.
  expect(lacking(scanned(repo.root))).toEqual(['missing-scope send.js']);
});
