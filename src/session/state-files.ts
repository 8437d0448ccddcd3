import type { Change } from '../vcs/staged.js';
import { keyOfState } from './kept.js';

/** The files that a state of a project is made of, by what Git calls their texts. Data that can be kept in a file. */
export interface StateFiles {
  /** A name for all else that it is made of. */
  readonly around: string;
  readonly modules: Blobs;
  /** Lists of scopes, and files that say where imports lead. */
  readonly others: Blobs;
}

type Blobs = readonly (readonly [file: string, blob: string])[];

/** A name for a state. */
export const keyOfFiles = (files: StateFiles): string =>
  keyOfState(files.around, new Map([...files.modules, ...files.others]), 'said');

/** What was changed from one state to another; undefined where they differ in more than their files. */
export function changesBetween(before: StateFiles, after: StateFiles): readonly Change[] | undefined {
  if (before.around !== after.around) return undefined;
  return [...changed(before.modules, after.modules), ...changed(before.others, after.others)];
}

function changed(before: Blobs, after: Blobs): readonly Change[] {
  const [was, is] = [new Map(before), new Map(after)];
  const gone = before.filter(([file, blob]) => is.get(file) !== blob);
  const created = after.filter(([file]) => !was.has(file));
  return [
    ...gone.map(([file, blob]) => ({ file, before: blob, isPresent: is.has(file) })),
    ...created.map(([file]) => ({ file, isPresent: true })),
  ];
}
