import path from 'node:path';
import type { ModuleSummary } from '../model/module-summary.js';
import { selectFiles } from '../syntax/project.js';
import { readBlobs } from '../vcs/blobs.js';
import { listTree, textAt } from '../vcs/tree.js';
import { dataFilesOf } from './data.js';
import { codeFilesOf, packageFilesOf } from './files.js';
import { summaryOrNote, type Sources, type SourcesInput } from './sources.js';
import { textIn, textsIn } from './staged.js';

/** The project as a commit has it, read from Git's objects: nothing is checked out. */
export function readCommit(
  { root, options, config, lowerer, notes, progress }: SourcesInput,
  commit: string,
): Sources {
  const tree = listTree(root, commit);
  const listed = tree.map(({ file }) => file);
  const files = codeFilesOf(root, config, listed);
  const blobs = new Map(tree.map(({ file, blob }) => [file, blob]));
  const unknown: string[] = [];
  const summaries = files.flatMap((file): ModuleSummary[] => {
    const known = lowerer.ofBlob(file, blobs.get(file) ?? '');
    if (!known) unknown.push(file);
    return known ? [known] : [];
  });
  const contents = readBlobs(
    root,
    unknown.flatMap((file) => blobs.get(file) ?? []),
  );
  unknown.forEach((file, i) => {
    progress(i, unknown.length, 'reading');
    const blob = blobs.get(file) ?? '';
    const bytes = contents.get(blob);
    const text = bytes && textIn(file, bytes);
    if (text === undefined)
      notes.push({ file, line: null, message: 'left out: binary, or too large', leftOut: true });
    const summary =
      text === undefined ? undefined : summaryOrNote(file, lowerer.lowerBlob(file, blob, text), notes);
    if (summary) summaries.push(summary);
  });
  return {
    summaries: summaries.sort((a, b) => (a.file < b.file ? -1 : 1)),
    selected: options.paths.every((asked) => asked === '.')
      ? new Set(files)
      : selectFiles(root, root, files, options.paths),
    textOf: (file) => textAt(root, commit, file),
    packageFiles: packageFilesOf(listed, files),
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
