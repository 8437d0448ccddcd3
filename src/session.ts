import { realpathSync } from 'node:fs';
import type { Analysis } from './analyze/analyze.js';
import { toReport } from './analyze/report.js';
import { hashText } from './cache/hash.js';
import { packageRoot } from './catalog/read-package-root.js';
import { packageVersion } from './catalog/read-version.js';
import { isConfigName } from './config/find-config.js';
import { readConfig } from './config/read-config.js';
import { UserError } from './model/errors.js';
import type { Report, ReportNote } from './model/report.js';
import { configAt, readCommit } from './session/commit.js';
import { isDataFile } from './session/data.js';
import { isImportable } from './session/files.js';
import { cacheFor, createLowerer } from './session/lowering.js';
import type { Progress, ScanOptions } from './session/options.js';
import { catalogsFor, configNotes, settingsFiles } from './session/setup.js';
import { analysisShown } from './session/shown.js';
import { isCode, readWorkTree, type Sources, type SourcesInput } from './session/sources.js';
import { notInGit, readStaged, stagedText } from './session/staged.js';
import { baseCommit, changesSince, listIndex } from './vcs/staged.js';
import { commitNamed } from './vcs/tree.js';

export { packageRoot, packageVersion };
export { foldersOf as folders } from './session/folders.js';
export { inputsFingerprint } from './session/fingerprint.js';
export type { Progress, ScanOptions } from './session/options.js';
export { createProjectSession } from './session/project.js';
export { suggestingRules, type Suggestion } from './session/suggestions.js';
export type { ProjectSession, ProjectSessionOptions } from './session/project.js';

export interface ScanResult {
  readonly report: Report;
  readonly analysis: Analysis;
  /** The text of an analyzed file, for code frames. */
  readonly sources: (file: string) => string | undefined;
}

/** Analyzes a project from its files to the report. Synchronous; reads files, runs nothing of them, asks no network. */
export function scan(options: ScanOptions, progress: Progress = () => undefined): ScanResult {
  const root = realpathSync(options.cwd);
  const commit = options.commit === undefined ? undefined : commitNamed(root, options.commit);
  const state =
    commit !== undefined
      ? configAt(root, commit)
      : options.staged === true
        ? { textOf: (file: string) => stagedText(root, file) }
        : {};
  const config = readConfig({
    cwd: root,
    paths: options.paths,
    ...(options.config === undefined ? {} : { file: options.config }),
    ...state,
  });
  const notes: ReportNote[] = [];
  const catalogs = catalogsFor(options.catalogs, config, root, notes, state.textOf);
  notes.push(...configNotes(config, catalogs));
  const lowerer = createLowerer(cacheFor(root, options));
  const input: SourcesInput = { root, options, config, lowerer, notes, progress };
  const sources = commit === undefined ? readSources(input) : readCommit(input, commit);
  progress(sources.modules.size, sources.modules.size, 'evaluating');
  const shown = analysisShown({ ...input, catalogs, sources });
  const starts = (file: string): readonly number[] => sources.modules.get(file)?.lineStarts ?? [0];
  const report = toReport({
    analysis: shown,
    files: sources.selected.size,
    notes,
    version: packageVersion(),
    lineStarts: starts,
    lineText: (file, line) => lineOf(sources.textOf(file) ?? '', starts(file), line),
    hash: hashText,
  });
  lowerer.cache.close();
  return { report, analysis: shown, sources: sources.textOf };
}

function readSources(input: SourcesInput): Sources {
  const { options } = input;
  if (options.staged === true && options.since !== undefined)
    throw new UserError('--staged and --since exclude each other', undefined, 'Give one of them.');
  if (options.staged === true) return readStaged(input);
  const sources = readWorkTree(input);
  return options.since === undefined ? sources : { ...sources, ...since(input, options.since, sources) };
}

/** What is asked for, narrowed to what has changed since a commit, new files included. */
function since(
  { root, options, config }: SourcesInput,
  ref: string,
  { selected, modules, data }: Sources,
): Pick<Sources, 'selected' | 'changes' | 'base'> {
  const settings = settingsFiles(options.catalogs, config, root);
  const index = listIndex(root);
  if (!index) throw notInGit('--since');
  const commit = baseCommit(root, ref);
  const changes = commit === undefined ? undefined : changesSince(root, commit);
  if (commit === undefined || !changes)
    throw new UserError(
      `no such commit: ${ref}`,
      undefined,
      'Give a branch, a tag or a commit that is in this clone (a shallow clone has few).',
    );
  const known = new Set(changes.map(({ file }) => file));
  const inIndex = new Set(index.entries.map(({ file }) => file));
  const created = [...modules.keys(), ...data.names].filter((file) => !known.has(file) && !inIndex.has(file));
  const all = [...changes, ...created.map((file) => ({ file, isPresent: true }))].filter(
    ({ file }) =>
      isCode(file) || isDataFile(file) || settings.has(file) || isConfigName(file) || isImportable(file),
  );
  return {
    changes: all,
    base: () => commit,
    selected: new Set(all.map(({ file }) => file).filter((file) => selected.has(file))),
  };
}

function lineOf(text: string, starts: readonly number[], line: number): string {
  const start = starts[line - 1];
  return start === undefined ? '' : text.slice(start, starts[line] ?? text.length);
}
