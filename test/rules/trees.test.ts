import path from 'node:path';
import * as tsParser from '@typescript-eslint/parser';
import type { TSESTree } from '@typescript-eslint/utils';
import { Linter } from 'eslint';
import { describe, expect, test } from 'vitest';
import { lowerModule } from '../../src/syntax/lower-module.js';
import { parseModule } from '../../src/syntax/parse.js';
import { readFixtures } from '../support/fixture-project.js';

const fixtures = ['clients', 'values'].flatMap((folder) =>
  readFixtures(path.resolve(import.meta.dirname, '../fixtures', folder)).flatMap(({ name, files }) =>
    [...files].map(([file, text]) => ({ name, file, text })),
  ),
);
const code = fixtures.filter(({ file }) => /\.[mc]?[jt]sx?$/.test(file));
const plain = code.filter(({ file }) => /\.[mc]?js$/.test(file));

const ours = (file: string, text: string) => lowerModule({ file, text, ...parseModule(file, text) });

function lowerTree(file: string, text: string, program: TSESTree.Program) {
  const comments = (program.comments ?? []).map((comment) => ({ text: comment.value, at: comment.range }));
  return lowerModule({ file, text, program, comments, errors: [] });
}

/** The tree that ESLint's own parser makes. */
function espreeTree(text: string): TSESTree.Program {
  const linter = new Linter();
  const messages = linter.verify(text, {
    languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } },
  });
  expect(messages).toEqual([]);
  return linter.getSourceCode().ast as unknown as TSESTree.Program;
}

describe('summaries are the same, whoever parsed', () => {
  test('there is something to compare', () => {
    expect(code.length).toBeGreaterThan(40);
    expect(plain.length).toBeGreaterThan(5);
  });

  test.each(code)('typescript-eslint: $name/$file', ({ file, text }) => {
    const options = {
      range: true,
      loc: true,
      comment: true,
      filePath: `/x/${file}`,
      sourceType: 'module',
    } as const;
    const tree = tsParser.parse(text, { ...options, ecmaFeatures: { jsx: /(?:x|js)$/.test(file) } });
    expect(lowerTree(file, text, tree as unknown as TSESTree.Program)).toEqual(ours(file, text));
  });

  test.each(plain)('espree: $name/$file', ({ file, text }) => {
    expect(lowerTree(file, text, espreeTree(text))).toEqual(ours(file, text));
  });
});
