import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** A listing, or the contents, of the largest repositories. Bytes. */
const largestOutput = 1024 * 1024 * 1024;

/**
 * The environment of Git. Hooks of linked work trees are told the repository alone, for which every folder would be
 * the top of the work tree: where Git finds that repository by itself, it isn't told.
 */
function environment(cwd: string): NodeJS.ProcessEnv {
  const { GIT_DIR: told, ...env } = process.env;
  if (told === undefined || env.GIT_WORK_TREE !== undefined) return process.env;
  const known = environments.get(cwd);
  if (known) return known;
  const { stdout } = spawnSync('git', ['rev-parse', '--absolute-git-dir'], { cwd, env, encoding: 'utf8' });
  const isFound = stdout !== null && stdout.trim() === path.resolve(told);
  const found = isFound ? env : process.env;
  environments.set(cwd, found);
  return found;
}

const environments = new Map<string, NodeJS.ProcessEnv>();

/** What Git writes to stdout; undefined where there is no Git, no repository, or Git refuses. */
export function git(cwd: string, args: readonly string[], input?: string): Buffer | undefined {
  const ran = spawnSync(
    'git',
    // A repository's own settings must not make Git run programs of the repository's choice.
    ['-c', 'core.fsmonitor=false', '--literal-pathspecs', ...args],
    {
      cwd,
      env: environment(cwd),
      maxBuffer: largestOutput,
      stdio: ['pipe', 'pipe', 'ignore'],
      input: input ?? '',
    },
  );
  return ran.error === undefined && ran.status === 0 ? ran.stdout : undefined;
}

/** The records of `-z` output. */
export const records = (output: Buffer): string[] =>
  output
    .toString('utf8')
    .split('\0')
    .filter((record) => record !== '');
