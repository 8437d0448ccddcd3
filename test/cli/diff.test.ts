import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { run } from '../../src/cli/run.js';
import { copyExample, createRepository, type Repository } from '../session/repository.js';

// Each question analyzes two trees.
vi.setConfig({ testTimeout: 60_000 });

let repository: Repository;
beforeEach(() => {
  repository = createRepository();
  copyExample(repository.root);
  repository.git('add', '.');
  repository.git('commit', '-qm', 'one');
});
afterEach(() => {
  repository.remove();
});

async function diff(...args: string[]) {
  const written = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof written) => ({
    write: (text: string) => {
      written[name] += text;
    },
    isTTY: false,
    columns: undefined,
  });
  const terminal = { cwd: repository.root, env: {}, stdout: stream('stdout'), stderr: stream('stderr') };
  const code = await run(['diff', ...args], terminal, () => import('../../src/session.js'));
  return { code, ...written };
}

const edit = (file: string, change: (text: string) => string) => {
  const full = path.join(repository.root, file);
  writeFileSync(full, change(readFileSync(full, 'utf8')));
};

test('nothing changed', async () => {
  expect(await diff('HEAD')).toEqual({
    code: 0,
    stdout: 'No change in scopes, load or findings.\n',
    stderr: '',
  });
});

describe('a call that needs another scope', () => {
  const call =
    "\nexport const create = () => fetch(`${process.env['OT_BASE_URL']}/api/consentmanager/v1/collectionpoints`, { method: 'POST', headers: { authorization: `Bearer ${process.env['SYNC_CLIENT_SECRET']}` } });\n";
  beforeEach(() => {
    repository.git('checkout', '-qb', 'more');
    appendFileSync(path.join(repository.root, 'src/consent/purposes.ts'), call);
    repository.git('commit', '-qam', 'two');
  });

  test('is said with its place, and fails where that is asked for', async () => {
    const { code, stdout } = await diff('main');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^consent-sync · trust-platform\n {2}\+ CONSENT {2}1 call: src\/consent\/purposes\.ts:\d+/,
    );
    expect(stdout).toContain('+ POST /v1/collectionpoints');
    expect((await diff('main', '--fail-on-new-scopes')).code).toBe(1);
    expect((await diff('HEAD', 'main', '--fail-on-new-scopes')).code).toBe(0);
  });

  test('neither the work tree nor what others did to the base counts', async () => {
    edit('src/consent/purposes.ts', () => 'export {};\n');
    repository.git('stash', '-q');
    repository.git('checkout', '-q', 'main');
    repository.git('rm', '-q', 'src/requests/comments.ts', 'src/requests/requests.ts');
    repository.git('commit', '-qm', 'three');
    repository.git('checkout', '-q', 'more');
    edit('src/requests/comments.ts', () => 'export {};\n');
    const { stdout } = await diff('main');
    expect(stdout).toContain('+ CONSENT');
    expect(stdout).not.toContain('DSAR');
  });

  test('as Markdown and JSON', async () => {
    const markdown = (await diff('main', '--format', 'markdown')).stdout;
    expect(markdown).toMatch(/^### leastscope: \+CONSENT \(1 call\)/m);
    const json = JSON.parse((await diff('main', '--format', 'json')).stdout);
    expect(json).toMatchObject({
      schemaVersion: 1,
      base: { name: 'main', commit: repository.git('rev-parse', 'main').trim() },
      credentials: [
        {
          name: 'consent-sync',
          added: [{ scope: 'CONSENT', operations: ['POST /v1/collectionpoints'], granted: true }],
          operations: { added: ['POST /v1/collectionpoints'], removed: [] },
        },
      ],
    });
  });

  test('a wider scope takes the place of a narrower one', async () => {
    const json = JSON.parse((await diff('main', '--format', 'json')).stdout);
    expect(json.findings.removed.map((f: { message: string }) => f.message)).toContainEqual(
      expect.stringContaining('CONSENT, which no call needs'),
    );
  });
});

test("each side has its own config, in a folder below the repository's root too", async () => {
  repository.git('checkout', '-qb', 'less');
  edit('leastscope.config.yaml', (text) =>
    text.replace('grants: [DSAR_READ]', 'grants: [DSAR_READ, DSAR_WRITE]'),
  );
  repository.git('commit', '-qam', 'two');
  const { stdout } = await diff('main');
  expect(stdout).toMatch(/findings\n {2}\+ warning excess-scope/);
  expect(stdout).toContain('- error missing-scope src/requests/comments.ts:9:11');
});

test('a name that is no commit', async () => {
  expect(await diff('nowhere')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no such commit: nowhere'),
  });
});
