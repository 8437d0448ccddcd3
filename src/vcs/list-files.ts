import { spawnSync } from 'node:child_process';

/** A listing of the largest repositories is some tens of megabytes. */
const largestListing = 512 * 1024 * 1024;

/**
 * Files that Git tracks or would track, in or below `paths`, relative to `cwd` with `/`, sorted. A file that was deleted
 * from the work tree is listed as long as the index has it. Undefined where there is no Git, or no repository.
 */
export function listGitFiles(cwd: string, paths: readonly string[]): readonly string[] | undefined {
  const listed = spawnSync(
    'git',
    // A repository's own settings must not make Git run programs of the repository's choice.
    [
      '-c',
      'core.fsmonitor=false',
      '--literal-pathspecs',
      'ls-files',
      '-co',
      '--exclude-standard',
      '-z',
      '--',
      ...paths,
    ],
    { cwd, encoding: 'utf8', maxBuffer: largestListing, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  if (listed.error !== undefined || listed.status !== 0) return undefined;
  // Unmerged files have an entry for each side.
  return [...new Set(listed.stdout.split('\0').filter((file) => file !== ''))].sort();
}
