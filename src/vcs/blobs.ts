import { createHash } from 'node:crypto';
import { git } from './git.js';

/** Contents of blobs by name; those that Git doesn't have are absent. One process for all of them. */
export function readBlobs(cwd: string, blobs: readonly string[]): Map<string, Buffer> {
  const out = new Map<string, Buffer>();
  const wanted = [...new Set(blobs)];
  if (wanted.length === 0) return out;
  const output = git(cwd, ['cat-file', '--batch'], `${wanted.join('\n')}\n`);
  if (!output) return out;
  let at = 0;
  for (;;) {
    const end = output.indexOf(0x0a, at);
    if (end === -1) return out;
    const [blob = '', kind, size] = output.toString('latin1', at, end).split(' ');
    at = end + 1;
    if (kind !== 'blob') continue;
    const length = Number(size);
    out.set(blob, output.subarray(at, at + length));
    at += length + 1;
  }
}

/** What Git calls a text, in a repository whose names have so many digits. */
export function blobNameOf(text: string, digits: number): string {
  const bytes = Buffer.from(text);
  const hash = createHash(digits === 40 ? 'sha1' : 'sha256');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
