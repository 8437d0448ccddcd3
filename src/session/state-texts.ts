import { pathSettings } from '../syntax/path-settings.js';
import { createResolver, type Resolve, type ResolvedState } from '../syntax/resolve.js';
import type { Change } from '../vcs/staged.js';
import { textsOf } from './blob-reader.js';
import { inListing } from './resolve-listed.js';
import { onDisk, type Sources } from './sources.js';

type TextOf = ResolvedState['textOf'];

/** The text of a blob. */
export const textOfBlob = (root: string, file: string, blob: string): string | undefined =>
  textsOf(root, new Map([[file, blob]]), [file]).get(file);

/** The texts of files before changes. */
export function textsBefore(root: string, now: TextOf, changes: readonly Change[]): TextOf {
  const before = new Map(changes.map((change) => [change.file, change.before]));
  return (file) => {
    if (!before.has(file)) return now(file);
    const blob = before.get(file);
    return blob === undefined ? undefined : textOfBlob(root, file, blob);
  };
}

/** Whether some of the files, which say where imports lead, say something else in two states. */
export const saysOther = (files: readonly string[], some: TextOf, other: TextOf): boolean =>
  files.some((file) => {
    const [one, two] = [some(file), other(file)];
    return one !== two && pathSettings(file, one) !== pathSettings(file, two);
  });

/** Resolves imports among `files` in a state of a project. */
export function resolverIn(
  root: string,
  files: ReadonlySet<string>,
  {
    textOf,
    packageFiles,
    pathConfigs,
    isOnDisk,
  }: Pick<Sources, 'textOf' | 'packageFiles' | 'pathConfigs' | 'isOnDisk'>,
): Resolve {
  const isOther =
    !isOnDisk && saysOther([...packageFiles, ...pathConfigs], textOf, (file) => onDisk(root, file));
  return inListing(createResolver(root, files, packageFiles, { textOf, isOther }), files, root);
}
