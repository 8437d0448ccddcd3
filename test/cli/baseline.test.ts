import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { scan } from '../../src/session.js';
import { gitIn } from '../session/repository.js';
import { leastscope } from './harness.js';

vi.setConfig({ testTimeout: 60_000 });

const wrong = "await fetch('https://app.example.com/api/consentmanager/v2/purposes', { method: 'PATCH' });\n";
const right = "await fetch('https://app.example.com/api/consentmanager/v2/purposes');\n";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'leastscope-baseline-'));
  put('leastscope.config.yaml', 'servers: { trust-platform: ["https://app.example.com"] }\n');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const put = (file: string, text: string): void => {
  writeFileSync(path.join(folder, file), text);
};
const baseline = () => JSON.parse(readFileSync(path.join(folder, 'known.json'), 'utf8'));

async function run(...args: string[]) {
  const ran = await leastscope(['--format', 'json', '--fail-on', 'warn', '--no-cache', ...args], {
    cwd: folder,
    scan,
  });
  const report = ran.stdout === '' ? undefined : JSON.parse(ran.stdout);
  return { ...ran, findings: report?.findings, known: report?.summary.known };
}
const update = (...args: string[]) => run('--baseline', 'known.json', '--update-baseline', ...args);
const compare = (...args: string[]) => run('--baseline', 'known.json', ...args);

test('what was there before is known, also when its lines move; what comes is shown and fails', async () => {
  put('a.ts', wrong);
  expect((await run()).code).toBe(1);
  expect((await run()).known).toBeUndefined();
  expect(await update()).toMatchObject({ code: 0, findings: [], known: 1 });

  put('a.ts', `// moved\n\n\n${wrong}`);
  expect(await compare()).toMatchObject({ code: 0, findings: [], known: 1 });

  put('b.ts', wrong);
  const after = await compare();
  expect(after).toMatchObject({ code: 1, known: 1 });
  expect(after.findings.map((f: { file: string }) => f.file)).toEqual(['b.ts']);
});

test('equal findings are counted: one more than before is new', async () => {
  put('a.ts', wrong + wrong);
  await update();
  expect(await compare()).toMatchObject({ code: 0, known: 2 });
  put('a.ts', wrong + wrong + wrong);
  const after = await compare();
  expect(after).toMatchObject({ code: 1, known: 2 });
  expect(after.findings).toHaveLength(1);
});

test('an update takes out what is fixed, sorts, and is the same text when nothing changed', async () => {
  put('b.ts', wrong);
  put('a.ts', wrong);
  const first = await update();
  expect(first.stderr).toContain('known.json: 2 findings (2 new, 0 fixed)');
  expect(baseline().findings.map((f: { file: string }) => f.file)).toEqual(['a.ts', 'b.ts']);
  const text = readFileSync(path.join(folder, 'known.json'), 'utf8');
  await update();
  expect(readFileSync(path.join(folder, 'known.json'), 'utf8')).toBe(text);

  put('b.ts', right);
  expect((await update()).stderr).toContain('known.json: 1 finding (0 new, 1 fixed)');
  put('b.ts', wrong);
  expect((await compare()).code).toBe(1);
});

test('an update of some paths leaves what is known of others', async () => {
  put('a.ts', wrong);
  put('b.ts', wrong);
  await update();
  put('a.ts', right);
  await update('a.ts');
  expect(baseline().findings.map((f: { file: string }) => f.file)).toEqual(['b.ts']);
});

test('people are told how many are known', async () => {
  put('a.ts', wrong);
  await update();
  const { stdout } = await leastscope(['--no-cache', '--baseline', 'known.json'], { cwd: folder, scan });
  expect(stdout).toContain('method and URL found for all · 1 known finding\n');
});

test.each([
  ['{', 'error: known.json: the baseline is not JSON'],
  ['[]', 'error: known.json: this is no baseline'],
  [
    '{ "schemaVersion": 1, "findings": [{ "file": "a.ts" }] }',
    'error: known.json: findings[0] has no file, rule, message and fingerprint',
  ],
])('a broken file is refused and stays as it is: %s', async (text, error) => {
  put('known.json', text);
  put('a.ts', wrong);
  for (const ran of [await compare(), await update()]) {
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain(error);
    expect(ran.stderr).toContain('--update-baseline');
  }
  expect(readFileSync(path.join(folder, 'known.json'), 'utf8')).toBe(text);
});

test('a file that is not there is an error, unless it is to be written', async () => {
  put('a.ts', wrong);
  expect(await compare()).toMatchObject({
    code: 2,
    stderr: 'error: known.json: no such baseline\n  Write it with --update-baseline, or correct the path.\n',
  });
  await update();
  expect(existsSync(path.join(folder, 'known.json'))).toBe(true);
});

test.each([
  [['--update-baseline'], '--update-baseline needs the file that it writes'],
  [['--baseline', 'k.json', '--update-baseline', '--staged'], 'and --staged exclude each other'],
  [['--baseline', 'k.json', '--update-baseline', '--since', 'main'], 'and --since exclude each other'],
])('%j', async (args, error) => {
  const ran = await leastscope(args);
  expect(ran).toMatchObject({ code: 2, asked: [] });
  expect(ran.stderr).toContain(error);
});

test('what is staged is held against the baseline that is staged', async () => {
  const git = gitIn(folder);
  git('init', '-q', '-b', 'main');
  put('a.ts', wrong);
  await update();
  git('add', '.');
  // An edit that was not staged must not decide about the commit.
  put('known.json', JSON.stringify({ schemaVersion: 1, findings: [] }));
  expect(await compare('--staged')).toMatchObject({ code: 0, findings: [], known: 1 });
  git('add', 'known.json');
  expect(await compare('--staged')).toMatchObject({ code: 1, known: 0 });
  put('broken.json', '{');
  git('add', 'broken.json');
  put('broken.json', JSON.stringify({ schemaVersion: 1, findings: [] }));
  const { code, stderr } = await run('--staged', '--baseline', 'broken.json');
  expect(code).toBe(2);
  expect(stderr).toContain('broken.json');
});

test('a staged run reads a baseline that Git does not track from the disk', async () => {
  const git = gitIn(folder);
  git('init', '-q', '-b', 'main');
  put('a.ts', wrong);
  await update();
  git('add', 'a.ts', 'leastscope.config.yaml');
  expect(await compare('--staged')).toMatchObject({ code: 0, known: 1 });
});

test('--suppressed: SARIF has what the baseline and comments take out, JSON always', async () => {
  put('a.ts', wrong);
  await update();
  put('b.ts', `// leastscope-disable-next-line wrong-method -- as agreed\n${wrong}`);
  const sarif = async (...args: string[]) => {
    const given = ['--format', 'sarif', '--no-cache', '--baseline', 'known.json', ...args];
    const { stdout, code } = await leastscope(given, { cwd: folder, scan });
    const results: { suppressions?: { kind: string; justification: string }[]; baselineState: string }[] =
      JSON.parse(stdout).runs[0].results;
    return { code, results: results.map((r) => [r.baselineState, r.suppressions?.[0]?.justification]) };
  };
  expect(await sarif()).toEqual({ code: 0, results: [] });
  expect(await sarif('--suppressed')).toEqual({
    code: 0,
    results: [
      ['unchanged', 'known in known.json'],
      ['new', 'as agreed'],
    ],
  });
  const ran = await leastscope(['--format', 'json', '--no-cache'], { cwd: folder, scan });
  expect(JSON.parse(ran.stdout).suppressed).toMatchObject([
    { by: 'comment', reason: 'as agreed', file: 'b.ts' },
  ]);
});
