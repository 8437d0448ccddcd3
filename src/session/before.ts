import { readConfig } from '../config/read-config.js';
import { defaultConfig } from '../config/default-config.js';
import { isConfigName } from '../config/find-config.js';
import type { Catalog } from '../model/catalog.js';
import type { Config } from '../model/config.js';
import { UserError } from '../model/errors.js';
import { lazyMap } from '../model/lazy-map.js';
import type { ModuleSummary } from '../model/module-summary.js';
import { codeFile } from '../syntax/project.js';
import type { Change } from '../vcs/staged.js';
import { configAt } from './commit.js';
import { textsIn } from './blob-reader.js';
import { dataFilesOf, isDataFile, withOthers, type DataFiles } from './data.js';
import { fileFilter } from './files.js';
import type { Lowerer } from './lowering.js';
import type { ScanOptions } from './options.js';
import { catalogsFor, configNotes, settingsFiles } from './setup.js';
import type { Sources } from './sources.js';

/** What code is judged by. */
export interface Settings {
  readonly config: Config;
  readonly catalogs: readonly Catalog[];
}

/** All that an analysis is made from. */
export interface ProjectState {
  readonly modules: ReadonlyMap<string, ModuleSummary>;
  readonly data: DataFiles;
  readonly settings: Settings;
}

export interface ChangedProject extends Settings {
  readonly root: string;
  readonly options: ScanOptions;
  readonly sources: Sources;
  readonly changes: readonly Change[];
  readonly lowerer: Lowerer;
}

/** The state of now, with the changed files as they were. */
export function stateBefore(project: ChangedProject): ProjectState {
  const { root, sources, changes, lowerer } = project;
  const settings = settingsBefore(project);
  return {
    settings,
    modules: modulesBefore(root, sources.modules, changes, lowerer, fileFilter(settings.config)),
    data: dataBefore(root, settings.config, sources.data, changes),
  };
}

/** Whether code may have been judged by something else, as far as the names of changed files say it. Those above the folder are in no list of them. */
function mayBeJudgedOtherwise({ root, options, config, changes }: ChangedProject): boolean {
  const files = settingsFiles(options.catalogs, config, root);
  return (
    [...files].some((file) => file.startsWith('../')) ||
    changes.some(({ file }) => files.has(file) || isConfigName(file))
  );
}

/** Where the config of before can't be read, or names what isn't there any more, nothing was judged by it. */
function settingsBefore(project: ChangedProject): Settings {
  const { root, options, config, catalogs, sources } = project;
  const base = mayBeJudgedOtherwise(project) ? sources.base?.() : undefined;
  if (base === undefined) return { config, catalogs };
  const state = configAt(root, base);
  const { paths, catalogs: asked } = options;
  try {
    const old = readConfig({
      cwd: root,
      paths,
      ...(options.config === undefined ? {} : { file: options.config }),
      ...state,
    });
    const known = catalogsFor(asked, old, root, [], state.textOf);
    configNotes(old, known);
    return { config: old, catalogs: known };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { config: defaultConfig, catalogs };
  }
}

/** The summaries of `now` with the changed files as they were. */
export function modulesBefore(
  root: string,
  now: ReadonlyMap<string, ModuleSummary>,
  changes: readonly Change[],
  lowerer: Lowerer,
  isIncluded: (file: string) => boolean,
): ReadonlyMap<string, ModuleSummary> {
  const changed = new Set(changes.map(({ file }) => file));
  const blobs = blobsBefore(changes.filter(({ file }) => codeFile.test(file)));
  const old = new Map<string, ModuleSummary>();
  for (const [file, blob] of blobs) {
    const known = lowerer.ofBlob(file, blob);
    if (known) old.set(file, known);
  }
  const unknown = [...blobs.keys()].filter((file) => !old.has(file));
  for (const [file, text] of textsIn(root, blobs, unknown)) {
    const lowered = lowerer.lowerBlob(file, blobs.get(file) ?? '', text);
    if (lowered && !('failed' in lowered)) old.set(file, lowered);
  }
  const files = [...[...now.keys()].filter((file) => !changed.has(file)), ...old.keys()];
  return lazyMap(files.filter(isIncluded).sort(), (file) => old.get(file) ?? now.get(file));
}

function dataBefore(root: string, config: Config, now: DataFiles, changes: readonly Change[]): DataFiles {
  const changed = changes.filter(({ file }) => isDataFile(file));
  if (changed.length === 0) return now;
  const blobs = blobsBefore(changed);
  const old = dataFilesOf(config, [...blobs.keys()], (files) => textsIn(root, blobs, files));
  return withOthers(now, new Set(changed.map(({ file }) => file)), old);
}

/** What Git calls the files that were there before. */
const blobsBefore = (changes: readonly Change[]): ReadonlyMap<string, string> =>
  new Map(changes.flatMap(({ file, before }) => (before === undefined ? [] : [[file, before]])));
