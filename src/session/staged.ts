import path from 'node:path';
import { isConfigName } from '../config/find-config.js';
import { UserError } from '../model/errors.js';
import { codeFile, selectFiles } from '../syntax/project.js';
import { createResolver } from '../syntax/resolve.js';
import { indexText, listIndex, stagedChanges } from '../vcs/staged.js';
import { existingCommit, textAt } from '../vcs/tree.js';
import { blobReader, textsIn } from './blob-reader.js';
import { dataFilesOf, isDataFile } from './data.js';
import { codeFilesOf, isImportable, isPathConfig, packageFilesOf } from './files.js';
import { inListing } from './resolve-listed.js';
import { settingsFiles } from './setup.js';
import { onDisk, type Sources, type SourcesInput } from './sources.js';
import { saysOther, textOfBlob } from './state-texts.js';

/**
 * The project as it is staged. Staged files and what they import are lowered; of the others the summaries that
 * earlier runs kept are taken, so that a hook is quick, and a note says how many are missing.
 */
export function readStaged({ root, options, config, lowerer, notes, progress }: SourcesInput): Sources {
  const index = listIndex(root);
  const changes = stagedChanges(root);
  if (!index || !changes) throw notInGit('--staged');
  for (const file of index.unmerged)
    if (codeFile.test(file))
      notes.push({ file, line: null, message: 'left out: it is in conflict', leftOut: true });
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

  const textOf = (file: string): string | undefined => {
    const blob = blobs.get(file);
    return blob === undefined ? onDisk(root, file) : textOfBlob(root, file, blob);
  };
  const packageFiles = packageFilesOf(listed, files);
  const pathConfigs = listed.filter(isPathConfig);
  const isOther = saysOther([...packageFiles, ...pathConfigs], textOf, (file) => onDisk(root, file));
  const resolve = inListing(
    createResolver(root, isListed, packageFiles, { textOf, isOther }),
    isListed,
    root,
  );
  const base = existingCommit(root, 'HEAD');
  const isOtherAbove = [...settings].some(
    (file) =>
      file.startsWith('../') &&
      indexText(root, file) !== (base === undefined ? undefined : textAt(root, base, file)),
  );
  // Neither code, nor what it imports, nor what it is judged by was staged: nothing can have changed.
  if (staged.length === 0 && !isOtherAbove)
    return {
      modules: new Map(),
      selected,
      textOf,
      packageFiles,
      pathConfigs,
      isOnDisk: false,
      data: dataFilesOf(config, [], () => new Map()),
      changes: [],
      isPartial: true,
    };
  reader.lower(staged.filter((c) => c.isPresent && isListed.has(c.file)).map((c) => c.file));
  const unknown = reader.unknownOf(reader.unnamedOf(files));
  progress(files.length - unknown.length, files.length, 'reading');
  const missing = reader.lowerImported(
    staged.map(({ file }) => file).filter((file) => isListed.has(file)),
    unknown,
    (from, specifier) => {
      const target = resolve(from, specifier);
      return target.kind === 'module' ? target.file : undefined;
    },
  ).length;
  const [what, where] =
    missing === 1
      ? ['1 file that was not analyzed before was', 'it']
      : [`${missing} files that were not analyzed before were`, 'them'];
  if (missing > 0)
    notes.push({
      file: null,
      line: null,
      message: `${what} left out, and so were the calls in ${where} that this change affects; "leastscope scan" without --staged takes them in`,
    });
  return {
    modules: reader.modules(),
    selected,
    textOf,
    packageFiles,
    pathConfigs,
    isOnDisk: false,
    data: dataFilesOf(config, listed, (names) => textsIn(root, blobs, names)),
    changes: staged,
    ...(base !== undefined && { base }),
    named: { blobs, links: index.links },
    isPartial: missing > 0,
  };
}

export const notInGit = (option: string): UserError =>
  new UserError(`${option} needs a Git work tree`, undefined, 'Run it inside of one, with git on the PATH.');

/** The staged text of a file that need not be below `root`; undefined when it isn't in the index. */
export function stagedText(root: string, file: string): string | undefined {
  const relative = path.relative(root, file).split(path.sep).join('/');
  return indexText(root, relative);
}
