import { describe, expect, it } from 'vitest';
import { lowerFile } from '../../src/syntax/lower-file.js';

const call = (i: number): string => `f(${i}, "/a")`;
const calls = (count: number): string[] => Array.from({ length: count }, (_, i) => call(i));

describe('minified code', () => {
  it('is left out', () => {
    const text = `/* a licence\n * of a few lines\n */\n!function(){${calls(200).join()}}();`;
    expect(lowerFile('a.min.js', text)).toEqual({ failed: expect.stringContaining('minified') as string });
  });

  it.each([
    ['one call a line', calls(200).join(';\n')],
    [
      'chains on a line',
      calls(200)
        .map((c) => `${c}.then(g).then(h)`)
        .join(';\n'),
    ],
    [
      'a table on one line',
      `export const paths = [${calls(500)
        .map((c) => JSON.stringify(c))
        .join()}]`,
    ],
    ['a few calls on one line', calls(50).join(';')],
  ])('is not: %s', (_, text) => {
    expect(lowerFile('a.js', text)).toHaveProperty('calls');
  });
});
