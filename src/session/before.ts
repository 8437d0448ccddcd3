import { readConfig } from '../config/read-config.js';
import { defaultConfig } from '../config/default-config.js';
import type { Catalog } from '../model/catalog.js';
import type { Config } from '../model/config.js';
import type { DataFile } from '../model/data-file.js';
import { UserError } from '../model/errors.js';
import type { ModuleSummary } from '../model/module-summary.js';
import { codeFile } from '../syntax/project.js';
import type { Change } from '../vcs/staged.js';
import { configAt } from './commit.js';
import { dataFilesOf, isDataFile } from './data.js';
import { fileFilter } from './files.js';
import type { Lowerer } from './lowering.js';
import type { ScanOptions } from './options.js';
import { catalogsFor, configNotes } from './setup.js';
import type { Sources } from './sources.js';
import { textsIn } from './staged.js';

/** What code is judged by. */
export interface Settings {
  readonly config: Config;
  readonly catalogs: readonly Catalog[];
}

/** All that an analysis is made from. */
export interface ProjectState {
  readonly summaries: readonly ModuleSummary[];
  readonly data: readonly DataFile[];
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
  const isIncluded = fileFilter(settings.config);
  return {
    settings,
    summaries: summariesBefore(root, sources.summaries, changes, lowerer).filter(({ file }) =>
      isIncluded(file),
    ),
    data: dataBefore(root, settings.config, sources.data, changes),
  };
}

/** Where the config of before can't be read, or names what isn't there any more, nothing was judged by it. */
function settingsBefore({ root, options, config, catalogs, sources: { base } }: ChangedProject): Settings {
  if (base === undefined) return { config, catalogs };
  const { paths, catalogs: asked } = options;
  try {
    const old = readConfig({
      cwd: root,
      paths,
      ...(options.config === undefined ? {} : { file: options.config }),
      ...configAt(root, base),
    });
    const known = catalogsFor(asked, old, root);
    configNotes(old, known);
    return { config: old, catalogs: known };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { config: defaultConfig, catalogs };
  }
}

function summariesBefore(
  root: string,
  now: readonly ModuleSummary[],
  changes: readonly Change[],
  lowerer: Lowerer,
): ModuleSummary[] {
  const changed = new Set(changes.map(({ file }) => file));
  const blobs = blobsBefore(changes.filter(({ file }) => codeFile.test(file)));
  const texts = textsIn(root, blobs, [...blobs.keys()]);
  const old = [...blobs].flatMap(([file, blob]): ModuleSummary[] => {
    const text = texts.get(file);
    const lowered = text === undefined ? undefined : lowerer.lowerBlob(file, blob, text);
    return lowered && !('failed' in lowered) ? [lowered] : [];
  });
  return [...now.filter(({ file }) => !changed.has(file)), ...old].sort((a, b) => (a.file < b.file ? -1 : 1));
}

function dataBefore(
  root: string,
  config: Config,
  now: readonly DataFile[],
  changes: readonly Change[],
): readonly DataFile[] {
  const changed = changes.filter(({ file }) => isDataFile(file));
  if (changed.length === 0) return now;
  const blobs = blobsBefore(changed);
  const old = dataFilesOf(config, [...blobs.keys()], (files) => textsIn(root, blobs, files));
  const names = new Set(changed.map(({ file }) => file));
  return [...now.filter(({ file }) => !names.has(file)), ...old].sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** What Git calls the files that were there before. */
const blobsBefore = (changes: readonly Change[]): ReadonlyMap<string, string> =>
  new Map(changes.flatMap(({ file, before }) => (before === undefined ? [] : [[file, before]])));
