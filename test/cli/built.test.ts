import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { builtCommand, root } from '../support/built.js';

const main = builtCommand();

/** Runs a shell line in which `leastscope` is the built command. */
function shell(line: string) {
  const script = `leastscope() { '${process.execPath}' '${main}' "$@"; }; ${line}`;
  const { CI: _ci, FORCE_COLOR: _force, ...env } = process.env;
  const ran = spawnSync('bash', ['-c', script], { cwd: root, encoding: 'utf8', env, maxBuffer: 1 << 26 });
  return { code: ran.status, stdout: ran.stdout, stderr: ran.stderr };
}

const long = 'leastscope catalog show trust-platform --format json';

test('a long answer comes whole through a pipe', () => {
  const { code, stdout } = shell(`${long} | cat; exit "\${PIPESTATUS[0]}"`);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ provider: 'trust-platform' });
});

test('a reader that goes away is no mistake', () => {
  const ran = shell(`${long} | head -c 10; exit "\${PIPESTATUS[0]}"`);
  expect(ran).toEqual({ code: 0, stdout: '{\n  "provi', stderr: '' });
});

test('works where stdout or stderr is closed', () => {
  expect(shell(`${long} >&-`)).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(shell('leastscope --nonsense 2>&-').code).toBe(2);
});

test.skipIf(!existsSync('/dev/full'))('output that can not be written is said, and is no success', () => {
  const { code, stderr } = shell(`${long} > /dev/full`);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^error: stdout: .*ENOSPC/);
});

test('exit codes reach the shell', () => {
  expect(shell('leastscope --version').code).toBe(0);
  expect(shell('leastscope scan --format nonsense')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^error: unknown format "nonsense"\n/),
  });
});
