import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

let found: string | undefined;

/** The folder of leastscope's own package.json, above this module: the same for the sources and for the built package. */
export function packageRoot(): string {
  found ??= search(import.meta.dirname);
  return found;
}

function search(folder: string): string {
  const manifest = path.join(folder, 'package.json');
  if (existsSync(manifest) && nameIn(manifest) === 'leastscope') return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error(`no package.json of leastscope above ${import.meta.dirname}`);
  return search(parent);
}

function nameIn(manifest: string): unknown {
  const json: unknown = JSON.parse(readFileSync(manifest, 'utf8'));
  return typeof json === 'object' && json !== null && 'name' in json ? json.name : undefined;
}
