import { spawnSync } from 'node:child_process';

/** A listing, or the contents, of the largest repositories. Bytes. */
const largestOutput = 1024 * 1024 * 1024;

/** What Git writes to stdout; undefined where there is no Git, no repository, or Git refuses. */
export function git(cwd: string, args: readonly string[], input?: string): Buffer | undefined {
  const ran = spawnSync(
    'git',
    // A repository's own settings must not make Git run programs of the repository's choice.
    ['-c', 'core.fsmonitor=false', '--literal-pathspecs', ...args],
    { cwd, maxBuffer: largestOutput, stdio: ['pipe', 'pipe', 'ignore'], input: input ?? '' },
  );
  return ran.error === undefined && ran.status === 0 ? ran.stdout : undefined;
}

/** The records of `-z` output. */
export const records = (output: Buffer): string[] =>
  output
    .toString('utf8')
    .split('\0')
    .filter((record) => record !== '');
