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

/** The data files among these that list scopes or say when code runs, read. A file that can't be read as what its name says is left out. */
export function dataFilesOf(
  config: Config,
  files: readonly string[],
  textsOf: (files: readonly string[]) => Texts,
): readonly DataFile[] {
  const names = files.filter(isDataFile).filter(fileFilter(config)).slice(0, mostFiles);
  const texts = textsOf(names);
  return names.flatMap((file) => {
    const text = texts.get(file);
    return (text === undefined ? undefined : readDataFile(file, text)) ?? [];
  });
}
