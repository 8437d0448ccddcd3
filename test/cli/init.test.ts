import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { run } from '../../src/cli/run.js';
import { readConfig } from '../../src/config/read-config.js';
import { scan } from '../../src/session.js';
import { copyExample, createRepository, type Repository } from '../session/repository.js';

// Each question analyzes a project.
vi.setConfig({ testTimeout: 60_000 });

const name = 'leastscope.config.yaml';
let repository: Repository;
beforeEach(() => {
  repository = createRepository();
});
afterEach(() => {
  repository.remove();
});

async function init(cwd = repository.root) {
  const written = { stdout: '', stderr: '' };
  const stream = (to: keyof typeof written) => ({
    write: (text: string) => {
      written[to] += text;
    },
    isTTY: false,
    columns: undefined,
  });
  const terminal = { cwd, env: {}, stdout: stream('stdout'), stderr: stream('stderr') };
  const code = await run(['init', '--no-cache'], terminal, () => import('../../src/session.js'));
  return { code, ...written };
}

const file = () => path.join(repository.root, name);
const config = () => readConfig({ cwd: repository.root });
const report = () =>
  scan({ cwd: repository.root, paths: ['.'], cache: false, minConfidence: 'medium' }).report;
const operations = () => report().requests.map((r) => [r.file, r.line, r.operation]);
const leastOf = () => Object.fromEntries(report().credentials.map((c) => [c.name, c.least]));

const call = (token: string, path: string, method = 'GET') =>
  `fetch(\`\${process.env.OT_BASE_URL}${path}\`, { method: '${method}', headers: { authorization: \`Bearer \${${token}}\` } });\n`;

