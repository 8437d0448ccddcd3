import { UserError } from '../model/errors.js';
import { git, records } from './git.js';
import type { IndexEntry } from './staged.js';

/** The commit that a name stands for; undefined where there is none, or no repository. */
export function existingCommit(cwd: string, ref: string): string | undefined {
  const output = git(cwd, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]);
  const commit = output?.toString('utf8').trim() ?? '';
  return commit === '' ? undefined : commit;
}

/** Likewise. Throws a UserError where there is none. */
export function commitNamed(cwd: string, ref: string): string {
  const commit = existingCommit(cwd, ref);
  if (commit !== undefined) return commit;
  if (git(cwd, ['rev-parse', '--git-dir']) === undefined)
    throw new UserError(
      `commits can't be looked up: this is no Git work tree`,
      undefined,
      'Run it inside of one, with git on the PATH.',
    );
  throw new UserError(
    `no such commit: ${ref}`,
    undefined,
    'Give a branch, a tag or a commit that is in this clone (a shallow clone has few).',
  );
}

/** The commit at which `head` left `base`; undefined where they have none in common. */
export function forkPoint(cwd: string, base: string, head: string): string | undefined {
  const commit = git(cwd, ['merge-base', base, head])?.toString('utf8').trim() ?? '';
  return commit === '' ? undefined : commit;
}

/** Every regular file of a commit below `cwd`, relative to it. Links and submodules are left out. */
export function listTree(cwd: string, commit: string): readonly IndexEntry[] {
  const output = git(cwd, ['ls-tree', '-r', '-z', '--end-of-options', commit]);
  return records(output ?? Buffer.alloc(0)).flatMap((record) => {
    const found = /^100\d{3} blob ([0-9a-f]{40,64})\t/.exec(record);
    return found ? [{ file: record.slice(found[0].length), blob: found[1] ?? '' }] : [];
  });
}

/** The text of a file of a commit, relative to `cwd`, which need not be below it; undefined when it isn't there. */
export const textAt = (cwd: string, commit: string, file: string): string | undefined =>
  git(cwd, ['cat-file', 'blob', `${commit}:./${file}`])?.toString('utf8');
