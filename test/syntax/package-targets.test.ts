import { describe, expect, test } from 'vitest';
import { targetsOf } from '../../src/syntax/package-targets.js';

// The examples of https://nodejs.org/api/packages.html.
describe('where a package.json leads', () => {
  const exports = {
    '.': './index.js',
    './features/*.js': './src/features/*.js',
    './features/private-internal/*.js': null,
  };
  const imports = {
    '#internal/*.js': './src/internal/*.js',
    '#dep': { node: 'dep-node-native', default: './dep-polyfill.js' },
  };
  test.each([
    ['one entry', './index.js', '.', ['./index.js']],
    ['one entry has nothing beside it', './index.js', './other', []],
    ['the entry among others', exports, '.', ['./index.js']],
    ['a pattern', exports, './features/x.js', ['./src/features/x.js']],
    ['a pattern over folders', exports, './features/y/y.js', ['./src/features/y/y.js']],
    ['what is kept inside by a longer pattern', exports, './features/private-internal/m.js', []],
    ['what is not exported', exports, './package.json', []],
    ['an import by a pattern', imports, '#internal/z.js', ['./src/internal/z.js']],
    ['conditions in their order', imports, '#dep', ['dep-node-native', './dep-polyfill.js']],
    [
      'conditions at the entry, those of others last',
      { browser: './browser.js', import: './module.js', require: './main.cjs' },
      '.',
      ['./module.js', './main.cjs', './browser.js'],
    ],
    ['nothing', undefined, '.', []],
  ])('%s', (_, map, key, targets) => {
    expect(targetsOf(map, key)).toEqual(targets);
  });
});
