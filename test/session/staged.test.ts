import { appendFileSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { UserError } from '../../src/model/errors.js';
import {
  config,
  copyExample,
  createRepository,
  gitIn,
  lacking,
  scanned,
  type Repository,
} from './repository.js';

const client = (method: string) => `
  const base = 'https://app.onetrust.com/api/consentmanager';
  export const purposes = (path) => fetch(base + path, { method: '${method}' });\n`;
const caller =
  "import { purposes } from './client.js';\nexport const list = () => purposes('/v1/collectionpoints');\n";

let repo: Repository;
beforeEach(() => {
  repo = createRepository();
});
afterEach(() => {
  repo.remove();
});

const staged = () => scanned(repo.root, { staged: true });

function commitAll(message = 'all'): void {
  repo.git('add', '-A');
  repo.git('commit', '-qm', message);
}

/** A client that reads, with a caller; what is granted suffices for reading alone. */
function readingProject(): void {
  repo.write('leastscope.config.yaml', config('CONSENT_READ'));
  repo.write('client.js', client('GET'));
  repo.write('caller.js', caller);
  commitAll();
}

describe('what is staged counts, the work tree does not', () => {
  beforeEach(readingProject);

  test('nothing staged: nothing to say', () => {
    appendFileSync(path.join(repo.root, 'client.js'), client('POST').replaceAll('base', 'other'));
    expect(staged()).toEqual({ findings: [], requests: [], notes: [] });
  });

  test('a file staged in part', () => {
    scanned(repo.root);
    repo.write('client.js', client('POST'));
    repo.git('add', 'client.js');
    repo.write('client.js', client('GET'));
    const inIndex = staged();
    expect(lacking(inIndex)).toEqual(['missing-scope caller.js']);
    // The other way round: the mistake is not staged.
    repo.git('reset', '-q', '--hard');
    repo.write('caller.js', `${caller}// harmless\n`);
    repo.git('add', 'caller.js');
    repo.write('client.js', client('POST'));
    expect(staged().findings).toEqual([]);
  });

  test('the config too', () => {
    repo.write('leastscope.config.yaml', config('CONSENT'));
    repo.write('client.js', client('POST'));
    repo.git('add', 'client.js');
    scanned(repo.root);
    expect(lacking(staged())).toEqual(['missing-scope caller.js']);
  });

  test('a staged file that is gone from the work tree', () => {
    scanned(repo.root);
    repo.write('more.js', client('POST'));
    repo.write('use.js', caller.replace('client', 'more'));
    repo.git('add', '.');
    rmSync(path.join(repo.root, 'more.js'));
    rmSync(path.join(repo.root, 'use.js'));
    expect(lacking(staged())).toEqual(['missing-scope use.js']);
  });
});

describe('callers in other files', () => {
  beforeEach(readingProject);

  test('are left out with a word where nothing is known of them', () => {
    repo.write('client.js', client('POST'));
    repo.git('add', '.');
    const { findings, notes } = staged();
    expect(findings).toEqual([]);
    expect(notes).toEqual([expect.stringMatching(/^1 file that was not analyzed before was left out/)]);
  });

  test('are taken in after a scan, and found by their blobs in the next run', () => {
    scanned(repo.root);
    repo.write('client.js', client('POST'));
    repo.git('add', '.');
    const first = staged();
    expect(lacking(first)).toEqual(['missing-scope caller.js']);
    expect(first.notes).toEqual([]);
    expect(staged()).toEqual(first);
  });

  test('are all known where others hold no code, or none that can be read', () => {
    repo.write('about.html', '<p>About us</p>\n');
    repo.write('logo.vue', '<template><svg /></template>\n');
    repo.write('lib.min.js', Array.from({ length: 200 }, (_, i) => `f(${i})`).join(';'));
    repo.write('image.js', '\0');
    commitAll();
    const whole = scanned(repo.root);
    repo.write('client.js', client('POST'));
    repo.git('add', '.');
    const first = staged();
    expect([lacking(first), first.notes]).toEqual([['missing-scope caller.js'], []]);
    commitAll();
    repo.git('rm', '-q', 'caller.js');
    // The grant's call may stand in one of the two that can't be read.
    expect(staged().findings).toEqual([]);
    expect(whole.notes).toEqual(scanned(repo.root).notes);
  });

  test('what was wrong before is not the fault of this change', () => {
    repo.write(
      'old.js',
      caller.replace(
        'purposes(',
        "fetch('https://app.onetrust.com/api/consentmanager/v1/collectionpoints', { method: 'POST' }); purposes(",
      ),
    );
    commitAll('a mistake');
    scanned(repo.root);
    repo.write('client.js', `${client('GET')}// a comment\n`);
    repo.git('add', '.');
    expect(staged().findings).toEqual([]);
    repo.write('old.js', `${readFileSync(path.join(repo.root, 'old.js'), 'utf8')}// touched\n`);
    repo.git('add', '.');
    expect(lacking(staged())).toEqual(['missing-scope old.js']);
  });
});

describe('what was said of a commit', () => {
  const answers = (): number =>
    readdirSync(path.join(repo.root, '.leastscope/cache')).filter((name) => name.endsWith('.answer')).length;

  beforeEach(() => {
    readingProject();
    scanned(repo.root);
  });

  test('is what the next change is compared with, without analyzing it again', () => {
    repo.write('client.js', client('POST'));
    repo.git('add', '.');
    staged();
    const afterFirst = answers();
    commitAll('writes');
    repo.write('more.js', caller);
    repo.git('add', '.');
    scanned(repo.root);
    expect(lacking(staged())).toEqual(['missing-scope more.js']);
    expect([afterFirst, answers()]).toEqual([2, 3]);
  });

  test('is known on other days, as long as no suppression ends', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-06-01T12:00:00Z') });
    const on = (day: string): string[] => {
      vi.setSystemTime(Date.parse(`${day}T12:00:00Z`));
      return lacking(staged());
    };
    repo.write('client.js', client('POST'));
    repo.write(
      'caller.js',
      caller.replace(
        'list = () =>',
        'list = () =>\n// leastscope-disable-next-line missing-scope until 2026-06-10 -- soon\n',
      ),
    );
    repo.git('add', '.');
    expect(on('2026-06-01')).toEqual([]);
    repo.git('commit', '-qm', 'writes');
    const before = answers();
    repo.write('other.js', 'export const other = 1;\n');
    repo.git('add', '.');
    expect(on('2026-06-05')).toEqual([]);
    // Only the state of now is new.
    expect(answers()).toBe(before + 1);
    repo.write('leastscope.config.yaml', `${config('CONSENT_READ')}# edited\n`);
    repo.git('add', '.');
    // It was so before, on that day.
    expect(on('2026-06-11')).toEqual([]);
    repo.write('caller.js', `${readFileSync(path.join(repo.root, 'caller.js'), 'utf8')}// edited\n`);
    repo.git('add', '.');
    expect(on('2026-06-11')).toEqual(['missing-scope caller.js']);
    vi.useRealTimers();
  });

  test('says nothing of another config', () => {
    repo.write('client.js', client('POST'));
    repo.git('add', '.');
    expect(lacking(staged())).toEqual(['missing-scope caller.js']);
    repo.git('commit', '-qm', 'writes');
    repo.write('leastscope.config.yaml', config('CONSENT'));
    repo.git('add', '.');
    expect(staged().findings).toEqual([]);
    repo.git('commit', '-qm', 'grants');
    repo.write('leastscope.config.yaml', config('CONSENT_READ'));
    repo.git('add', '.');
    expect(lacking(staged())).toEqual(['missing-scope caller.js']);
  });
});

