import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import tsParser from '@typescript-eslint/parser';
import type { ESLint, Linter } from 'eslint';
import plugin from '../../rules/index.js';
import { findingDefinitions } from '../../src/findings/index.js';
import { scan } from '../../src/session.js';

/** Where something is reported, with its end and words. */
export interface Place {
  readonly rule: string | null;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number | undefined;
  readonly endColumn: number | undefined;
  readonly message: string;
}

const order = (a: Place, b: Place): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

export function writeUnder(root: string, file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

/** Every rule as an error, in JavaScript and TypeScript. */
export const everything: readonly Linter.Config[] = [
  { ...(plugin.configs.strict as unknown as Linter.Config), files: ['**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}'] },
  { files: ['**/*.{ts,mts,cts,tsx}'], languageOptions: { parser: tsParser } },
  {
    files: ['**/*.{js,jsx,tsx}'],
    languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } },
  },
];

/** What the linter reports, in order. Messages of others (syntax errors) are left out. */
export const placesIn = (root: string, results: readonly ESLint.LintResult[]): Place[] =>
  results
    .flatMap(({ filePath, messages }) =>
      messages
        .filter(({ ruleId }) => ruleId !== null)
        .map((m) => ({
          rule: m.ruleId && m.ruleId.replace('leastscope/', ''),
          file: path.relative(root, filePath),
          line: m.line,
          column: m.column,
          endLine: m.endLine,
          endColumn: m.endColumn,
          message: m.message,
        })),
    )
    .sort(order);

/** What the command says of code, in the same order; the config turns all findings on. */
export function reportedIn(root: string): Place[] {
  const { report } = scan({ cwd: root, paths: [], cache: false, minConfidence: 'medium' });
  const inFiles = new Set<string>(findingDefinitions.filter((d) => d.scope === 'file').map((d) => d.id));
  return report.findings
    .filter((f) => inFiles.has(f.rule) && f.confidence !== 'low' && /\.[mc]?[jt]sx?$/.test(f.file))
    .map(({ rule, file, line, column, endLine, endColumn, message }) => ({
      rule,
      file,
      line,
      column,
      endLine,
      endColumn,
      message,
    }))
    .sort(order);
}
