import path from 'node:path';
import { selectFiles } from '../syntax/project.js';
import { listTree, textAt } from '../vcs/tree.js';
import { blobReader, textsIn } from './blob-reader.js';
import { dataFilesOf } from './data.js';
import { codeFilesOf, packageFilesOf, pathConfigsOf } from './files.js';
import { leftOutNote, type Sources, type SourcesInput } from './sources.js';
import { textOfBlob } from './state-texts.js';

/** The project as a commit has it, read from Git's objects: nothing is checked out. */
export function readCommit(
  { root, options, config, lowerer, notes, progress }: SourcesInput,
  commit: string,
): Sources {
  const tree = listTree(root, commit);
  const listed = tree.map(({ file }) => file);
  const files = codeFilesOf(root, config, listed);
  const blobs = new Map(tree.map(({ file, blob }) => [file, blob]));
  const reader = blobReader(root, blobs, lowerer, notes);
  const unnamed = reader.unnamedOf(files);
  reader.lower(unnamed, (done) => progress(done, unnamed.length, 'reading'));
  notes.push(...[...reader.failed()].map(([file, why]) => leftOutNote(file, why)));
  const textOf = (file: string): string | undefined => {
    const blob = blobs.get(file);
    return blob === undefined ? undefined : textOfBlob(root, file, blob);
  };
  return {
    modules: reader.modules(),
    selected: options.paths.every((asked) => asked === '.')
      ? new Set(files)
      : selectFiles(root, root, files, options.paths),
    textOf,
    packageFiles: packageFilesOf(listed, files),
    pathConfigs: pathConfigsOf(listed, textOf),
    isOnDisk: false,
    data: dataFilesOf(config, listed, (names) => textsIn(root, blobs, names)),
    isPartial: false,
  };
}

/** How config files are found and read where a commit is analyzed. */
export function configAt(
  root: string,
  commit: string,
): { exists: (file: string) => boolean; textOf: (file: string) => string | undefined } {
  const textOf = (file: string): string | undefined =>
    textAt(root, commit, path.relative(root, file).split(path.sep).join('/'));
  return { textOf, exists: (file) => textOf(file) !== undefined };
}
