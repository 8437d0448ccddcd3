import { realpathSync } from 'node:fs';
import { analyze, type Analysis } from './analyze/analyze.js';
import { programOf } from './analyze/program.js';
import { toReport } from './analyze/report.js';
import { hashText } from './cache/hash.js';
import { packageRoot } from './catalog/read-package-root.js';
import { packageVersion } from './catalog/read-version.js';
import { readConfig } from './config/read-config.js';
import { UserError } from './model/errors.js';
import type { ModuleSummary } from './model/module-summary.js';
import type { Report, ReportNote } from './model/report.js';
import { configAt, readCommit } from './session/commit.js';
import { isDataFile } from './session/data.js';
import { matchesFile } from './session/files.js';
import { cacheFor, createLowerer } from './session/lowering.js';
import type { Progress, ScanOptions } from './session/options.js';
import { inListing } from './session/resolve-listed.js';
import { restrictToChange, restrictToFiles } from './session/restrict.js';
import { outsideNotes } from './session/outside.js';
import { catalogsFor, configNotes, matchNotes } from './session/setup.js';
import { isCode, readWorkTree, type Sources, type SourcesInput } from './session/sources.js';
import { stateBefore, type ProjectState } from './session/before.js';
import { knownStates } from './session/known-states.js';
import { notInGit, readStaged, stagedText } from './session/staged.js';
import { typedProgram, type TypingInput } from './session/types.js';
import { createResolver, remembered, type Resolve } from './syntax/resolve.js';
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
  const config = readConfig({
    cwd: root,
    paths: options.paths,
    ...(options.config === undefined ? {} : { file: options.config }),
    ...(options.staged === true ? { textOf: (file: string) => stagedText(root, file) } : {}),
    ...(commit === undefined ? {} : configAt(root, commit)),
  });
  const notes: ReportNote[] = [];
  const catalogs = catalogsFor(options.catalogs, config, root, notes);
  notes.push(...configNotes(config, catalogs));
  const lowerer = createLowerer(cacheFor(root, options));
  const input: SourcesInput = { root, options, config, lowerer, notes, progress };
  const sources = commit === undefined ? readSources(input) : readCommit(input, commit);
  const resolverOf = (summaries: readonly ModuleSummary[]): Resolve => {
    const files = new Set(summaries.map(({ file }) => file));
    return remembered(inListing(createResolver(root, files, sources.packageFiles), files));
  };
  const leftOut = (): readonly string[] =>
    notes.flatMap(({ file, leftOut }) => (leftOut && file !== null ? [file] : []));
  const analysisOf = ({ summaries, data, settings }: ProjectState, resolve: Resolve): Analysis => {
    const typing: TypingInput = { root, summaries, resolve, textOf: sources.textOf, notes, progress };
    return analyze({
      program: programOf(summaries, resolve),
      ...settings,
      matchesFile,
      data,
      minConfidence: options.minConfidence,
      ...(options.trace === true ? { trace: true } : {}),
      ...(options.types === true
        ? { withTypes: (asked, clients) => typedProgram(typing, asked, clients) }
        : {}),
      ...(sources.otherFiles
        ? {
            texts: {
              textOf: sources.textOf,
              packageFiles: sources.packageFiles,
              otherFiles: sources.otherFiles,
            },
          }
        : {}),
      leftOut: leftOut(),
    });
  };
  progress(sources.summaries.length, sources.summaries.length, 'evaluating');
  const now: ProjectState = {
    summaries: sources.summaries,
    data: sources.data,
    settings: { config, catalogs },
  };
  const resolve = resolverOf(now.summaries);
  const states = knownStates(root, options, sources, leftOut());
  const analysis = states.analyze(now, resolve, analysisOf);
  const { changes } = sources;
  const old = changes && stateBefore({ root, options, config, catalogs, sources, changes, lowerer });
  lowerer.cache.save();
  if (!sources.isPartial) notes.push(...matchNotes(config, analysis.requests));
  if (sources.otherFiles) notes.push(...outsideNotes(root, sources.summaries, resolve));
  const changed = new Set([
    ...sources.selected,
    ...(changes ?? []).map(({ file }) => file).filter((file) => file === config.file || isDataFile(file)),
  ]);
  const shown = old
    ? restrictToChange(
        analysis,
        states.saidOf(old, resolverOf(old.summaries), analysisOf),
        changed,
        sources.isPartial,
      )
    : restrictToFiles(analysis, sources.selected);
  const starts = new Map(sources.summaries.map((summary) => [summary.file, summary.lineStarts]));
  const report = toReport({
    analysis: shown,
    files: sources.selected.size,
    notes,
    version: packageVersion(),
    lineStarts: (file) => starts.get(file) ?? [0],
    lineText: (file, line) => lineOf(sources.textOf(file) ?? '', starts.get(file) ?? [0], line),
    hash: hashText,
  });
  return { report, analysis: shown, sources: sources.textOf };
}

function readSources(input: SourcesInput): Sources {
  const { root, options } = input;
  if (options.staged === true && options.since !== undefined)
    throw new UserError('--staged and --since exclude each other', undefined, 'Give one of them.');
  if (options.staged === true) return readStaged(input);
  const sources = readWorkTree(input);
  return options.since === undefined
    ? sources
    : { ...sources, ...since(root, options.since, sources, input.config.file) };
}

/** What is asked for, narrowed to what has changed since a commit, new files included. */
function since(
  root: string,
  ref: string,
  { selected, summaries, data }: Sources,
  configFile: string | undefined,
): Pick<Sources, 'selected' | 'changes' | 'base'> {
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
  const created = [...summaries, ...data]
    .map(({ file }) => file)
    .filter((file) => !known.has(file) && !inIndex.has(file));
  const all = [...changes, ...created.map((file) => ({ file, isPresent: true }))].filter(
    ({ file }) => isCode(file) || isDataFile(file) || file === configFile,
  );
  return {
    changes: all,
    base: commit,
    selected: new Set(all.map(({ file }) => file).filter((file) => selected.has(file))),
  };
}

function lineOf(text: string, starts: readonly number[], line: number): string {
  const start = starts[line - 1];
  return start === undefined ? '' : text.slice(start, starts[line] ?? text.length);
}
