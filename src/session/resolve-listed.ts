import { existsSync } from 'node:fs';
import path from 'node:path';
import { listedFile } from '../syntax/listed-file.js';
import type { Resolve } from '../syntax/resolve.js';

/**
 * Finds relative imports of files that are listed but not on disk: staged and then deleted, deleted by a change that is
 * looked at from before, or not saved yet. For all else the answer of `resolve` stands.
 */
export function inListing(resolve: Resolve, files: ReadonlySet<string>, root?: string): Resolve {
  const isGone = (file: string): boolean => root !== undefined && !existsSync(path.join(root, file));
  return (from, specifier) => {
    const found = resolve(from, specifier);
    if (!specifier.startsWith('.') || found.kind === 'data') return found;
    const listed = listedFile(files, path.posix.join(path.posix.dirname(from), specifier));
    if (listed === undefined || (found.kind === 'module' && found.file === listed)) return found;
    // What is on disk may be what is left beside it.
    return found.kind === 'external' || isGone(listed) ? { kind: 'module', file: listed } : found;
  };
}
