import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Keeps a cache's folder out of Git, wherever it lies. */
export function ignoreByGit(folder: string): void {
  const file = path.join(folder, '.gitignore');
  if (!statSync(file, { throwIfNoEntry: false })) writeFileSync(file, '*\n');
}
