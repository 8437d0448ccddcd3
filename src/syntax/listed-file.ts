/** Endings that imports leave out, those that are tried first before others. */
export const scriptEndings = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];
export const componentEndings = ['.vue', '.svelte', '.astro'];

const endings = ['', ...scriptEndings, ...componentEndings, '/index.ts', '/index.tsx', '/index.js'];

/** The file that a path without its ending means, among those that are listed, be they on disk or not. */
export function listedFile(files: ReadonlySet<string>, target: string): string | undefined {
  const source = target.replace(/\.([mc]?)jsx?$/, '.$1ts');
  for (const base of [target, source, `${source}x`])
    for (const ending of endings) if (files.has(base + ending)) return base + ending;
  return undefined;
}
