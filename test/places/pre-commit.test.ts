import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { root } from '../support/built.js';
import {
  caller,
  client,
  config,
  createFreshProject,
  hasPreCommit,
  type FreshProject,
} from './fresh-project.js';

// The real pre-commit, the real Git, and the command as it is installed.

interface Hook {
  readonly entry: string;
  readonly language: string;
}

let project: FreshProject;
let first: string;
const patience = 120_000;
const write = (file: string, text: string): void => {
  project.write(file, text);
};
const git = (args: string, where?: string) => project.sh(`git ${args}`, where);
const commit = (where?: string) => git('commit -qm change', where);
/** What the hook said of calls that are not granted. */
const refused = (file: string) => ({
  code: 1,
  output: expect.stringMatching(new RegExp(`missing-scope +${file}:2`)),
});
const passed = { code: 0, output: expect.stringContaining('Passed') };

/** The hook that this repository publishes, run by the command that is installed here instead of one that is fetched. */
function hookConfig(): string {
  const [hook] = parse(readFileSync(path.join(root, '.pre-commit-hooks.yaml'), 'utf8')) as [Hook];
  const entry = hook.entry.replace('leastscope', path.join(project.root, 'node_modules/.bin/leastscope'));
  return stringify({ repos: [{ repo: 'local', hooks: [{ ...hook, entry, language: 'system' }] }] });
}

describe.skipIf(!hasPreCommit)('pre-commit', () => {
  beforeAll(() => {
    project = createFreshProject();
    write('.pre-commit-config.yaml', hookConfig());
    write('leastscope.config.yaml', config('CONSENT_READ'));
    write('client.js', client('GET'));
    write('caller.js', caller);
    expect(project.sh('pre-commit install')).toMatchObject({ code: 0 });
    git('add -A');
    // No HEAD yet.
    expect(commit()).toEqual(passed);
    first = git('rev-parse HEAD').output.trim();
    project.sh('npx leastscope');
  }, patience);
  afterAll(() => {
    project.remove();
  });
  beforeEach(() => {
    git('checkout -q main');
  });
  afterEach(() => {
    git('merge --abort');
    git(`reset -q --hard ${first}`);
    git('clean -qfd');
  });

  test(
    'a caller in another file is reported, and the commit does not come about',
    () => {
      write('client.js', client('POST'));
      git('add -A');
      expect(commit()).toEqual(refused('caller.js'));
      expect(git('rev-parse HEAD').output.trim()).toBe(first);
    },
    patience,
  );

  test(
    'of a file staged in part, the staged part counts, and the other is there afterwards',
    () => {
      write('client.js', `${client('GET')}// one\n`);
      git('add -A');
      write('client.js', client('POST'));
      expect(commit()).toEqual(passed);
      expect(readFileSync(path.join(project.root, 'client.js'), 'utf8')).toBe(client('POST'));
      git('add -A');
      write('client.js', client('GET'));
      expect(commit()).toEqual(refused('caller.js'));
    },
    patience,
  );

  test(
    'a rename, and a deletion',
    () => {
      git('mv client.js http.js');
      write('caller.js', caller.replace('client', 'http'));
      git('add -A');
      expect(commit()).toEqual(passed);
      write('http.js', client('POST'));
      git('add -A');
      expect(commit()).toEqual(refused('caller.js'));
      git('rm -qf caller.js http.js');
    },
    patience,
  );

  test(
    'a merge',
    () => {
      git('checkout -qb side');
      write('more.js', caller.replace('points', 'others'));
      git('add -A');
      expect(commit()).toEqual(passed);
      git('checkout -q main');
      write('client.js', `${client('GET')}// main\n`);
      git('add -A');
      expect(commit()).toEqual(passed);
      // Git itself makes this commit, and asks no pre-commit hook; a merge with changes by hand does.
      git('merge -q --no-commit side');
      write('client.js', client('POST'));
      git('add -A');
      expect(commit()).toMatchObject({
        code: 1,
        output: expect.stringMatching(/missing-scope +(?:caller|more)\.js:2/),
      });
      write('client.js', client('GET'));
      git('add -A');
      expect(commit()).toEqual(passed);
    },
    patience,
  );

  test(
    'a work tree of its own',
    () => {
      const tree = `${project.root}-tree`;
      git(`worktree add -q --detach ${tree}`);
      try {
        project.sh(`cat > client.js <<'END'\n${client('POST')}END\ngit add -A`, tree);
        // What this work tree has never seen whole, it says that it has left out.
        const command = path.join(project.root, 'node_modules/.bin/leastscope');
        expect(project.sh(`${command} scan --staged`, tree)).toMatchObject({
          code: 0,
          output: expect.stringContaining('was left out'),
        });
        project.sh(command, tree);
        expect(commit(tree)).toEqual(refused('caller.js'));
      } finally {
        git(`worktree remove --force ${tree}`);
        rmSync(tree, { recursive: true, force: true });
      }
    },
    patience,
  );

  test(
    'a submodule is another repository',
    () => {
      const other = path.join(project.root, '../other');
      project.sh(
        `git init -q -b main ${other} && cd ${other} && cat > lib.js <<'END'\n${client('POST')}END\ngit add -A && git commit -qm lib`,
      );
      git(`-c protocol.file.allow=always submodule add -q ${other} lib`);
      git('add -A');
      expect(commit()).toMatchObject({ code: 0 });
      expect(project.sh('npx leastscope scan --staged')).toMatchObject({ code: 0 });
      expect(project.sh('npx leastscope')).toMatchObject({ code: 0 });
    },
    patience,
  );
});
