import path from 'node:path';
import { realpathSync } from 'node:fs';
import picomatch from 'picomatch';
import { analyze, type Analysis } from './analyze/analyze.js';
import { programOf } from './analyze/program.js';
import { toReport } from './analyze/report.js';
import { hashText } from './cache/hash.js';
import { bundledCatalogs, readBundled } from './catalog/read.js';
import { openCatalog } from './compile/open-catalog.js';
import { isCatalogFile } from './config/catalog-name.js';
import { checkConfigAgainst, unknownCatalogs } from './config/check-config.js';
import { readConfig } from './config/read-config.js';
import type { Catalog } from './model/catalog.js';
import type { Config } from './model/config.js';
import type { Confidence } from './model/finding.js';
import type { ModuleSummary } from './model/module-summary.js';
import type { Report, ReportNote } from './model/report.js';
import { packageVersion } from './catalog/read-version.js';
import { lowerFile } from './syntax/lower-file.js';
import { listCodeFiles, readProjectFile, selectFiles } from './syntax/project.js';
import { createResolver } from './syntax/resolve.js';
import { listGitFiles } from './vcs/list-files.js';

export interface ScanOptions {
  /** Absolute. */
  readonly cwd: string;
  readonly paths: readonly string[];
  readonly config?: string;
  readonly catalogs?: readonly string[];
  readonly cache: boolean;
  readonly cacheLocation?: string;
  readonly minConfidence: Confidence;
}

export type Progress = (done: number, total: number, phase: string) => void;

export interface ScanResult {
  readonly report: Report;
  readonly analysis: Analysis;
  /** The text of an analyzed file, for code frames. */
  readonly sources: (file: string) => string | undefined;
}

/** Analyzes a project from its files to the report. Synchronous; reads files, runs nothing of them, asks no network. */
export function scan(options: ScanOptions, progress: Progress = () => undefined): ScanResult {
  const root = realpathSync(options.cwd);
  const config = readConfig({ cwd: root, paths: options.paths, ...(options.config === undefined ? {} : { file: options.config }) });
  const catalogs = catalogsFor(options, config, root);
  const notes: ReportNote[] = configNotes(config, catalogs);
  const sources = readSources(root, options, config, notes, progress);
  const program = programOf(sources.summaries, createResolver(root, new Set(sources.summaries.map((s) => s.file)), sources.packageFiles));
  progress(sources.summaries.length, sources.summaries.length, 'evaluating');
  const analysis = analyze({ program, catalogs, config, matchesFile: (globs, file) => picomatch.isMatch(file, [...globs], { dot: true }) });
  const shown = restrict(analysis, sources.selected);
  const lines = (file: string): readonly number[] => program.modules.get(file)?.lineStarts ?? [0];
  const report = toReport({
    analysis: shown,
    files: sources.selected.size,
    notes,
    version: packageVersion(),
    lineStarts: lines,
    lineText: (file, line) => lineOf(sources.texts.get(file) ?? '', lines(file), line),
    hash: hashText,
  });
  return { report, analysis: shown, sources: (file) => sources.texts.get(file) ?? textOf(root, file) };
}

interface Sources {
  readonly summaries: readonly ModuleSummary[];
  readonly texts: ReadonlyMap<string, string>;
  readonly selected: ReadonlySet<string>;
  readonly packageFiles: readonly string[];
}

/** All code below the working directory is read, as calls lead anywhere; what is reported is what was asked for. */
function readSources(root: string, options: ScanOptions, config: Config, notes: ReportNote[], progress: Progress): Sources {
  const listed = listGitFiles(root, ['.']);
  const included = filesOf(config, listCodeFiles({ root, listed }));
  const paths = options.paths.length === 0 ? ['.'] : options.paths;
  const selected = selectFiles(root, root, included, paths);
  const files = [...new Set([...included, ...selected])].sort();
  const summaries: ModuleSummary[] = [];
  const texts = new Map<string, string>();
  files.forEach((file, i) => {
    progress(i, files.length, 'reading');
    const read = readProjectFile(root, file);
    if (read.kind === 'left-out') {
      // Git lists files that were deleted from the work tree.
      if (read.why !== 'ENOENT' || options.paths.includes(file)) notes.push({ file, line: null, message: `left out: ${read.why}` });
      return;
    }
    const summary = lowerFile(file, read.text);
    if (!summary) return;
    if ('failed' in summary) {
      notes.push({ file, line: null, message: `left out: ${summary.failed}` });
      return;
    }
    const [error] = summary.syntaxErrors;
    if (error) notes.push({ file, line: lineAt(summary.lineStarts, error.at[0]), message: `syntax error: ${error.message}; what could be read of the file was analyzed` });
    summaries.push(summary);
    texts.set(file, read.text);
  });
  return { summaries, texts, selected, packageFiles: packageFilesOf(listed, files) };
}

function filesOf(config: Config, files: readonly string[]): readonly string[] {
  const isIncluded = config.include.length > 0 ? picomatch([...config.include], { dot: true }) : () => true;
  const isExcluded = config.exclude.length > 0 ? picomatch([...config.exclude], { dot: true }) : () => false;
  return files.filter((f) => isIncluded(f) && !isExcluded(f));
}

/** package.json files, to find packages of the same repository. */
function packageFilesOf(listed: readonly string[] | undefined, files: readonly string[]): string[] {
  if (listed) return listed.filter((f) => /(?:^|\/)package\.json$/.test(f) && !f.includes('node_modules/'));
  const folders = new Set<string>();
  for (const file of files) for (let d = path.posix.dirname(file); ; d = path.posix.dirname(d)) {
    folders.add(d);
    if (d === '.') break;
  }
  return [...folders].map((d) => (d === '.' ? 'package.json' : `${d}/package.json`)).sort();
}

function catalogsFor(options: ScanOptions, config: Config, root: string): Catalog[] {
  const bundled = bundledCatalogs();
  const [unknown] = options.catalogs ? [] : unknownCatalogs(config.catalogs ?? [], bundled, config.file);
  if (unknown) throw unknown;
  const names = options.catalogs ?? config.catalogs?.map((c) => c.value) ?? bundled;
  return names.map((name) => (isCatalogFile(name) ? openCatalog(path.relative('', path.resolve(root, name)) || '.').catalog : readBundled(name)));
}

function configNotes(config: Config, catalogs: readonly Catalog[]): ReportNote[] {
  return checkConfigAgainst(config, catalogs).map((problem) => {
    if (problem.severity === 'error') throw problem.error;
    const { error } = problem;
    const remedy = error.remedy === undefined ? '' : `; ${error.remedy}`;
    return { file: error.place?.file ?? null, line: error.place?.line ?? null, message: `${error.message}${remedy}` };
  });
}

/** Only what stands in the asked files is reported; statements about the whole program stay. */
function restrict(analysis: Analysis, selected: ReadonlySet<string>): Analysis {
  return {
    ...analysis,
    requests: analysis.requests.filter((r) => selected.has(r.request.callSite.file)),
    findings: analysis.findings.filter((f) => f.scope === 'project' || selected.has(f.primary.file)),
  };
}

function lineOf(text: string, starts: readonly number[], line: number): string {
  const start = starts[line - 1];
  return start === undefined ? '' : text.slice(start, starts[line] ?? text.length);
}

const lineAt = (starts: readonly number[], offset: number): number => starts.filter((s) => s <= offset).length;

function textOf(root: string, file: string): string | undefined {
  const read = file === '' ? undefined : readProjectFile(root, file);
  return read?.kind === 'text' ? read.text : undefined;
}

