import path from 'node:path';
import picomatch from 'picomatch';
import type { Config } from '../model/config.js';
import { listCodeFiles } from '../syntax/project.js';
import { configsNamedIn } from '../syntax/resolve-mapping.js';

/** The code files that the config lets in, relative to `root`, sorted. `listed` is what Git lists, if there is Git. */
export function codeFilesOf(
  root: string,
  config: Config,
  listed: readonly string[] | undefined,
): readonly string[] {
  return listCodeFiles({ root, listed }).filter(fileFilter(config));
}

export function fileFilter(config: Config): (file: string) => boolean {
  const isIncluded = config.include.length > 0 ? picomatch([...config.include], { dot: true }) : () => true;
  const isExcluded = config.exclude.length > 0 ? picomatch([...config.exclude], { dot: true }) : () => false;
  return (file) => isIncluded(file) && !isExcluded(file);
}

/** package.json files, to find packages of the same repository. */
export function packageFilesOf(listed: readonly string[] | undefined, files: readonly string[]): string[] {
  if (listed) return listed.filter(isPackageFile);
  const folders = new Set<string>();
  for (const file of files)
    for (let d = path.posix.dirname(file); ; d = path.posix.dirname(d)) {
      folders.add(d);
      if (d === '.') break;
    }
  return [...folders].map((d) => (d === '.' ? 'package.json' : `${d}/package.json`)).sort();
}

/** Where TypeScript and editors are told what a specifier means: the configs among files, and what these extend or refer to. */
export function pathConfigsOf(
  files: readonly string[],
  textOf: (file: string) => string | undefined,
): readonly string[] {
  const listed = new Set(files);
  const found = new Set(files.filter(isPathConfig));
  // What is added meanwhile comes up too.
  for (const file of found)
    for (const named of configsNamedIn(file, textOf(file))) {
      const other = named.split(path.sep).join('/');
      if (listed.has(other)) found.add(other);
    }
  return [...found].sort();
}

const isPathConfig = (file: string): boolean => /(?:^|\/)[tj]sconfig[^/]*\.json$/.test(file);

/** Whether a file says what a package is. */
export const isPackageFile = (file: string): boolean =>
  /(?:^|\/)package\.json$/.test(file) && !file.includes('node_modules/');

/** Whether code may import a file that is no code, or it says where imports lead. Lock files do neither. */
export const isImportable = (file: string): boolean =>
  file.endsWith('.json') && !/(?:^|\/)(?:package-lock|npm-shrinkwrap)\.json$/.test(file);

export const matchesFile = (globs: readonly string[], file: string): boolean =>
  picomatch.isMatch(file, [...globs], { dot: true });

const naming =
  /\.(?:jsonc?|ya?ml|toml|html?|sh|xml|hbs|ejs|njk|php|py|rb|tf|conf|ini|ps1|cmd|bat|mk|service)$|(?:^|\/)(?:[\w.]*Dockerfile|Procfile|Makefile|Jenkinsfile|Justfile)[\w.]*$/;

/** Files that may say which code is started: scripts, pages, settings. Lock files name packages alone. */
export const namingFiles = (files: readonly string[]): readonly string[] =>
  files.filter(
    (file) => naming.test(file) && !/(?:^|\/)(?:node_modules|\.git|\.leastscope)\/|lock\.|-lock/.test(file),
  );
