import { tsImport } from 'tsx/esm/api';
import tseslint from 'typescript-eslint';

/** Our own plugin, from its sources: the lint of a fresh clone needs no build. */
const { default: leastscope } = await tsImport('./rules/index.ts', import.meta.url);

export default tseslint.config(
  { ignores: ['dist/', 'coverage/', 'test/fixtures/', 'examples/', 'data/', 'schema/'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      // Node types of ESTree are an enum whose values are plain strings on purpose.
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      // `'a' | 'b' | string` tells readers which values are usual.
      '@typescript-eslint/no-redundant-type-constituents': 'off',
      // There are no classes whose methods could lose their `this`.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: false },
      ],
    },
  },
  {
    ...leastscope.configs.recommended,
    files: ['**/*.ts'],
    settings: { leastscope: { config: '.ci/leastscope.yaml' } },
  },
  {
    // Tests read JSON and parts of reports whose shape the assertion itself checks.
    files: ['test/**/*.ts', 'bench/**/*.ts'],
    rules: {
      'no-console': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
);
