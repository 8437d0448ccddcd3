import path from 'node:path';
import { UserError } from '../model/errors.js';
import type { ModuleSummary } from '../model/module-summary.js';
import type { ReportNote } from '../model/report.js';
import { codeFile, largestSize, selectFiles } from '../syntax/project.js';
import { createResolver } from '../syntax/resolve.js';
import { importsOf } from '../program/program.js';
import { readBlobs } from '../vcs/blobs.js';
import { indexText, listIndex, stagedChanges } from '../vcs/staged.js';
import { existingCommit, textAt } from '../vcs/tree.js';
import { dataFilesOf, isDataFile } from './data.js';
import { codeFilesOf, isPathConfig, packageFilesOf } from './files.js';
import type { Lowerer } from './lowering.js';
import { inListing } from './resolve-listed.js';
import { onDisk, summaryOrNote, type Sources, type SourcesInput } from './sources.js';

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
  const staged = changes.filter(
    ({ file, isPresent }) =>
      isListed.has(file) || (codeFile.test(file) && !isPresent) || file === config.file || isDataFile(file),
  );
  const blobs = new Map(index.entries.map(({ file, blob }) => [file, blob]));
  const reader = blobReader(root, blobs, lowerer, notes);
  const selected = new Set(
    staged
      .filter(({ file, isPresent }) => isPresent && isListed.has(file) && asked.has(file))
      .map(({ file }) => file),
  );

  const packageFiles = packageFilesOf(listed, files);
  const resolve = inListing(createResolver(root, isListed, packageFiles), isListed, root);
  const base = existingCommit(root, 'HEAD');
  const isAbove = config.file?.startsWith('../') === true;
  const before = isAbove && base !== undefined ? textAt(root, base, config.file) : undefined;
  const isConfigStaged = isAbove && indexText(root, config.file) !== before;
  // Neither code nor config nor a list of scopes was staged: nothing can have changed.
  if (staged.length === 0 && !isConfigStaged)
    return {
      summaries: [],
      selected,
      textOf: reader.textOf,
      packageFiles,
      data: [],
      changes: [],
      isPartial: true,
    };
  reader.lowerClosure(
    [...selected, ...staged.filter((c) => c.isPresent && isListed.has(c.file)).map((c) => c.file)],
    (from, specifier) => {
      const target = resolve(from, specifier);
      return target.kind === 'module' ? target.file : undefined;
    },
  );
  const missing = reader.takeKnown(files, progress);
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
    summaries: reader.summaries(),
    selected,
    textOf: reader.textOf,
    packageFiles,
    data: dataFilesOf(config, listed, (names) => textsIn(root, blobs, names)),
    changes: staged,
    ...(base !== undefined && { base }),
    named: { blobs, pathConfigs: listed.filter(isPathConfig), links: index.links },
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

interface BlobReader {
  readonly lowerClosure: (
    files: readonly string[],
    resolve: (from: string, specifier: string) => string | undefined,
  ) => void;
  /** Takes summaries that are kept; how many files have none. */
  readonly takeKnown: (files: readonly string[], progress: SourcesInput['progress']) => number;
  readonly summaries: () => ModuleSummary[];
  readonly textOf: (file: string) => string | undefined;
}

function blobReader(
  root: string,
  blobs: ReadonlyMap<string, string>,
  lowerer: Lowerer,
  notes: ReportNote[],
): BlobReader {
  const done = new Map<string, ModuleSummary | undefined>();
  const lowerAll = (files: readonly string[]): ModuleSummary[] => {
    const contents = readBlobs(
      root,
      files.flatMap((file) => blobs.get(file) ?? []),
    );
    return files.flatMap((file) => {
      const blob = blobs.get(file);
      const bytes = blob === undefined ? undefined : contents.get(blob);
      if (blob === undefined || !bytes) return [];
      const text = textIn(file, bytes);
      const summary =
        text === undefined ? undefined : summaryOrNote(file, lowerer.lowerBlob(file, blob, text), notes);
      if (text === undefined)
        notes.push({ file, line: null, message: 'left out: binary, or too large', leftOut: true });
      done.set(file, summary);
      return summary ? [summary] : [];
    });
  };
  return {
    lowerClosure: (files, resolve) => {
      let next = [...new Set(files)].filter((file) => blobs.has(file));
      while (next.length > 0) {
        const lowered = lowerAll(next);
        const imported = lowered.flatMap((summary) =>
          importsOf(summary).flatMap((specifier) => resolve(summary.file, specifier) ?? []),
        );
        next = [...new Set(imported)].filter((file) => !done.has(file) && blobs.has(file));
      }
    },
    takeKnown: (files, progress) => {
      const left = files.filter((file) => !done.has(file));
      const unnamed = left.filter((file, i) => {
        progress(i, left.length, 'reading');
        const known = lowerer.ofBlob(file, blobs.get(file) ?? '');
        if (known) done.set(file, known);
        return known === undefined;
      });
      if (lowerer.cache.isEmpty || unnamed.length === 0) return unnamed.length;
      // A run over the work tree kept summaries by text: what it knows gets the blob's name too.
      const contents = readBlobs(
        root,
        unnamed.flatMap((file) => blobs.get(file) ?? []),
      );
      return unnamed.filter((file) => {
        const blob = blobs.get(file) ?? '';
        const bytes = contents.get(blob);
        const text = bytes && textIn(file, bytes);
        // What can't be read is not missing: no run would take it in.
        if (text === undefined) return false;
        const known = lowerer.known(file, blob, text);
        if (known) done.set(file, known);
        return known === undefined;
      }).length;
    },
    summaries: () =>
      [...done.values()].flatMap((summary) => summary ?? []).sort((a, b) => (a.file < b.file ? -1 : 1)),
    textOf: (file) => {
      const blob = blobs.get(file);
      const bytes = blob === undefined ? undefined : readBlobs(root, [blob]).get(blob);
      return bytes ? textIn(file, bytes) : onDisk(root, file);
    },
  };
}

const decoder = new TextDecoder('utf-8', { fatal: false });

/** Like files of the work tree: no binary, nothing too large. */
export const textIn = (file: string, bytes: Buffer): string | undefined =>
  bytes.length > largestSize(file) || bytes.includes(0) ? undefined : decoder.decode(bytes);

/** The texts of files whose blobs are named, read at once. */
export function textsIn(
  root: string,
  blobs: ReadonlyMap<string, string>,
  files: readonly string[],
): ReadonlyMap<string, string> {
  const contents = readBlobs(
    root,
    files.flatMap((file) => blobs.get(file) ?? []),
  );
  return new Map(
    files.flatMap((file) => {
      const bytes = contents.get(blobs.get(file) ?? '');
      const text = bytes && textIn(file, bytes);
      return text === undefined ? [] : [[file, text] as const];
    }),
  );
}