describe('a file that the work tree lacks was there before', () => {
  const url = "export const url = 'https://app.onetrust.com/api/consentmanager/v1/collectionpoints';\n";
  const call = "export const send = () => fetch(url, { method: 'POST' });\n";

  const excess = (): string[] =>
    staged().findings.flatMap((f) => (f.startsWith('excess-scope') ? [f.replace(/:.*/, '')] : []));

  beforeEach(() => {
    repo.write('leastscope.config.yaml', config('CONSENT_READ'));
    repo.write('tsconfig.json', '{"compilerOptions":{"baseUrl":".","paths":{"@/*":["src/*"]}}}');
  });

  test('beside another one of its name', () => {
    repo.write('src/a.js', "export const url = 'https://weather.example/today';\n");
    repo.write('src/a/index.js', url);
    repo.write('src/use.js', `import { url } from './a';\n${call}`);
    commitAll();
    scanned(repo.root);
    repo.git('rm', '-q', 'src/a.js');
    expect(lacking(staged())).toEqual(['missing-scope src/use.js']);
  });

  test('behind an alias', () => {
    repo.write('src/client.ts', url);
    repo.write('src/use.ts', "import { url } from '@/client';\nexport const read = () => fetch(url);\n");
    commitAll();
    scanned(repo.root);
    expect(excess()).toEqual([]);
    repo.git('rm', '-q', 'src/client.ts');
    // Its only call is gone.
    expect(excess()).toEqual(['excess-scope leastscope.config.yaml']);
  });
});

test('renames and deletions', () => {
  readingProject();
  repo.write('caller.js', caller.replace('client', 'http'));
  repo.git('mv', 'client.js', 'http.js');
  repo.git('add', '.');
  expect(staged().findings).toEqual([]);
  repo.write('http.js', client('POST'));
  repo.git('add', '.');
  expect(lacking(staged())).toEqual(['missing-scope caller.js']);
  repo.git('rm', '-qf', 'caller.js', 'http.js');
  // The grant has lost its only call.
  expect(staged().findings).toEqual([expect.stringMatching(/^excess-scope leastscope.config.yaml/)]);
});

