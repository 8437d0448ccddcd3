import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { summaryKeys } from '../../src/cache/key.js';
import { openSummaryCache } from '../../src/cache/summary-cache.js';
import { createLowerer } from '../../src/session/lowering.js';
import { lowerFile } from '../../src/syntax/lower-file.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'leastscope-cache-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const shards = () => readdirSync(folder).filter((name) => name.endsWith('.shard'));

/** One run: lowers texts through the cache and writes it. */
function run(texts: readonly (readonly [file: string, text: string])[]) {
  const cache = openSummaryCache(folder);
  const lowerer = createLowerer(cache);
  const lowered = texts.map(([file, text]) => lowerer.lower(file, text));
  cache.close();
  return lowered;
}

const name = fc.constantFrom('a', 'base', 'url', 'fetchAll');
const text = fc.oneof(
  fc.constantFrom("'/v1/x'", '`/v1/${a}`', 'a', 'null', '"ü😀"'),
  fc.string().map((s) => JSON.stringify(s)),
);
const statement = fc.oneof(
  fc.tuple(name, text).map(([n, t]) => `export const ${n}${t.length} = ${t};`),
  fc
    .tuple(name, text)
    .map(
      ([n, t]) => `function ${n}(p = ${t}) { if (p) return fetch(p + ${t}); for (const q of [p]) ${n}(q); }`,
    ),
  text.map(
    (t) => `class K { base = ${t}; get(x) { return axios.get(this.base + x, { params: { t: ${t} } }); } }`,
  ),
  text.map((t) => `import { z } from ${t}; // leastscope ${t.replaceAll(/[\n\r\u2028\u2029]/g, '')}`),
  fc.string(),
);
const source = fc.tuple(
  fc.constantFrom('a.ts', 'src/b.js', 'c.tsx', 'd.vue', 'e.mjs'),
  fc.array(statement, { maxLength: 6 }).map((s) => s.join('\n')),
);

test('what the cache gives is what lowering gives, in the run that makes it and in the next', () => {
  fc.assert(
    fc.property(fc.array(source, { maxLength: 5 }), (texts) => {
      const plain = texts.map(([file, code]) => lowerFile(file, code));
      expect(run(texts)).toEqual(plain);
      expect(run(texts)).toEqual(plain);
    }),
    { numRuns: 60 },
  );
});

test('the next run lowers nothing anew', () => {
  const minified = Array.from({ length: 200 }, (_, i) => `f(${i})`).join(';');
  const without = [
    ['a.html', '<p>'],
    ['b.js', minified],
  ] as const;
  run([['a.ts', 'const x = 1;'], ...without]);
  const kept = openSummaryCache(folder);
  const lowerer = createLowerer({ ...kept, set: () => expect.unreachable('it was kept') });
  // The same text elsewhere is the same work.
  expect(lowerer.lower('other/b.ts', 'const x = 1;')).toEqual(lowerFile('other/b.ts', 'const x = 1;'));
  for (const [file, text] of without) expect(lowerer.lower(file, text)).toEqual(lowerFile(file, text));
});

test('one text in another kind of file is another entry', () => {
  const code = 'const f = <T>x;';
  run([['a.ts', code]]);
  expect(run([['a.tsx', code]])).toEqual([lowerFile('a.tsx', code)]);
});

describe('damage', () => {
  const code = "export const path = '/v1/x';";
  const damages: Record<string, (bytes: Buffer) => Buffer> = {
    'cut short': (bytes) => bytes.subarray(0, bytes.length - 5),
    empty: () => Buffer.alloc(0),
    'another file': () => Buffer.from('hello, this is no shard at all'),
    'a bit of an entry': (bytes) => {
      const out = Buffer.from(bytes);
      out[out.length - 10] = (out[out.length - 10] ?? 0) ^ 1;
      return out;
    },
    'an index of something else': () => Buffer.from('000000000002\n{}'),
  };
  test.each(Object.keys(damages))('%s: ignored, and mended by the run', (kind) => {
    run([['a.ts', code]]);
    const [shard = ''] = shards();
    const file = path.join(folder, shard);
    const whole = readFileSync(file);
    writeFileSync(file, damages[kind]?.(whole) ?? whole);
    expect(run([['a.ts', code]])).toEqual([lowerFile('a.ts', code)]);
    expect(readFileSync(file)).toEqual(whole);
  });
});

test('many runs leave few files', () => {
  for (let i = 0; i < 30; i++) run([['a.ts', `export const x = ${i};`]]);
  expect(shards().length).toBeLessThanOrEqual(9);
  expect(readdirSync(folder)).toContain('.gitignore');
});

test('what nobody asks for any more goes, when it has grown', () => {
  const large = (i: number) =>
    `export const x = [${Array.from({ length: 40_000 }, (_, k) => k + i).join(',')}];`;
  for (let i = 0; i < 8; i++) run([['a.ts', large(i)]]);
  const size = () => shards().reduce((sum, shard) => sum + readFileSync(path.join(folder, shard)).length, 0);
  // As before a commit without code.
  openSummaryCache(folder).close();
  expect(size()).toBeGreaterThan(16 * 1024 * 1024);
  run([['a.ts', 'export const small = 1;']]);
  run([['a.ts', 'export const small = 1;']]);
  expect(size()).toBeLessThan(16 * 1024 * 1024);
  expect(run([['a.ts', 'export const small = 1;']])).toEqual([lowerFile('a.ts', 'export const small = 1;')]);
});

test('a folder that holds other things is not kept out of Git', () => {
  writeFileSync(path.join(folder, 'index.js'), '');
  run([['a.ts', 'f()']]);
  expect(readdirSync(folder)).not.toContain('.gitignore');
});

test.skipIf(process.getuid?.() === 0)('a folder that can not be written is no mistake', () => {
  chmodSync(folder, 0o500);
  expect(run([['a.ts', 'f()']])).toEqual([lowerFile('a.ts', 'f()')]);
});

test('a place that is no folder is no mistake', () => {
  const file = path.join(folder, 'taken');
  writeFileSync(file, '');
  const cache = openSummaryCache(path.join(file, 'cache'));
  expect(createLowerer(cache).lower('a.ts', 'f()')).toEqual(lowerFile('a.ts', 'f()'));
  expect(cache.close).not.toThrow();
});

test('keys differ by text, kind, version and build', () => {
  const identity = { loweringVersion: 1, version: '1.0.0', build: 'x' };
  const key = summaryKeys(identity);
  for (const of of ['ofText', 'ofBlob'] as const) {
    const others = [
      key[of]('.ts', 'b'),
      key[of]('.js', 'a'),
      ...[{ loweringVersion: 2 }, { version: '1.0.1' }, { build: 'y' }].map((other) =>
        summaryKeys({ ...identity, ...other })[of]('.ts', 'a'),
      ),
    ];
    expect(new Set([key[of]('.ts', 'a'), ...others]).size).toBe(others.length + 1);
    expect(summaryKeys({ ...identity })[of]('.ts', 'a')).toBe(key[of]('.ts', 'a'));
  }
  expect(key.ofText('.ts', 'a')).not.toBe(key.ofBlob('.ts', 'a'));
});
