import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../model/config.js';
import type { ModuleSummary } from '../model/module-summary.js';
import type { ReportNote } from '../model/report.js';
import { positionAt } from '../model/position.js';
import { codeFile, listFiles, readProjectFile, selectFiles } from '../syntax/project.js';
import { listGitFiles } from '../vcs/list-files.js';
import { blobNameOf } from '../vcs/blobs.js';
import { listIndex, type Change, type IndexListing } from '../vcs/staged.js';
import { dataFilesOf, type DataFiles } from './data.js';
import { codeFilesOf, namingFiles, packageFilesOf, pathConfigsOf } from './files.js';
import type { Lowered } from '../syntax/lower-file.js';
import type { Lowerer, NamedSource } from './lowering.js';
import { hasParts } from './near.js';
import type { Progress, ScanOptions } from './options.js';

/** Files as Git has them. */
export interface NamedFiles {
  /** Blobs by file. */
  readonly blobs: ReadonlyMap<string, string>;
  readonly links: readonly string[];
}

/** What a run reads of a project. */
export interface Sources {
  /** Summaries by file, in order; some are read when they are asked for. */
  readonly modules: ReadonlyMap<string, ModuleSummary>;
  /** The files whose findings are asked for. */
  readonly selected: ReadonlySet<string>;
  readonly textOf: (file: string) => string | undefined;
  readonly packageFiles: readonly string[];
  /** Where TypeScript and editors are told what a specifier means. */
  readonly pathConfigs: readonly string[];
  /** All texts are those on disk. */
  readonly isOnDisk: boolean;
  /** Files that are no code and may name some. Undefined where texts are slow to read: then all code counts as reached. */
  readonly otherFiles?: () => readonly string[];
  /** Data files that list scopes. */
  readonly data: DataFiles;
  /** Set where only what a change does is asked for. */
  readonly changes?: readonly Change[];
  /** The commit that the changes are counted from; undefined where there is none yet. */
  readonly base?: () => string | undefined;
  /** What Git calls the state that was read; undefined where nothing is kept of it. */
  readonly named?: NamedFiles;
  /** Files whose summaries were not at hand: no statement about the whole program is possible. */
  readonly isPartial: boolean;
  /** Files that can't be read, besides those that notes name. */
  readonly leftOut?: readonly string[];
}

export interface SourcesInput {
  readonly root: string;
  readonly options: ScanOptions;
  readonly config: Config;
  readonly lowerer: Lowerer;
  readonly notes: ReportNote[];
  readonly progress: Progress;
}

/** All code below the working directory is read, as calls lead anywhere; what is reported is what was asked for. */
export function readWorkTree({ root, options, config, lowerer, notes, progress }: SourcesInput): Sources {
  const listed = listGitFiles(root, ['.']);
  const included = codeFilesOf(root, config, listed);
  const selected = selectFiles(root, root, included, options.paths.length === 0 ? ['.'] : options.paths);
  const files = [...new Set([...included, ...selected])].sort();
  if (files.length === 0)
    notes.push({
      file: null,
      line: null,
      message:
        'no code was found here: no JavaScript, TypeScript, Vue, Svelte or Astro file that Git does not ignore and the config lets in',
    });
  const index = options.cache ? listIndex(root) : undefined;
  const read = files.flatMap((file): NamedSource[] => {
    const found = readProjectFile(root, file);
    if (found.kind === 'text')
      return [{ file, text: found.text, ...(index && { blob: nameIn(index, found.text) }) }];
    // Git lists files that were deleted from the work tree.
    if (found.why !== 'ENOENT' || options.paths.includes(file)) notes.push(leftOutNote(file, found.why));
    return [];
  });
  const lowered = lowerer.lowerAll(read, (done) => progress(done, read.length, 'reading'));
  const summaries = read.flatMap(({ file }, i) => summaryOrNote(file, lowered[i], notes) ?? []);
  const texts = new Map(read.map(({ file, text }) => [file, text]));
  const textOf = (file: string): string | undefined => texts.get(file) ?? onDisk(root, file);
  const all = listed ?? listFiles(root);
  const state = {
    data: dataFilesOf(config, all, () => ({ get: textOf })),
    packageFiles: packageFilesOf(listed, files),
    pathConfigs: pathConfigsOf(all, textOf),
  };
  const others = [...state.data.names, ...state.packageFiles, ...state.pathConfigs];
  return {
    ...state,
    modules: new Map(summaries.map((summary) => [summary.file, summary])),
    selected,
    textOf,
    isOnDisk: true,
    otherFiles: () => namingFiles(all),
    // A hook is told from a part of what is large; what is small it analyzes as fast.
    ...(index &&
      options.since === undefined &&
      hasParts(read.length) && { named: named(index, read, others, textOf) }),
    isPartial: false,
  };
}

/** What Git calls files that have these texts. */
function named(
  index: IndexListing,
  read: readonly NamedSource[],
  others: readonly string[],
  textOf: Sources['textOf'],
): NamedFiles {
  const blobs = new Map(read.map(({ file, blob = '' }) => [file, blob]));
  for (const file of others) {
    const text = textOf(file);
    if (text !== undefined) blobs.set(file, nameIn(index, text));
  }
  return { blobs, links: index.links };
}

/** What Git calls a text in a repository with this index. */
const nameIn = ({ entries: [entry] }: IndexListing, text: string): string =>
  blobNameOf(text, entry?.blob.length ?? 40);

export const leftOutNote = (file: string, why: string): ReportNote => ({
  file,
  line: null,
  message: `left out: ${why}`,
  leftOut: true,
});

/** Notes why a file has no summary, and what is wrong in one that has. */
export function summaryOrNote(
  file: string,
  lowered: Lowered,
  notes: ReportNote[],
): ModuleSummary | undefined {
  if (!lowered) return undefined;
  if ('failed' in lowered) {
    notes.push(leftOutNote(file, lowered.failed));
    return undefined;
  }
  const [error] = lowered.syntaxErrors;
  if (error) {
    const { line } = positionAt(lowered.lineStarts, error.at[0]);
    notes.push({
      file,
      line,
      message: `syntax error: ${error.message}; what could be read of the file was analyzed`,
    });
  }
  return lowered;
}

/** The text of a file below `root`, to which no linked folder leads out of it. */
export function onDisk(root: string, file: string): string | undefined {
  if (file === '' || !isBelow(root, path.join(root, file))) return undefined;
  const read = readProjectFile(root, file);
  return read.kind === 'text' ? read.text : undefined;
}

function isBelow(root: string, file: string): boolean {
  try {
    return realpathSync.native(file).startsWith(root.endsWith(path.sep) ? root : root + path.sep);
  } catch {
    return false;
  }
}

export const isCode = (file: string): boolean => codeFile.test(file);
