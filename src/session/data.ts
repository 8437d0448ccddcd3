import { isManifest } from '../grants/manifests/index.js';
import { isScheduleFile } from '../load/schedule-files/index.js';
import type { Config } from '../model/config.js';
import type { DataFile } from '../model/data-file.js';
import { readDataFile } from '../syntax/data-file.js';
import { fileFilter } from './files.js';

/** More such files than this don't belong to one project's apps. */
const mostFiles = 200;

/** Whether a file, by its path, lists scopes or says when code runs. */
export const isDataFile = (file: string): boolean => isManifest(file) || isScheduleFile(file);

/** Texts by file. */
export type Texts = Pick<ReadonlyMap<string, string>, 'get'>;

/** The data files of a project: few runs need what they say. */
export interface DataFiles {
  readonly names: readonly string[];
  /** Read once, when they are first asked for. A file that can't be read as what its name says is left out. */
  readonly read: () => readonly DataFile[];
}

/** The data files among these that list scopes or say when code runs. */
export function dataFilesOf(
  config: Config,
  files: readonly string[],
  textsOf: (files: readonly string[]) => Texts,
): DataFiles {
  const names = files.filter(isDataFile).filter(fileFilter(config)).slice(0, mostFiles);
  return dataFiles(names, () => {
    const texts = textsOf(names);
    return names.flatMap((file) => {
      const text = texts.get(file);
      return (text === undefined ? undefined : readDataFile(file, text)) ?? [];
    });
  });
}

/** Data files with some of them replaced by `others`. */
export const withOthers = (data: DataFiles, replaced: ReadonlySet<string>, others: DataFiles): DataFiles =>
  dataFiles([...data.names.filter((name) => !replaced.has(name)), ...others.names].sort(), () =>
    [...data.read().filter(({ file }) => !replaced.has(file)), ...others.read()].sort((a, b) =>
      a.file < b.file ? -1 : 1,
    ),
  );

function dataFiles(names: readonly string[], read: () => readonly DataFile[]): DataFiles {
  let known: readonly DataFile[] | undefined;
  return { names, read: () => (known ??= read()) };
}
