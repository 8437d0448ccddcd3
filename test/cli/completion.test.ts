import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { leastscope } from './harness.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'leastscope-completion-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const has = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;

async function script(shell: string): Promise<string> {
  const { code, stdout, stderr } = await leastscope(['completion', shell]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const file = path.join(folder, `completion.${shell}`);
  writeFileSync(file, stdout);
  return file;
}

/** Runs a shell without its user's settings. */
function run(shell: string, args: readonly string[], line: string): string[] {
  const env = { PATH: process.env['PATH'], HOME: folder, TERM: 'dumb' };
  const ran = spawnSync(shell, [...args, line], { cwd: folder, encoding: 'utf8', env });
  expect(ran.stderr).toBe('');
  return ran.stdout.split('\n').filter(Boolean).sort();
}

/** What is asked, and some of the answer. */
const questions: readonly (readonly [string, readonly string[]])[] = [
  ['ex', ['explain']],
  ['lo', ['load']],
  ['scan --st', ['--staged']],
  ['--st', ['--staged']],
  ['--fail-on ', ['error', 'never', 'warn']],
  ['scan src --format m', ['markdown']],
  ['diff main --format ', ['json', 'markdown', 'pretty']],
  ['completion --', []],
  ['catalog sh', ['show']],
];

describe.skipIf(!has('bash'))('bash', () => {
  test.each(questions)('%j', async (typed, answer) => {
    const file = await script('bash');
    const words = typed
      .split(' ')
      .map((word) => `'${word}'`)
      .join(' ');
    const line = `source ${file}; COMP_WORDS=(leastscope ${words}); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _leastscope; printf '%s\\n' "\${COMPREPLY[@]}"`;
    expect(run('bash', ['--norc', '-c'], line)).toEqual(answer);
  });

  test('a value of any text falls back to files', async () => {
    const file = await script('bash');
    const line = `source ${file}; COMP_WORDS=(leastscope --config l); COMP_CWORD=2; _leastscope; echo "\${#COMPREPLY[@]}"; complete -p leastscope`;
    expect(run('bash', ['--norc', '-c'], line)).toEqual([
      '0',
      'complete -o default -F _leastscope leastscope',
    ]);
  });
});

describe.skipIf(!has('fish'))('fish', () => {
  test.each(questions)('%j', async (typed, answer) => {
    const file = await script('fish');
    const found = run('fish', ['--no-config', '-c'], `source ${file}; complete -C 'leastscope ${typed}'`);
    expect(found.map((line) => line.split('\t')[0])).toEqual(answer);
  });
});

describe.skipIf(!has('zsh'))('zsh', () => {
  /** `_arguments` and `_describe` need a line editor: what they are given is printed instead. */
  const probe = `autoload -Uz compinit; compinit -D -u; _arguments() { print -rl -- "$@" }; _describe() { print -rl -- "\${commands[@]}" }`;
  const asked = (file: string, words: string): string[] =>
    run(
      'zsh',
      ['-f', '-c'],
      `${probe}; source ${file}; words=(${words}); CURRENT=$#words; _leastscope; _leastscope_commands; print -r -- $_comps[leastscope]`,
    );

  test('gives the options of the command, and the values to choose from', async () => {
    const file = await script('zsh');
    const diff = asked(file, "leastscope diff ''");
    expect(diff).toContain('*--format[output format]:value:(pretty markdown json)');
    expect(diff.some((line) => line.startsWith('*--fail-on-new-scopes[exit with 1'))).toBe(true);
    expect(diff.some((line) => line.startsWith('*--staged'))).toBe(false);
    expect(diff).toContain('explain:why');
    expect(diff).toContain('_leastscope');
    const none = asked(file, "leastscope ''");
    expect(none.some((line) => line.startsWith('*--staged['))).toBe(true);
    expect(none).toContain('1: :_leastscope_commands');
  });
});

test('another shell is refused by name', async () => {
  expect(await leastscope(['completion', 'tcsh'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('bash, zsh, fish'),
  });
});
