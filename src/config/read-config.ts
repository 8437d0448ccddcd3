import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { safeParse } from 'valibot';
import type { BaseIssue } from 'valibot';
import type { Config } from '../model/config.js';
import { fileProblem, UserError } from '../model/errors.js';
import { defaultConfig } from './default-config.js';
import { parsePlaced } from './document.js';
import type { DocumentPath } from './document.js';
import { explainIssue, explainList } from './explain-issue.js';
import { configNames, findConfigFile } from './find-config.js';
import { folderOffset, rebaseGlob, rebasePath } from './rebase.js';
import type { PathRebase } from './rebase.js';
import { listsForMappings } from './schema-lookup.js';
import { configSchema } from './schema.js';
import type { ConfigInput } from './schema.js';
import { toConfig } from './to-config.js';

/** A config is written by hand: more than this is some other file. */
const largestConfig = 1_000_000;

export interface ConfigRequest {
  /** Absolute. */
  readonly cwd: string;
  /** What is analyzed: a config that lies nearer to it than the working directory wins. */
  readonly paths?: readonly string[];
  /** A config named by the user. Its globs are then relative to the working directory, as on a command line. */
  readonly file?: string;
  /** Another state of the files than the disk's: the text of an absolute path; undefined where the disk is right. */
  readonly textOf?: (file: string) => string | undefined;
  /** Whether that state has a file, of an absolute path; the disk's by default. */
  readonly exists?: (file: string) => boolean;
}

/** Reads the config that holds for a run; the defaults where there is none. Throws a UserError with every mistake in it. */
export function readConfig(request: ConfigRequest): Config {
  const { cwd } = request;
  const file =
    request.file === undefined
      ? findConfigFile(cwd, request.paths ?? [], request.exists)
      : path.resolve(cwd, request.file);
  if (file === undefined) return defaultConfig;
  const shown = path.relative(cwd, file).split(path.sep).join('/');
  const folder = path.dirname(file);
  return parseConfig(
    request.textOf?.(file) ?? readText(file, shown),
    shown,
    rebaseTo(cwd, folder, request.file !== undefined),
  );
}

/** Reads a config's text. `file` is its path relative to the working directory, as errors show it. */
export function parseConfig(text: string, file: string, rebase: PathRebase): Config {
  const document = parsePlaced(text, file);
  const input = withoutEmptySections(document.value);
  const lists = listsForMappings(input);
  const result = safeParse(configSchema, input);
  if (result.success && lists.length === 0) return toConfig(result.output, document, file, rebase);
  const errors = [
    ...lists.map((list) => explainList(list, document, file)),
    ...(result.issues ?? [])
      .filter((issue) => !lists.some((list) => isWithin(issue, list)))
      .flatMap((issue) => explainIssue(issue, document, file)),
  ];
  const [first, ...more] = distinct(errors).sort(byPlace);
  if (!first) throw new Error('a config that is not valid, without a reason');
  throw new UserError(first.message, first.place, first.remedy, more);
}

const isWithin = (issue: BaseIssue<unknown>, outer: DocumentPath): boolean =>
  outer.every((segment, depth) => String(issue.path?.[depth]?.key) === String(segment));

/** A section whose entries are all commented out, and an empty file, say nothing. */
function withoutEmptySections(value: unknown): unknown {
  if (value === null || value === undefined) return {} satisfies ConfigInput;
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, section]) => section !== null));
}

function readText(file: string, shown: string): string {
  const place = { file: shown };
  let bytes: Buffer;
  let tooLarge: boolean;
  try {
    tooLarge = statSync(file).size > largestConfig;
    bytes = tooLarge ? Buffer.alloc(0) : readFileSync(file);
  } catch (error) {
    const remedy = `Give the path of a config file, for example ${configNames[0]}.`;
    throw new UserError(`the config can't be read: ${fileProblem(error)}`, place, remedy);
  }
  if (tooLarge) {
    throw new UserError(
      `the config is larger than ${largestConfig / 1_000_000} MB`,
      place,
      'Is this the right file?',
    );
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UserError('the config is not UTF-8 text', place, 'Save it as UTF-8.');
  }
}

function rebaseTo(cwd: string, folder: string, named: boolean): PathRebase {
  const offset = named ? { down: '', up: '' } : folderOffset(folder, cwd);
  const base = named ? cwd : folder;
  return {
    glob: (glob) => rebaseGlob(glob, offset),
    module: (file) => rebasePath(file, base, cwd).replace(/^\.\//, ''),
    catalog: (file) => rebasePath(file, folder, cwd),
  };
}

function distinct(errors: readonly UserError[]): UserError[] {
  const key = (error: UserError): string => `${error.place?.line}:${error.place?.column}:${error.message}`;
  return [...new Map(errors.map((error) => [key(error), error])).values()];
}

const byPlace = (a: UserError, b: UserError): number =>
  (a.place?.line ?? 0) - (b.place?.line ?? 0) || (a.place?.column ?? 0) - (b.place?.column ?? 0);