describe('a list of scopes alone', () => {
  const list = (scopes: string) => repo.write('.env.example', `OT_SCOPES=${scopes}\n`);
  beforeEach(() => {
    repo.write('leastscope.config.yaml', 'catalogs: [trust-platform]\n');
    repo.write(
      'read.js',
      "fetch('https://app.onetrust.com/api/consentmanager/v2/purposes', { headers: { Authorization: `Bearer ${process.env.OT_TOKEN}` } });\n",
    );
    list('CONSENT_READ');
    commitAll();
    scanned(repo.root);
  });

  test('that asks for more is a finding at the list, staged or since a commit', () => {
    list('CONSENT_READ,COOKIE');
    const excess = [expect.stringMatching(/^excess-scope \.env\.example:1/)];
    expect(scanned(repo.root, { since: 'HEAD' }).findings).toEqual(excess);
    expect(staged().findings).toEqual([]);
    repo.git('add', '.');
    list('CONSENT_READ');
    expect(staged().findings).toEqual(excess);
  });
  test('that asks for less is a finding at the call that lacks it', () => {
    list('COOKIE_READ');
    repo.git('add', '.');
    expect(lacking(staged())).toEqual(['missing-scope read.js']);
  });
  test('that stays wrong is not the fault of another change', () => {
    list('CONSENT_READ,COOKIE');
    commitAll();
    repo.write('other.js', 'export {};\n');
    repo.git('add', '.');
    expect(staged().findings).toEqual([]);
  });
});

test('no commit yet', () => {
  copyExample(repo.root);
  expect(staged()).toEqual({ findings: [], requests: [], notes: [] });
  repo.git('add', '.');
  expect(staged()).toEqual(scanned(repo.root));
  expect(staged().findings.length).toBeGreaterThan(2);
});

test('a work tree of its own', () => {
  readingProject();
  const tree = path.join(repo.root, '../', `${path.basename(repo.root)}-tree`);
  repo.git('worktree', 'add', '-q', tree);
  try {
    const own = gitIn(tree);
    own('rm', '-q', 'client.js');
    repo.write('client.js', client('POST'));
    repo.git('add', '.');
    scanned(repo.root);
    expect(lacking(staged())).toEqual(['missing-scope caller.js']);
    expect(scanned(tree, { staged: true }).findings).toEqual([]);
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
});

test('a folder below the top, with the config above it', () => {
  repo.write('leastscope.config.yaml', config('CONSENT_READ'));
  repo.write('app/client.js', client('POST'));
  repo.write('app/caller.js', caller);
  repo.git('add', '.');
  repo.write('leastscope.config.yaml', config('CONSENT'));
  expect(lacking(scanned(path.join(repo.root, 'app'), { staged: true }))).toEqual([
    'missing-scope caller.js',
  ]);
});

test('a merge with a conflict: the file has no right version', () => {
  readingProject();
  repo.git('checkout', '-qb', 'side');
  repo.write('client.js', client('PUT'));
  commitAll('side');
  repo.git('checkout', '-q', 'main');
  repo.write('client.js', client('POST'));
  commitAll('main');
  expect(() => repo.git('merge', '-q', 'side')).toThrow();
  expect(staged().notes).toContain('left out: it is in conflict');
});

describe('--since', () => {
  const since = (ref: string) => scanned(repo.root, { since: ref });

  test('what has changed, saved or not, and callers that are wrong because of it', () => {
    readingProject();
    repo.git('checkout', '-qb', 'topic');
    expect(since('main').findings).toEqual([]);
    repo.write('client.js', client('POST'));
    expect(lacking(since('main'))).toEqual(['missing-scope caller.js']);
    commitAll('topic');
    repo.write('new.js', client('POST'));
    repo.write('use.js', "import { purposes } from './new.js';\npurposes('/v1/collectionpoints');\n");
    expect(lacking(since('main'))).toContain('missing-scope use.js');
  });

  test('since the branches parted', () => {
    readingProject();
    repo.git('checkout', '-qb', 'topic');
    repo.git('checkout', '-q', 'main');
    repo.write('client.js', client('POST'));
    commitAll('main goes on');
    repo.git('checkout', '-q', 'topic');
    expect(since('main').findings).toEqual([]);
  });

  test('a name that is no commit, or an option', () => {
    readingProject();
    for (const ref of ['nowhere', '--output=x', '']) expect(() => since(ref)).toThrow(UserError);
  });
});

test('outside of a repository', () => {
  const folder = path.join(repo.root, 'plain');
  mkdirSync(folder);
  rmSync(path.join(repo.root, '.git'), { recursive: true });
  expect(() => scanned(folder, { staged: true })).toThrow(/needs a Git work tree/);
  expect(() => scanned(folder, { since: 'HEAD' })).toThrow(/needs a Git work tree/);
});
