import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { lowerFile } from '../../src/syntax/lower-file.js';
import type { lowerMany } from '../../src/syntax/lower-many.js';
import { builtCommand } from '../support/built.js';

/** As it is built: a thread runs JavaScript. */
const built = (await import(pathToFileURL(path.join(builtCommand(), '../../lower-many.js')).href)) as {
  readonly lowerMany: typeof lowerMany;
};

const sources = [
  // Enough for several batches.
  ...Array.from({ length: 60 }, (_, i) => ({
    file: `src/call-${i}.ts`,
    text: `export const call${i} = (id: string) => fetch(\`https://h.example/v${i}/\${id}\`);\n`.repeat(100),
  })),
  { file: 'no-script.vue', text: '<template><p>hello</p></template>' },
  { file: 'broken.ts', text: 'const = fetch(' },
  { file: 'deep.ts', text: `${'['.repeat(5_000)}${']'.repeat(5_000)}` },
];
const alone = sources.map(({ file, text }) => lowerFile(file, text));

test.each([0, 1, 3])('with %d threads beside this one, each file says what it says alone', (threads) => {
  const heard: number[] = [];
  const lowered = built.lowerMany(sources, (done) => heard.push(done), threads);
  expect(JSON.parse(JSON.stringify(lowered))).toEqual(JSON.parse(JSON.stringify(alone)));
  expect(lowered.at(-3)).toBeUndefined();
  expect(heard.at(-1)).toBe(sources.length);
});

test('nothing to do is done at once', () => {
  expect(built.lowerMany([], undefined, 2)).toEqual([]);
});
