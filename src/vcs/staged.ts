import { git, records } from './git.js';

/** A file as the Git index has it. */
export interface IndexEntry {
  /** Relative to the working directory, with `/`. */
  readonly file: string;
  /** Name of the blob. */
  readonly blob: string;
}

export interface IndexListing {
  readonly entries: readonly IndexEntry[];
  /** Files in conflict: the index has several versions of them, and no right one. */
  readonly unmerged: readonly string[];
  readonly links: readonly string[];
}

/** Modes of Git: of regular files, executable or not, and of symbolic links. */
const fileModes = '100';
const linkMode = '120000';

/** Every file of the index below `cwd`; undefined where there is no repository. Submodules are left out. */
export function listIndex(cwd: string): IndexListing | undefined {
  const output = git(cwd, ['ls-files', '-s', '-z']);
  if (!output) return undefined;
  const entries: IndexEntry[] = [];
  const unmerged = new Set<string>();
  const links: string[] = [];
  for (const record of records(output)) {
    const found = /^(\d{6}) ([0-9a-f]{40,64}) (\d)\t/.exec(record);
    if (!found) continue;
    const file = record.slice(found[0].length);
    if (found[1] === linkMode) links.push(file);
    if (found[1]?.startsWith(fileModes) !== true) continue;
    if (found[3] === '0') entries.push({ file, blob: found[2] ?? '' });
    else unmerged.add(file);
  }
  return { entries, unmerged: [...unmerged], links };
}

/** The staged text of a file, relative to `cwd` with `/`; undefined when it isn't in the index. It need not be below `cwd`. */
export const indexText = (cwd: string, file: string): string | undefined =>
  git(cwd, ['cat-file', 'blob', `:./${file}`])?.toString('utf8');

/** A file that differs between two states. */
export interface Change {
  readonly file: string;
  /** The blob before; undefined for a new file. */
  readonly before?: string;
  /** The file is there afterwards. */
  readonly isPresent: boolean;
}

/** What is staged: the index against HEAD, or against nothing where there is no commit yet. A rename is one file less and one more. */
export const stagedChanges = (cwd: string): Change[] | undefined => changes(cwd, ['--cached']);

/** The work tree against a commit; new files that Git doesn't track yet are not in it. */
export const changesSince = (cwd: string, commit: string): Change[] | undefined => changes(cwd, [commit]);

function changes(cwd: string, what: readonly string[]): Change[] | undefined {
  const options = [
    '--raw',
    '-z',
    '--no-abbrev',
    '--no-renames',
    '--no-ext-diff',
    '--no-textconv',
    '--relative',
    '--ignore-submodules',
  ];
  const output = git(cwd, ['diff', ...options, ...what, '--']);
  if (!output) return undefined;
  const out: Change[] = [];
  const parts = records(output);
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const found = /^:(\d{6}) \d{6} ([0-9a-f]{40,64}) [0-9a-f]{40,64} ([A-Z])/.exec(parts[i] ?? '');
    const file = parts[i + 1];
    if (!found || file === undefined) continue;
    const [, mode = '', before = '', status] = found;
    out.push({
      file,
      isPresent: status !== 'D',
      ...(mode.startsWith('100') && /[^0]/.test(before) ? { before } : {}),
    });
  }
  return out;
}

/** The commit at which this branch left `ref`, else `ref` itself; undefined when there is no such commit. */
export function baseCommit(cwd: string, ref: string): string | undefined {
  const commit = git(cwd, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`])
    ?.toString('utf8')
    .trim();
  if (commit === undefined || commit === '') return undefined;
  return git(cwd, ['merge-base', commit, 'HEAD'])?.toString('utf8').trim() ?? commit;
}
