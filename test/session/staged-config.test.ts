import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { config, createRepository, lacking, scanned, type Repository } from './repository.js';

const client = `export const purposes = (path) =>
  fetch('https://app.onetrust.com/api/consentmanager' + path, { method: 'POST' });\n`;
const caller =
  "import { purposes } from './client.js';\nexport const add = () => purposes('/v1/collectionpoints');\n";

let repo: Repository;
beforeEach(() => {
  repo = createRepository();
});
afterEach(() => {
  repo.remove();
});

const commitAll = (): void => {
  repo.git('add', '-A');
  repo.git('commit', '-qm', 'all');
};

describe('a change of the config alone', () => {
  const post = (): void => {
    repo.write('client.js', client);
    repo.write('caller.js', caller);
  };
  const judged = () => [
    lacking(scanned(repo.root, { staged: true })),
    lacking(scanned(repo.root, { since: 'HEAD' })),
  ];

  test('that takes a grant away is a finding at the call that lacks it then', () => {
    repo.write('leastscope.config.yaml', config('CONSENT'));
    post();
    commitAll();
    scanned(repo.root);
    repo.write('leastscope.config.yaml', config('CONSENT_READ'));
    repo.git('add', '.');
    expect(judged()).toEqual([['missing-scope caller.js'], ['missing-scope caller.js']]);
    commitAll();
    repo.write('leastscope.config.yaml', `${config('CONSENT_READ')}# a comment\n`);
    repo.git('add', '.');
    expect(judged()).toEqual([[], []]);
  });
  test('is judged by all files, where nothing is known of them too', () => {
    repo.write('leastscope.config.yaml', config('CONSENT'));
    post();
    commitAll();
    repo.write('leastscope.config.yaml', config('CONSENT_READ'));
    repo.git('add', '.');
    const found = scanned(repo.root, { staged: true });
    expect([lacking(found), found.notes]).toEqual([['missing-scope caller.js'], []]);
    expect(lacking(scanned(repo.root, { staged: true, cache: false }))).toEqual(['missing-scope caller.js']);
  });
  test.each([
    ['there was none', undefined],
    ['it could not be read', 'credentials: [\n'],
    ['it named a catalog that is gone', 'catalogs: [./gone.yaml]\n'],
  ])('that says first what was granted: %s', (_, before) => {
    post();
    if (before !== undefined) repo.write('leastscope.config.yaml', before);
    commitAll();
    repo.write('leastscope.config.yaml', config('CONSENT_READ'));
    scanned(repo.root);
    repo.git('add', '.');
    expect(judged()).toEqual([['missing-scope caller.js'], ['missing-scope caller.js']]);
  });
  test('of a config above the folder', () => {
    repo.write('leastscope.config.yaml', config('CONSENT'));
    repo.write('app/client.js', client);
    repo.write('app/caller.js', caller);
    commitAll();
    const app = path.join(repo.root, 'app');
    scanned(app);
    expect(scanned(app, { staged: true }).findings).toEqual([]);
    repo.write('leastscope.config.yaml', config('CONSENT_READ'));
    repo.git('add', '.');
    expect(lacking(scanned(app, { staged: true }))).toEqual(['missing-scope caller.js']);
    expect(lacking(scanned(app, { since: 'HEAD' }))).toEqual(['missing-scope caller.js']);
  });
  test('that lets code in which was left out: what was wrong there is new', () => {
    repo.write('leastscope.config.yaml', `${config('CONSENT_READ')}exclude: [caller.js]\n`);
    post();
    commitAll();
    repo.write('leastscope.config.yaml', config('CONSENT_READ'));
    scanned(repo.root);
    repo.git('add', '.');
    expect(judged()).toEqual([['missing-scope caller.js'], ['missing-scope caller.js']]);
  });
});
