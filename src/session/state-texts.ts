import { pathSettings } from '../syntax/path-settings.js';
import { createResolver, type Resolve, type ResolvedState } from '../syntax/resolve.js';
import { blobNameOf } from '../vcs/blobs.js';
import type { Change } from '../vcs/staged.js';
import { textsIn } from './blob-reader.js';
import { inListing } from './resolve-listed.js';
import { onDisk, type Sources } from './sources.js';

type TextOf = ResolvedState['textOf'];

/** The text of a blob. Most files are on disk as Git has them: asking Git takes a process. */
export function textOfBlob(root: string, file: string, blob: string): string | undefined {
  const text = onDisk(root, file);
  return text !== undefined && blobNameOf(text, blob.length) === blob
    ? text
    : textsIn(root, new Map([[file, blob]]), [file]).get(file);
}

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
  files.some((file) => pathSettings(file, some(file)) !== pathSettings(file, other(file)));

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
