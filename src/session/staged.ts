import path from 'node:path';
import { isConfigName } from '../config/find-config.js';
import { UserError } from '../model/errors.js';
import type { ReportNote } from '../model/report.js';
import { codeFile, selectFiles } from '../syntax/project.js';
import { indexText, listIndex, stagedChanges, type Change } from '../vcs/staged.js';
import { existingCommit, textAt } from '../vcs/tree.js';
import { blobReader, textsIn } from './blob-reader.js';
import { dataFilesOf, isDataFile } from './data.js';
import { codeFilesOf, isImportable, packageFilesOf, pathConfigsOf } from './files.js';
import { isLarge } from './near.js';
import { settingsFiles } from './setup.js';
import { leftOutNote, onDisk, type Sources, type SourcesInput } from './sources.js';
import { resolverIn, textOfBlob } from './state-texts.js';

/**
 * The project as it is staged. Staged files and what they import are lowered; of the others the summaries that
 * earlier runs kept are taken, so that a hook is quick, and a note says how many are missing. Where that is staged by
 * which all code is judged, all files are lowered: what it does shows nowhere else.
 */
export function readStaged({ root, options, config, lowerer, notes, progress }: SourcesInput): Sources {
  const index = listIndex(root);
  const changes = stagedChanges(root);
  if (!index || !changes) throw notInGit('--staged');
  for (const file of index.unmerged)
    if (codeFile.test(file)) notes.push(leftOutNote(file, 'it is in conflict'));
  notes.push(...linkNotes(index.links, changes));
  const listed = index.entries.map(({ file }) => file);
  const files = codeFilesOf(root, config, listed);
  const asked = options.paths.length === 0 ? new Set(files) : selectFiles(root, root, files, options.paths);
  const isListed = new Set(files);
  const settings = settingsFiles(options.catalogs, config, root);
  const staged = changes.filter(
    ({ file, isPresent }) =>
      isListed.has(file) ||
      (codeFile.test(file) && !isPresent) ||
      settings.has(file) ||
      isConfigName(file) ||
      isDataFile(file) ||
      isImportable(file),
  );
  const blobs = new Map(index.entries.map(({ file, blob }) => [file, blob]));
  const reader = blobReader(root, blobs, lowerer, notes);
  const selected = new Set(
    staged
      .filter(({ file, isPresent }) => isPresent && isListed.has(file) && asked.has(file))
      .map(({ file }) => file),
  );

  const gone = new Set(changes.filter(({ isPresent }) => !isPresent).map(({ file }) => file));
  const textOf = (file: string): string | undefined => {
    const blob = blobs.get(file);
    if (blob !== undefined) return textOfBlob(root, file, blob);
    return gone.has(file) ? undefined : onDisk(root, file);
  };
  const state = {
    selected,
    textOf,
    packageFiles: packageFilesOf(listed, files),
    pathConfigs: pathConfigsOf(listed, textOf),
    isOnDisk: false,
  };
  // Neither code, nor what it imports, nor what it is judged by was staged: nothing can have changed.
  const isAbove = isChangedAbove(root, settings);
  if (staged.length === 0 && !isAbove)
    return {
      ...state,
      modules: new Map(),
      data: dataFilesOf(config, [], noTexts),
      changes: [],
      isPartial: true,
    };
  const present = staged.filter((c) => c.isPresent && isListed.has(c.file)).map(({ file }) => file);
  reader.lower(present);
  const unnamed = reader.unknownOf(reader.unnamedOf(files));
  // What a pull or another branch brings in is read at once, where analyzing the rest takes longer.
  const isFew = isLarge(unnamed.length, files.length);
  const judgesAll =
    isAbove || staged.some(({ file }) => settings.has(file) || isConfigName(file) || isDataFile(file));
  const isRead = isFew || judgesAll;
  if (isRead)
    reader.lower(unnamed, (done) => progress(files.length - unnamed.length + done, files.length, 'reading'));
  const unknown = isRead ? [] : unnamed;
  progress(files.length - unknown.length, files.length, 'reading');
  const missing =
    unknown.length === 0
      ? 0
      : reader.lowerImported(present, unknown, resolverIn(root, isListed, state)).length;
  if (missing > 0) notes.push(missingNote(missing));
  return {
    ...state,
    modules: reader.modules(),
    data: dataFilesOf(config, listed, (names) => textsIn(root, blobs, names)),
    changes: staged,
    base: () => existingCommit(root, 'HEAD'),
    named: { blobs, links: index.links },
    isPartial: missing > 0,
    leftOut: [...reader.failed().keys()],
  };
}

const noTexts = (): ReadonlyMap<string, string> => new Map();

/** Whether the config, or a catalog, is staged that lies above the working directory: it is in no list of changes. */
const isChangedAbove = (root: string, settings: ReadonlySet<string>): boolean =>
  [...settings].some(
    (file) => file.startsWith('../') && indexText(root, file) !== textAt(root, 'HEAD', file),
  );

/** Links lead where they do on disk, before and after: what one brings in that leads elsewhere isn't known. */
const linkNotes = (links: readonly string[], changes: readonly Change[]): readonly ReportNote[] => {
  const changed = new Set(changes.map(({ file }) => file));
  return links
    .filter((file) => changed.has(file) && (codeFile.test(file) || path.extname(file) === ''))
    .map((file) => ({
      file,
      line: null,
      message:
        'this link is staged; code is looked for where it leads on disk, and calls that it brings in or changes are only found by "leastscope scan" without --staged',
    }));
};

function missingNote(missing: number): ReportNote {
  const [what, where] =
    missing === 1
      ? ['1 file that was not analyzed before was', 'it']
      : [`${missing} files that were not analyzed before were`, 'them'];
  return {
    file: null,
    line: null,
    message: `${what} left out, and so were the calls in ${where} that this change affects; "leastscope scan" without --staged takes them in`,
  };
}

export const notInGit = (option: string): UserError =>
  new UserError(`${option} needs a Git work tree`, undefined, 'Run it inside of one, with git on the PATH.');

/** The staged text of a file that need not be below `root`; undefined when it isn't in the index. */
export function stagedText(root: string, file: string): string | undefined {
  const relative = path.relative(root, file).split(path.sep).join('/');
  return indexText(root, relative);
}
