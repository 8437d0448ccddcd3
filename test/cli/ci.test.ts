import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { reporters } from '../../src/report/index.js';
import { leastscope } from './harness.js';

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/ci.md'), 'utf8');

test('the page on CI is YAML that parses, and its scans are command lines that run', async () => {
  const blocks = [...page.matchAll(/```yaml\n([^]*?)```/g)].map(([, text = '']) => text);
  expect(blocks).toHaveLength(4);
  for (const block of blocks) expect(parse(block)).toBeTypeOf('object');
  const lines = [...page.matchAll(/npx leastscope (.*)/g)].map(([, line = '']) => line.split(' '));
  expect(lines).toHaveLength(3);
  for (const args of lines) {
    const cwd = mkdtempSync(path.join(tmpdir(), 'leastscope-ci-'));
    const { code, stderr } = await leastscope(args, { cwd });
    // The report that the tests render has an error in it.
    expect([code, stderr.startsWith('note:')]).toEqual([1, true]);
    const files = args.flatMap((arg) => (arg.includes(':') ? [arg.slice(arg.indexOf(':') + 1)] : []));
    expect(readdirSync(cwd).sort()).toEqual([...files].sort());
    rmSync(cwd, { recursive: true });
  }
});

test('every format of machines is on that page', () => {
  const named = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, id]) => id);
  expect([...named, 'json', 'pretty'].sort()).toEqual(reporters.map(({ id }) => id).sort());
});
