import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../support/built.js';
import {
  caller,
  client,
  config,
  createFreshProject,
  hasPreCommit,
  type FreshProject,
} from './fresh-project.js';

const patience = 120_000;

/** The blocks of the README below a heading: commands, and files by the name in their first comment. */
function quickStart(heading: string): { readonly commands: string[]; readonly files: Map<string, string> } {
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
  const section = readme.split(`\n### ${heading}\n`)[1]?.split(/^##/m)[0] ?? '';
  const blocks = [...section.matchAll(/^```(\w+)\n([^]*?)^```$/gm)];
  const commands = blocks.flatMap(([, language, text = '']) =>
    language === 'sh' ? text.trim().split('\n') : [],
  );
  const files = new Map(
    blocks.flatMap(([, language, text = '']): [string, string][] => {
      const name = /^(?:\/\/|#) (\S+)\n/.exec(text)?.[1];
      return language === 'sh' || name === undefined ? [] : [[name, text]];
    }),
  );
  return { commands, files };
}

let project: FreshProject;
beforeAll(() => {
  project = createFreshProject();
  project.write('leastscope.config.yaml', config('CONSENT_READ'));
  project.write('src/client.js', client('GET'));
  project.write('src/points.js', caller);
  project.sh('git add -A && git commit -qm first');
}, patience);
afterAll(() => {
  project.remove();
});

test('the command that installs is the one that this test replaces by links', () => {
  expect(quickStart('In ESLint and editors').commands[0]).toBe('npm install --save-dev eslint');
});

describe('each place says nothing of code that is right, and stops what is not', () => {
  const right = () => {
    project.write('src/client.js', client('GET'));
  };
  const wrong = () => {
    project.write('src/client.js', client('POST'));
  };

  test(
    'ESLint',
    () => {
      const { commands, files } = quickStart('In ESLint and editors');
      expect([...files.keys()]).toEqual(['eslint.config.mjs']);
      for (const [file, text] of files) project.write(file, text);
      const [, lint = ''] = commands;
      expect(project.sh(lint)).toEqual({ code: 0, output: '' });
      wrong();
      const found = project.sh(lint);
      right();
      expect(found.code).toBe(1);
      expect(found.output).toMatch(
        /src\/points\.js\n +2:29 +error +POST \/v1\/collectionpoints needs CONSENT, .* leastscope\/missing-scope/,
      );
    },
    patience,
  );

  test.skipIf(!hasPreCommit)(
    'a commit',
    () => {
      const { commands, files } = quickStart('Before a commit');
      expect([...files.keys()]).toEqual(['.pre-commit-config.yaml']);
      for (const [file, text] of files) project.write(file, text);
      for (const command of commands) expect(project.sh(command), command).toMatchObject({ code: 0 });
      expect(existsSync(path.join(project.root, '.git/hooks/pre-commit'))).toBe(true);
      expect(project.sh('git add -A && git commit -qm hook')).toMatchObject({ code: 0 });
      wrong();
      const refused = project.sh('git add -A && git commit -qm wrong');
      expect(refused.code).toBe(1);
      expect(refused.output).toMatch(/missing-scope +src\/points\.js:2/);
      expect(project.sh('git log --oneline').output.trim().split('\n')).toHaveLength(2);
      right();
      expect(project.sh('git add -A && git commit -q --allow-empty -m right')).toMatchObject({ code: 0 });
    },
    patience,
  );

  test(
    'CI',
    () => {
      const { commands } = quickStart('In CI');
      expect(commands).toHaveLength(1);
      const run = () => project.sh(commands[0] ?? '');
      expect(run()).toMatchObject({ code: 0 });
      wrong();
      const failed = run();
      right();
      expect(failed.code).toBe(1);
      expect(failed.output).toContain('::error file=src/points.js,line=2');
      const kept = (file: string) => readFileSync(path.join(project.root, file), 'utf8');
      const { version, runs } = JSON.parse(kept('leastscope.sarif')) as {
        version: string;
        runs: { results: { ruleId: string }[] }[];
      };
      expect(version).toBe('2.1.0');
      expect(runs[0]?.results[0]?.ruleId).toBe('missing-scope');
      expect(kept('leastscope.md')).toContain('missing-scope');
    },
    patience,
  );
});
