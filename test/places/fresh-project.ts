import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { builtCommand, root } from '../support/built.js';

export interface Ran {
  readonly code: number | null;
  readonly output: string;
}

/** A folder of somebody who has installed leastscope and ESLint, with Git, and nothing else. */
export interface FreshProject {
  readonly root: string;
  readonly write: (file: string, text: string) => void;
  /** Runs a line of shell as a person would; a CI machine's variables are not set. */
  readonly sh: (line: string, where?: string) => Ran;
  readonly remove: () => void;
}

/**
 * Installs what `npm pack` makes, without a registry: the tarball is unpacked, and what it depends on is linked from
 * the packages of this repository.
 */
export function createFreshProject(): FreshProject {
  builtCommand();
  const top = realpathSync(mkdtempSync(path.join(tmpdir(), 'leastscope-fresh-')));
  const project = path.join(top, 'project');
  const modules = path.join(project, 'node_modules');
  mkdirSync(path.join(modules, '.bin'), { recursive: true });
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', top], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [{ filename }] = JSON.parse(packed.toString()) as [{ filename: string }];
  execFileSync('tar', ['-xzf', path.join(top, filename), '-C', modules]);
  execFileSync('mv', [path.join(modules, 'package'), path.join(modules, 'leastscope')]);
  const manifest = JSON.parse(readFileSync(path.join(modules, 'leastscope/package.json'), 'utf8')) as {
    bin: Record<string, string>;
    dependencies: Record<string, string>;
  };
  for (const name of [...Object.keys(manifest.dependencies), 'eslint']) {
    mkdirSync(path.dirname(path.join(modules, name)), { recursive: true });
    symlinkSync(realpathSync(path.join(root, 'node_modules', name)), path.join(modules, name));
  }
  const main = path.join(modules, 'leastscope', manifest.bin['leastscope'] ?? '');
  chmodSync(main, 0o755);
  symlinkSync(main, path.join(modules, '.bin/leastscope'));
  symlinkSync(path.join(modules, 'eslint/bin/eslint.js'), path.join(modules, '.bin/eslint'));
  writeFileSync(
    path.join(project, 'package.json'),
    '{ "name": "fresh", "private": true, "type": "module" }\n',
  );
  writeFileSync(path.join(project, '.gitignore'), 'node_modules/\n');
  const own = {
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@example.com',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@example.com',
    GIT_CONFIG_GLOBAL: '/dev/null',
    PRE_COMMIT_HOME: path.join(top, 'pre-commit'),
    PRE_COMMIT_COLOR: 'never',
    npm_config_offline: 'true',
  };
  const sh: FreshProject['sh'] = (line, where = project) => {
    const {
      CI: _ci,
      FORCE_COLOR: _color,
      GITHUB_ACTIONS: _actions,
      VITEST: _vitest,
      NODE_ENV: _node,
      ...env
    } = process.env;
    const ran = spawnSync('bash', ['-c', `exec 2>&1; ${line}`], {
      cwd: where,
      encoding: 'utf8',
      env: { ...env, ...own },
      timeout: 120_000,
    });
    return { code: ran.status, output: stripVTControlCharacters(ran.stdout) };
  };
  sh('git init -q -b main');
  return {
    root: project,
    sh,
    write: (file, text) => {
      mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
      writeFileSync(path.join(project, file), text);
    },
    remove: () => {
      rmSync(top, { recursive: true, force: true });
    },
  };
}

/** Whether the real pre-commit is on this machine; its tests are skipped where it isn't. */
export const hasPreCommit = spawnSync('pre-commit', ['--version']).status === 0;

export const config = (...grants: string[]): string => `catalogs: [trust-platform]
servers: { trust-platform: ["env:OT_BASE"] }
credentials:
  app:
    provider: trust-platform
    grants: [${grants.join(', ')}]
    match: { files: ["**"] }
`;

/** A client of which each caller gives the path. */
export const client = (method: string): string =>
  `export const call = (path) => fetch(\`\${process.env.OT_BASE}/api/consentmanager\${path}\`, { method: '${method}' });\n`;
export const caller =
  "import { call } from './client.js';\nexport const points = () => call('/v1/collectionpoints');\n";