test('the config of the example is valid, changes nothing that was found, and names every value', async () => {
  copyExample(repository.root);
  rmSync(file());
  const before = operations();
  expect(await init()).toEqual({
    code: 0,
    stdout: expect.stringMatching(/: 1 catalog, 2 credentials, [89] values that code doesn't say\n$/),
    stderr: 'note: give the grants of dsar-client-id, sync-client-id, then run leastscope\n',
  });
  expect(config()).toMatchObject({
    file: name,
    servers: { 'trust-platform': ['env:OT_BASE_URL'] },
    credentials: [
      { name: 'dsar-client-id', match: { env: ['DSAR_CLIENT_ID', 'DSAR_CLIENT_SECRET'] } },
      { name: 'sync-client-id', match: { env: ['SYNC_CLIENT_ID', 'SYNC_CLIENT_SECRET'] } },
    ],
    assume: {},
  });
  expect(config().catalogs?.map(({ value }) => value)).toEqual(['trust-platform']);
  expect(operations()).toEqual(before);

  const text = readFileSync(file(), 'utf8');
  expect(text).toContain('Its calls need CONSENT_READ, INVENTORY_READ.');
  expect(text).toContain('Its calls need DSAR_WRITE.');
  const symbols = report().load.flatMap((row) =>
    row.assumptions.flatMap((a) => (a.value === null || a.source === 'default' ? [a.symbol] : [])),
  );
  expect(symbols.length).toBeGreaterThan(0);
  for (const symbol of symbols) expect(text).toContain(`  # ${symbol}: `);
  expect(text).toMatch(
    / at most 1000 keeps default-endpoint GET \/inventories\/\{type\}\/\{id\}, 1000 in a minute\n {2}# purposes\.length: /,
  );
});

test('an environment value and the host that stands for it are both servers, and nothing turns foreign', async () => {
  repository.write(
    'src/api.js',
    `const BASE = process.env.ONETRUST_HOST || 'https://app.onetrust.com';
export const token = () => fetch(\`\${BASE}/api/access/v1/oauth/token\`, { method: 'POST' });
export const list = () => fetch(new URL('/api/consentmanager/v2/purposes', BASE));
`,
  );
  await init();
  expect(config().servers).toEqual({ 'trust-platform': ['env:ONETRUST_HOST', 'https://app.onetrust.com'] });
  expect(report().requests.map(({ match }) => match)).not.toContain('foreign');
});

test('a commented value takes effect once it is filled in, and is refused before', async () => {
  copyExample(repository.root);
  rmSync(file());
  await init();
  const uncommented = readFileSync(file(), 'utf8').replaceAll(
    /^ {2}# (\S+: (?:\{ expected: N|\S+ # assumed now))/gm,
    '  $1',
  );
  writeFileSync(file(), uncommented);
  expect(config).toThrow(/found "N"/);
  writeFileSync(file(), uncommented.replaceAll('expected: N, max: M', 'expected: 3, max: 4'));
  const { notes, load } = report();
  expect(notes.filter((note) => note.file === name)).toEqual([]);
  const unset = load.flatMap((row) => row.assumptions.filter(({ value }) => value === null));
  expect(unset).toEqual([]);
});

test('tokens are told apart by their variables; the rest is left to files', async () => {
  repository.write(
    'a.js',
    call('process.env.READ_TOKEN', '/api/consentmanager/v2/purposes') +
      call('process.env.WRITE_TOKEN', '/api/consentmanager/v1/collectionpoints', 'POST') +
      call('load()', '/api/consentmanager/v2/purposes'),
  );
  const before = leastOf();
  expect(before).toMatchObject({ 'env:READ_TOKEN': ['CONSENT_READ'], 'env:WRITE_TOKEN': ['CONSENT'] });
  await init();
  expect(config().credentials.map((c) => [c.name, c.match.env, c.match.files])).toEqual([
    ['default', [], ['**']],
    ['read-token', ['READ_TOKEN'], []],
    ['write-token', ['WRITE_TOKEN'], []],
  ]);
  expect(leastOf()).toEqual({
    default: before['default'],
    'read-token': before['env:READ_TOKEN'],
    'write-token': before['env:WRITE_TOKEN'],
  });
});

test('tokens that reach one call are one entry: two that fit it would be a mistake of the config', async () => {
  repository.write(
    'a.js',
    call('(process.env.NEW_TOKEN || process.env.OLD_TOKEN)', '/api/consentmanager/v2/purposes') +
      call('process.env.OLD_TOKEN', '/api/consentmanager/v1/collectionpoints', 'POST'),
  );
  const before = leastOf();
  await init();
  expect(config().credentials.map(({ match }) => match.env)).toEqual([['NEW_TOKEN', 'OLD_TOKEN']]);
  // One of them makes both calls already.
  expect(Object.values(leastOf())).toEqual([before['env:OLD_TOKEN']]);
});

test('tokens without variables get the files that are theirs alone, whatever these are called', async () => {
  repository.write('web/[id].js', call("'not-a-secret'", '/api/consentmanager/v2/purposes'));
  repository.write('web/!(x) #: "y".js', call('load()', '/api/consentmanager/v2/purposes'));
  await init();
  const [a, b] = config().credentials;
  expect(new Set([a?.match.files.length, b?.match.files.length])).toEqual(new Set([1]));
  const byFile = report().requests.map((r) => [r.file, r.credential]);
  expect(new Set(byFile.map(([, credential]) => credential))).toEqual(new Set([a?.name, b?.name]));
});

test.each(['leastscope.config.yaml', 'leastscope.config.yml', 'leastscope.config.json'])(
  'an existing %s stays as it is',
  async (existing) => {
    repository.write(existing, '{}');
    mkdirSync(path.join(repository.root, 'below'));
    for (const [folder, shown] of [['.', existing] as const, ['below', `../${existing}`] as const]) {
      const { code, stdout, stderr } = await init(path.join(repository.root, folder));
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(
        `${shown}: there is a config already, and init never overwrites one\n  Edit it`,
      );
    }
    expect(readFileSync(path.join(repository.root, existing), 'utf8')).toBe('{}');
  },
);

test('a link that leads nowhere is not followed', async () => {
  symlinkSync('elsewhere.yaml', file());
  expect((await init()).code).toBe(2);
  expect(existsSync(path.join(repository.root, 'elsewhere.yaml'))).toBe(false);
});

test('where nothing was found, the file is a valid one to fill in, and that is said', async () => {
  repository.write('a.js', 'export {};\n');
  const { code, stderr } = await init();
  expect([code, stderr]).toEqual([0, expect.stringContaining('no call of a known API was found')]);
  expect(config()).toMatchObject({
    file: name,
    catalogs: undefined,
    credentials: [],
    servers: {},
    assume: {},
  });
});
