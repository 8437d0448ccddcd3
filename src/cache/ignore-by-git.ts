import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ours = /\.(?:shard|answer|files|tables|tmp)$/;

/** Keeps a cache's folder out of Git, wherever it lies: one that holds nothing else. */
export function ignoreByGit(folder: string): void {
  const file = path.join(folder, '.gitignore');
  if (!existsSync(file) && readdirSync(folder).every((name) => ours.test(name))) writeFileSync(file, '*\n');
}
