import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scan } from '../../src/session.js';
import { commitNamed } from '../../src/vcs/tree.js';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'leastscope-first-')));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const scanned = () => scan({ cwd: root, paths: [], cache: false, minConfidence: 'medium' }).report;

test('a folder without code is said to have none', () => {
  expect(scanned().notes.map(({ message }) => message)).toEqual([
    expect.stringContaining('no code was found here'),
  ]);
  writeFileSync(path.join(root, 'a.ts'), 'export {};\n');
  expect(scanned().notes).toEqual([]);
});

test('a commit is not looked for where there is no Git', () => {
  expect(() => commitNamed(root, 'main')).toThrow('this is no Git work tree');
});

test('what stopped resolution is what follows the base of the environment', () => {
  writeFileSync(path.join(root, 'a.ts'), 'fetch(`${process.env.OT_BASE}${location.hash}`);\n');
  expect(scanned().requests.map(({ stoppedBy }) => stoppedBy?.expression)).toEqual(['location.hash']);
  writeFileSync(path.join(root, 'a.ts'), 'fetch(process.env.OT_URL);\n');
  expect(scanned().requests[0]?.stoppedBy?.expression).toBe('env:OT_URL');
});
