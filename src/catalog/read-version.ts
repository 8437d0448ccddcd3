import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from './read-package-root.js';

/** The version in leastscope's own package.json. */
export function packageVersion(): string {
  const manifest = JSON.parse(readFileSync(path.join(packageRoot(), 'package.json'), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}
