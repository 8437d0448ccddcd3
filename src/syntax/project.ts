import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import ignore from 'ignore';
import { globSync } from 'tinyglobby';
import { UserError } from '../model/errors.js';

/** Files of these kinds are lowered. */
export const codeFile = /\.(?:[cm]?[jt]s|[jt]sx|vue|svelte|astro|gs|html?)$/;
const declarationFile = /\.d\.[cm]?ts$/;

/**
 * The most bytes of a file that is read: larger ones are left out, with a note.
 * JavaScript of such a size is a bundle; TypeScript may be a generated client.
 */
export const largestSize = (file: string): number => (/\.[cm]?tsx?$/.test(file) ? 5_000_000 : 2_000_000);

export interface ListOptions {
  /** Absolute, real. */
  readonly root: string;
  /** Files that Git lists, relative to the root; undefined where there is no Git. */
  readonly listed: readonly string[] | undefined;
}

/** The code files of a project, relative to its root, sorted. Links are not followed. */
export function listCodeFiles({ root, listed }: ListOptions): string[] {
  const files = listed ?? globAll(root);
  return files.filter(isListed).sort();
}

/** Whether a file of this name is code that belongs to the project. */
export const isListed = (file: string): boolean =>
  codeFile.test(file) && !declarationFile.test(file) && !/(?:^|\/)node_modules\//.test(file);

/** Every file below a folder that its .gitignore lets in, hidden ones too, sorted. */
export const listFiles = (root: string): string[] => globAll(root, true).sort();

function globAll(root: string, dot = false): string[] {
  const found = globSync(['**/*'], {
    cwd: root,
    dot,
    ignore: ['**/node_modules/**', '**/.git/**'],
    followSymbolicLinks: false,
    onlyFiles: true,
  });
  const rules = readIfAny(path.join(root, '.gitignore'));
  return rules === undefined ? found : ignore().add(rules).filter(found);
}

function readIfAny(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

export type FileRead =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'left-out'; readonly why: string };

const decoder = new TextDecoder('utf-8', { fatal: false });

/** Reads a file of the project: no link out of it, no binary, nothing too large. */
export function readProjectFile(root: string, file: string): FileRead {
  const absolute = path.join(root, file);
  try {
    const found = lstatSync(absolute);
    if (found.isSymbolicLink() && !isInside(root, realpathSync(absolute)))
      return leftOut('a link out of the project');
    const target = statSync(absolute);
    // A pipe would be waited for.
    if (!target.isFile()) return leftOut('no regular file');
    const { size } = target;
    if (size > largestSize(file))
      return leftOut(
        `${(size / 1e6).toFixed(1)} MB, more than the ${largestSize(file) / 1e6} MB that are read; ${ifNothingIsSent}`,
      );
    const bytes = readFileSync(absolute);
    if (bytes.includes(0)) return leftOut(`a binary file, or no UTF-8 text; ${ifNothingIsSent}`);
    return { kind: 'text', text: decoder.decode(bytes) };
  } catch (error) {
    return leftOut((error as NodeJS.ErrnoException).code ?? 'not readable');
  }
}

/** A file that isn't read may hold any call, so verdicts stay open until it is told that it holds none. */
const ifNothingIsSent = 'if it sends no requests, name it under exclude in the config';

const leftOut = (why: string): FileRead => ({ kind: 'left-out', why });

const isInside = (root: string, file: string): boolean => file === root || file.startsWith(root + path.sep);

/** Which of the files the asked paths mean. Throws for a path that isn't there. */
export function selectFiles(
  root: string,
  cwd: string,
  files: readonly string[],
  paths: readonly string[],
): ReadonlySet<string> {
  const selected = new Set<string>();
  for (const asked of paths) {
    const absolute = path.resolve(cwd, asked);
    let real: string;
    try {
      real = realpathSync(absolute);
    } catch {
      throw new UserError(
        `no such file or folder: ${asked}`,
        undefined,
        'Give paths of files or folders that exist.',
      );
    }
    const target = statSync(real);
    if (!target.isFile() && !target.isDirectory())
      throw new UserError(
        `neither a file nor a folder: ${asked}`,
        undefined,
        'Give paths of files or folders; code that comes through a pipe has to be a file first.',
      );
    const relative = path.relative(root, real).split(path.sep).join('/');
    for (const file of files)
      if (relative === '' || file === relative || file.startsWith(`${relative}/`)) selected.add(file);
    if (target.isFile() && codeFile.test(relative) && !relative.startsWith('..')) selected.add(relative);
  }
  return selected;
}
