import { pathSettings } from '../syntax/path-settings.js';
import type { ResolvedState } from '../syntax/resolve.js';
import { blobNameOf } from '../vcs/blobs.js';
import type { Change } from '../vcs/staged.js';
import { textsIn } from './blob-reader.js';
import { onDisk } from './sources.js';

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
