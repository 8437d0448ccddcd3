import { createHash } from 'node:crypto';
import { pathSettings } from '../syntax/path-settings.js';
import type { ResolvedState } from '../syntax/resolve.js';
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

/** What Git calls a text, in a repository whose names have so many digits. */
function blobNameOf(text: string, digits: number): string {
  const bytes = Buffer.from(text);
  const hash = createHash(digits === 40 ? 'sha1' : 'sha256');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
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
