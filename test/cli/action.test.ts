import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { leastscope } from './harness.js';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const text = readFileSync(path.resolve(import.meta.dirname, '../../action.yml'), 'utf8');
const action = parse(text) as {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
};
const scripts = action.runs.steps.filter((step) => step.run !== undefined);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'leastscope-action-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a step as the runner does, with a `npx` that keeps its arguments, writes the reports and ends with a code. */
function runStep(step: Step, inputs: Readonly<Record<string, string>>, exit: number) {
  const npx = path.join(folder, 'npx');
  const report = path.join(folder, 'leastscope');
  writeFileSync(
    npx,
    `#!/bin/bash\nprintf '%s\\0' "$@" > "$RUNNER_TEMP/args"\nif [ ${exit} -lt 2 ]; then for f in sarif md; do echo "$f" > "${report}.$f"; done; echo diff > "${report}-diff.md"; fi\nexit ${exit}\n`,
  );
  chmodSync(npx, 0o755);
  const value = (expression: string): string => {
    const name = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(expression)?.[1] ?? '';
    return inputs[name] ?? action.inputs[name]?.default ?? `no input ${expression}`;
  };
  const ran = spawnSync('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', step.run ?? ''], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      PATH: `${folder}:${process.env['PATH'] ?? ''}`,
      RUNNER_TEMP: folder,
      GITHUB_OUTPUT: path.join(folder, 'output'),
      GITHUB_STEP_SUMMARY: path.join(folder, 'summary'),
      ...Object.fromEntries(Object.entries(step.env ?? {}).map(([key, given]) => [key, value(given)])),
    },
  });
  const kept = (name: string): string =>
    existsSync(path.join(folder, name)) ? readFileSync(path.join(folder, name), 'utf8') : '';
  const args = kept('args').split('\0').slice(0, -1);
  return { code: ran.status, stderr: ran.stderr, args, output: kept('output'), summary: kept('summary') };
}

const [scan = {}, diff = {}] = scripts;

test('every input that is read is declared, and none is pasted into a script', () => {
  expect(action.runs.using).toBe('composite');
  expect(scripts).toHaveLength(2);
  for (const { run, shell } of scripts) expect([shell, run?.includes('${{')]).toEqual(['bash', false]);
  for (const [, name = ''] of text.matchAll(/inputs\.([\w-]+)/g))
    expect(Object.keys(action.inputs)).toContain(name);
});

test('the scan is a command line that runs; its code, report and summary are handed on', async () => {
  const { code, args, output, summary, stderr } = runStep(scan, {}, 1);
  expect([code, stderr, summary]).toEqual([1, '', 'md\n']);
  expect(output).toBe(`exit-code=1\nsarif=${folder}/leastscope.sarif\nmarkdown=${folder}/leastscope.md\n`);
  expect(args.slice(0, 3)).toEqual(['--yes', 'leastscope', 'scan']);
  const ran = await leastscope(args.slice(2), { cwd: folder });
  // The report that the tests render has an error in it.
  expect([ran.code, ran.stdout.startsWith('::')]).toEqual([1, true]);
  expect(JSON.parse(readFileSync(path.join(folder, 'leastscope.sarif'), 'utf8'))).toHaveProperty('runs');
  expect(ran.asked[0]?.paths).toEqual(['.']);
});

test('inputs are arguments, whatever is in them', async () => {
  const hostile = '$(touch owned) "; touch owned';
  const { args } = runStep(
    scan,
    { paths: `src\n${hostile}\n--config\n`, config: hostile, version: '1.2.3', 'fail-on': 'never' },
    0,
  );
  expect(args[1]).toBe('leastscope@1.2.3');
  const { asked } = await leastscope(args.slice(2), { cwd: folder });
  expect(asked[0]).toMatchObject({ paths: ['src', hostile, '--config'], config: hostile });
  expect(existsSync(path.join(folder, 'owned'))).toBe(false);
});

test('where no report was written, none is uploaded', () => {
  const { code, output, summary } = runStep(scan, {}, 2);
  expect([code, output, summary]).toEqual([2, 'exit-code=2\n', '']);
});

test('the comparison with a base is a command line that runs', async () => {
  const { code, args, output, summary } = runStep(diff, { base: 'main' }, 1);
  expect([code, summary]).toEqual([1, 'diff\n']);
  expect(output).toBe(`markdown=${folder}/leastscope-diff.md\n`);
  const git = (...words: string[]) => execFileSync('git', words, { cwd: folder, stdio: 'pipe' });
  git('init', '-q', '-b', 'main');
  git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '-qm', 'one', '--allow-empty');
  const ran = await leastscope(args.slice(2), { cwd: folder });
  expect([ran.code, ran.stderr, ran.asked.length]).toEqual([0, '', 2]);
});
