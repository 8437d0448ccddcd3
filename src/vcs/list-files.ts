import { git, records } from './git.js';

/**
 * Files that Git tracks or would track, in or below `paths`, relative to `cwd` with `/`, sorted. A file that was deleted
 * from the work tree is listed as long as the index has it. Undefined where there is no Git, or no repository.
 */
export function listGitFiles(cwd: string, paths: readonly string[]): readonly string[] | undefined {
  const output = git(cwd, ['ls-files', '-co', '--exclude-standard', '-z', '--', ...paths]);
  // Unmerged files have an entry for each side.
  return output && [...new Set(records(output))].sort();
}
