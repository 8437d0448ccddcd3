import path from 'node:path';

/** How the paths of a config file become relative to the working directory. */
export interface PathRebase {
  /** Undefined when the glob can't fit any file there. */
  glob(glob: string): string | undefined;
  /** For the module of a client binding. */
  module(file: string): string;
  catalog(file: string): string;
}

export const rebaseGlobs = (globs: readonly string[] | undefined, rebase: PathRebase): readonly string[] =>
  (globs ?? []).flatMap((glob) => rebase.glob(glob) ?? []);

/** The way between the config file's folder and the working directory, with `/`. One of the two is empty unless neither holds the other. */
export interface FolderOffset {
  /** From the working directory to the config's folder: `examples/app`. */
  readonly down: string;
  /** From the config's folder to the working directory: `packages/web`. */
  readonly up: string;
}

export function folderOffset(configFolder: string, cwd: string): FolderOffset {
  const down = toPosix(path.relative(cwd, configFolder));
  const up = toPosix(path.relative(configFolder, cwd));
  return { down: leavesStart(down) ? '' : down, up: leavesStart(up) ? '' : up };
}

/** A path that the config gives relative to itself, now relative to the working directory. */
export function rebasePath(file: string, configFolder: string, cwd: string): string {
  if (path.isAbsolute(file)) return toPosix(file);
  const rebased = toPosix(path.relative(cwd, path.resolve(configFolder, file)));
  return leavesStart(rebased) ? rebased : `./${rebased}`;
}

/**
 * A glob of the config, now over paths relative to the working directory.
 * Undefined when it can't fit a file in or below the working directory.
 */
export function rebaseGlob(glob: string, offset: FolderOffset): string | undefined {
  if (glob.startsWith('!')) {
    const inner = rebaseGlob(glob.slice(1), offset);
    return inner === undefined ? undefined : `!${inner}`;
  }
  const plain = glob.replace(/^(?:\.\/)+/, '');
  if (offset.down !== '') return `${offset.down}/${plain}`;
  if (offset.up === '') return plain;
  return stripFolders(plain.split('/'), offset.up.split('/'));
}

function stripFolders(glob: readonly string[], folders: readonly string[]): string | undefined {
  const [segment, ...rest] = glob;
  const [folder, ...deeper] = folders;
  if (folder === undefined) return glob.length === 0 ? undefined : glob.join('/');
  if (segment === undefined) return undefined;
  // `**` may stand for all of the folders, and for more below them.
  if (segment === '**') return glob.join('/');
  if (!segmentFits(segment, folder)) return undefined;
  // `packages/web` names a folder: all below it is meant.
  if (rest.length === 0) return '**';
  return stripFolders(rest, deeper);
}

/** Whether a glob's segment fits a folder's name. Only `*` and `?` are understood here; any other magic is taken to fit. */
function segmentFits(glob: string, folder: string): boolean {
  if (/[[\]{}()!+@]/.test(glob)) return true;
  let g = 0;
  let star: { readonly glob: number; folder: number } | undefined;
  for (let f = 0; f < folder.length;) {
    if (glob[g] === '*') {
      star = { glob: ++g, folder: f };
    } else if (glob[g] === '?' || glob[g] === folder[f]) {
      g++;
      f++;
    } else if (star) {
      // The last star takes one more character; earlier ones need never be tried again.
      f = ++star.folder;
      g = star.glob;
    } else {
      return false;
    }
  }
  return /^\**$/.test(glob.slice(g));
}

const toPosix = (file: string): string => file.split(path.sep).join('/');

const leavesStart = (relative: string): boolean =>
  relative === '..' || relative.startsWith('../') || path.isAbsolute(relative);
