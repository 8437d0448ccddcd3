import path from 'node:path';
import type { FileSystemHost } from 'ts-morph';
import { declarationsOf } from './declarations.js';
import { packageOf } from '../model/package-name.js';
import { isInstalled, type Disk } from './disk.js';

/** How much may be read; what lies beyond is as if it weren't there, and its types are unknown. */
export interface ReadLimit {
  readonly files: number;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

export interface CompilerFiles {
  readonly host: FileSystemHost;
  /** Whether something was not read because of the limit. */
  readonly isCutOff: () => boolean;
}

const refuse = (): never => {
  throw new Error('nothing is written');
};
const refuseLater = (): Promise<never> => Promise.reject(new Error('nothing is written'));

/**
 * The files as the compiler sees them: what the disk has, given texts laid over it, and for packages that aren't
 * installed what is known of their types. Writes nothing.
 */
export function compilerFiles(
  root: string,
  disk: Disk,
  texts: ReadonlyMap<string, string>,
  limit: ReadLimit,
): CompilerFiles {
  let isCut = false;
  const read = new Set<string>();
  const stand = standIns(root, disk);
  const mayRead = (file: string): boolean => {
    if (read.has(file)) return true;
    if (read.size >= limit.files || Date.now() > limit.until) {
      isCut = true;
      return false;
    }
    return read.add(file).size > 0;
  };
  const textOf = (file: string): string | undefined =>
    texts.get(file) ?? stand.textOf(file) ?? disk.read(file);
  const isFile = (file: string): boolean =>
    texts.has(file) || stand.textOf(file) !== undefined || disk.isFile(file);
  const isFolder = (folder: string): boolean => stand.isFolder(folder) || disk.isFolder(folder);
  const readFile = (file: string): string => {
    // Nothing is known of what an empty file exports.
    const text = texts.get(file) ?? (mayRead(file) ? textOf(file) : '');
    if (text === undefined) throw Object.assign(new Error(`no such file: ${file}`), { code: 'ENOENT' });
    return text;
  };
  const host: FileSystemHost = {
    isCaseSensitive: () => true,
    readDirSync: (folder) =>
      disk
        .list(folder)
        .map((entry) => ({ ...entry, name: path.posix.join(folder, entry.name), isSymlink: false })),
    readFileSync: readFile,
    readFile: (file) => Promise.resolve(readFile(file)),
    fileExistsSync: isFile,
    fileExists: (file) => Promise.resolve(isFile(file)),
    directoryExistsSync: isFolder,
    directoryExists: (folder) => Promise.resolve(isFolder(folder)),
    realpathSync: (file) => (stand.textOf(file) === undefined ? disk.realPath(file) : file),
    getCurrentDirectory: () => root,
    globSync: () => [],
    glob: () => Promise.resolve([]),
    deleteSync: refuse,
    writeFileSync: refuse,
    mkdirSync: refuse,
    moveSync: refuse,
    copySync: refuse,
    delete: refuseLater,
    writeFile: refuseLater,
    mkdir: refuseLater,
    move: refuseLater,
    copy: refuseLater,
  };
  return { host, isCutOff: () => isCut };
}

/** Packages that are nowhere installed, below the root's own `node_modules`. */
function standIns(
  root: string,
  disk: Disk,
): { readonly textOf: (file: string) => string | undefined; readonly isFolder: (folder: string) => boolean } {
  const base = `${root}/node_modules/`;
  const known = new Map<string, boolean>();
  const nameOf = (file: string): string | undefined =>
    file.startsWith(base) ? packageOf(file.slice(base.length)) : undefined;
  const installed = (name: string): boolean => {
    const found = known.get(name) ?? isInstalled(disk, root, name);
    known.set(name, found);
    return found;
  };
  const textOf = (file: string): string | undefined => {
    const name = nameOf(file);
    if (name === undefined || !file.endsWith('.d.ts')) return undefined;
    const rest = file.slice(base.length + name.length);
    const text = declarationsOf(name, rest.replace(/^\//, '').replace(/(?:\/?index)?\.d\.ts$/, ''));
    return text !== undefined && !installed(name) ? text : undefined;
  };
  return {
    textOf,
    isFolder: (folder) => {
      if (`${folder}/` === base) return true;
      const name = nameOf(folder);
      return name !== undefined && declarationsOf(name, '') !== undefined && !installed(name);
    },
  };
}
