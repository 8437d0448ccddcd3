import path from 'node:path';

/** What the compiler may read. Paths are absolute, with `/`. */
export interface Disk {
  /** Undefined for what isn't there, or may not be read. */
  readonly read: (file: string) => string | undefined;
  readonly isFile: (file: string) => boolean;
  readonly isFolder: (folder: string) => boolean;
  readonly list: (
    folder: string,
  ) => readonly { readonly name: string; readonly isFile: boolean; readonly isDirectory: boolean }[];
  readonly realPath: (path: string) => string;
}

/** Whether a package is in some `node_modules` of a folder or above it. */
export function isInstalled(disk: Disk, folder: string, name: string): boolean {
  for (let at = folder; ; at = path.posix.dirname(at)) {
    if (disk.isFolder(`${at}/node_modules/${name}`)) return true;
    if (at === path.posix.dirname(at)) return false;
  }
}
