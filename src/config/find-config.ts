import { existsSync, statSync } from 'node:fs';
import path from 'node:path';

export const configNames = [
  'leastscope.config.yaml',
  'leastscope.config.yml',
  'leastscope.config.json',
] as const;

/** Whether a file of this path may be a config. */
export const isConfigName = (file: string): boolean =>
  configNames.some((name) => file === name || file.endsWith(`/${name}`));

/**
 * The config file that holds for `paths`: the first one on the way from the folder that they share up to the root of
 * the Git work tree, or of the file system. Absolute, or undefined when there is none.
 */
export function findConfigFile(
  cwd: string,
  paths: readonly string[],
  isThere: (file: string) => boolean = isFile,
): string | undefined {
  let folder = sharedFolder(paths.length === 0 ? [cwd] : paths.map((file) => path.resolve(cwd, file)));
  for (;;) {
    for (const name of configNames) {
      const file = path.join(folder, name);
      if (isThere(file)) return file;
    }
    const parent = path.dirname(folder);
    if (parent === folder || existsSync(path.join(folder, '.git'))) return undefined;
    folder = parent;
  }
}

function sharedFolder(paths: readonly string[]): string {
  const [first = path.sep, ...others] = paths.map((file) => (isFolder(file) ? file : path.dirname(file)));
  return others.reduce(commonFolder, first);
}

function commonFolder(a: string, b: string): string {
  let folder = a;
  while (b !== folder && !b.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep)) {
    folder = path.dirname(folder);
  }
  return folder;
}

const isFolder = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? true;

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}
