import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { root } from '../support/built.js';
import { caller, client, config, createFreshProject, type FreshProject } from './fresh-project.js';

// The recipes of docs/pre-commit.md with the real husky, lint-staged and lefthook, and the real Git. Installing lefthook
// puts hooks into the clone it is installed in, so it is no dependency here: `npm i --no-save --ignore-scripts lefthook`
// brings its test to run.

const page = readFileSync(path.join(root, 'docs/pre-commit.md'), 'utf8');
const patience = 120_000;

/** The files and the commands below a heading of the page, without those that install. */
function recipe(heading: string): { readonly files: [string, string][]; readonly commands: string[] } {
  const section = page.split(`\n## ${heading}\n`)[1]?.split(/^## /m)[0] ?? '';
  const files: [string, string][] = [];
  const commands: string[] = [];
  for (const [, text = ''] of section.matchAll(/^```\w+\n([^]*?)^```$/gm)) {
    const name = /^(?:\/\/|#) (\S+)\n/.exec(text)?.[1];
    if (name === undefined) commands.push(...text.trim().split('\n'));
    else files.push([name, text]);
  }
  return { files, commands: commands.filter((line) => !line.startsWith('npm install')) };
}

const hasLefthook = existsSync(path.join(root, 'node_modules/lefthook'));

let project: FreshProject;
/** Installs a package of this repository in the project: a link, and one for its command. */
function install(name: string, command: string): void {
  const modules = path.join(project.root, 'node_modules');
  symlinkSync(realpathSync(path.join(root, 'node_modules', name)), path.join(modules, name));
  symlinkSync(path.join(modules, name, command), path.join(modules, '.bin', name));
}
const commit = () => project.sh('git add -A && git commit -qm change');
const commits = () => project.sh('git rev-list --count HEAD').output.trim();

beforeAll(() => {
  project = createFreshProject();
  install('husky', 'bin.js');
  install('lint-staged', 'bin/lint-staged.js');
  if (hasLefthook) install('lefthook', 'bin/index.js');
  project.write('leastscope.config.yaml', config('CONSENT_READ'));
  project.write('client.js', client('GET'));
  project.write('caller.js', caller);
  expect(commit()).toMatchObject({ code: 0 });
  project.sh('npx leastscope');
}, patience);
afterAll(() => {
  project.remove();
});

describe.each([
  { tool: 'husky', also: [] },
  { tool: 'lint-staged', also: ['husky'] },
  { tool: 'lefthook', also: [] },
])('$tool', ({ tool, also }) => {
  beforeEach(() => {
    project.sh(
      'git config --unset core.hooksPath; rm -rf .git/hooks .husky lefthook.yml lint-staged.config.js',
    );
    mkdirSync(path.join(project.root, '.git/hooks'));
    const recipes = [...also, tool].map(recipe);
    // Commands read the files that stand in the same recipe, but one that makes an example is first.
    const made = recipes.flatMap(({ commands }) => commands.filter((line) => line.endsWith(' init')));
    for (const line of made) expect(project.sh(line), line).toMatchObject({ code: 0 });
    for (const [file, text] of recipes.flatMap(({ files }) => files)) {
      project.write(file, text);
      if (file.startsWith('.husky/')) chmodSync(path.join(project.root, file), 0o755);
    }
    const others = recipes.flatMap(({ commands }) => commands.filter((line) => !made.includes(line)));
    for (const line of others) expect(project.sh(line), line).toMatchObject({ code: 0 });
  });

  test.skipIf(tool === 'lefthook' && !hasLefthook)(
    'lets a good commit pass, and stops one that breaks a caller elsewhere',
    () => {
      project.write('client.js', `${client('GET')}// ${tool}\n`);
      expect(commit()).toMatchObject({ code: 0 });
      const before = commits();
      project.write('client.js', client('POST'));
      expect(commit()).toMatchObject({
        code: 1,
        output: expect.stringMatching(/missing-scope +caller\.js:2/),
      });
      expect(commits()).toBe(before);
      expect(project.sh('git show :client.js').output).toBe(client('POST'));
      project.write('client.js', client('GET'));
      expect(commit()).toMatchObject({ code: 0 });
    },
    patience,
  );
});
