import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listGitFiles } from '../../src/vcs/list-files.js';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'leastscope-vcs-')));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' });

function write(file: string, text = ''): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

test('tracked and new files, without ignored ones, in plain spelling', () => {
  git('init', '-q');
  write('.gitignore', 'dist/\n*.log\n');
  for (const file of ['src/a.ts', 'src/ünï "x".ts', 'src/line\nbreak.ts', 'dist/a.js', 'b.log', 'new.ts'])
    write(file);
  git('add', 'src');
  expect(listGitFiles(root, ['.'])).toEqual(
    ['.gitignore', 'new.ts', 'src/a.ts', 'src/line\nbreak.ts', 'src/ünï "x".ts'].sort(),
  );
});

test('only what lies in the paths, relative to the working directory', () => {
  git('init', '-q');
  for (const file of ['app/src/a.ts', 'app/src/[b].ts', 'app/src/b.ts', 'lib/c.ts']) write(file);
  expect(listGitFiles(path.join(root, 'app'), ['src/[b].ts', '../lib'])).toEqual([
    '../lib/c.ts',
    'src/[b].ts',
  ]);
  expect(listGitFiles(root, ['nowhere'])).toEqual([]);
});

test('a file in conflict is listed once', () => {
  git('init', '-q', '-b', 'main');
  git('config', 'user.email', 'a@example.com');
  git('config', 'user.name', 'A');
  const commit = (text: string) => {
    write('a.ts', text);
    git('add', 'a.ts');
    git('commit', '-qm', text);
  };
  commit('base');
  git('checkout', '-qb', 'side');
  commit('side');
  git('checkout', '-q', 'main');
  commit('main');
  expect(() => git('merge', '-q', 'side')).toThrow();
  expect(listGitFiles(root, ['.'])).toEqual(['a.ts']);
});

test('no repository, or a path outside of it: no answer', () => {
  expect(listGitFiles(root, ['.'])).toBeUndefined();
  git('init', '-q');
  expect(listGitFiles(root, ['..'])).toBeUndefined();
});
