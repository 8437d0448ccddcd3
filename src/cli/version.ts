import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../catalog/read-package-root.js';

/** The version in leastscope's own package.json. */
export function version(): string {
  const manifest = JSON.parse(readFileSync(path.join(packageRoot(), 'package.json'), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}
