import path from 'node:path';
import type { Resolve } from '../syntax/resolve.js';

const endings = [
  '',
  '.ts',
  '.tsx',
  '.mts',
  '.cts',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.vue',
  '.svelte',
  '.astro',
  '/index.ts',
  '/index.tsx',
  '/index.js',
];

/**
 * Finds relative imports of files that are not on disk: staged and then deleted, or not saved yet.
 * For all else the answer of `resolve` stands.
 */
export function inListing(resolve: Resolve, files: ReadonlySet<string>): Resolve {
  return (from, specifier) => {
    const found = resolve(from, specifier);
    if (found.kind !== 'external' || !specifier.startsWith('.')) return found;
    const target = path.posix.join(path.posix.dirname(from), specifier);
    const source = target.replace(/\.([mc]?)jsx?$/, '.$1ts');
    for (const base of [target, source, `${source}x`])
      for (const ending of endings)
        if (files.has(base + ending)) return { kind: 'module', file: base + ending };
    return found;
  };
}
