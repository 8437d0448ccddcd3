/** A file and what is written in it. */
export interface SourceText {
  readonly file: string;
  readonly text: string;
}

const code = /\.(?:[mc]?[jt]sx?|vue|svelte|astro)$/;

/** Whether a text names a file by the end of its path: `./jobs/sync`, `sync.js`, `jobs/sync.handler`. */
export function mentionsFile({ text }: SourceText, file: string): boolean {
  const path = file.replace(code, '').replace(/\/index$/, '');
  const stem = path.slice(path.lastIndexOf('/') + 1);
  for (let at = text.indexOf(stem); at !== -1; at = text.indexOf(stem, at + 1)) {
    const before = text.charAt(at - 1);
    const after = text.slice(at + stem.length, at + stem.length + 8);
    const isPath = before === '/' || before === '\\';
    if (isPath && !/^[\w-]/.test(after)) return true;
    if (!/[\w$-]/.test(before) && /^\.(?:[mc]?[jt]sx?|vue|svelte|astro)\b/.test(after)) return true;
  }
  return false;
}

/** How often a name stands in a text as a word of its own: 0, 1, or 2 for more. */
export function mentionsName(text: string, name: string): number {
  let count = 0;
  for (let at = text.indexOf(name); at !== -1 && count < 2; at = text.indexOf(name, at + name.length)) {
    const before = text.charAt(at - 1);
    const after = text.charAt(at + name.length);
    if (!/[\w$]/.test(before) && !/[\w$]/.test(after)) count++;
  }
  return count;
}

/** Whether code loads files whose names it doesn't say: a folder's, or those that a variable holds. */
export const loadsUnnamed = (text: string): boolean =>
  /\b(?:import|require)\s*\(\s*(?:`[^`]{0,200}\$\{|[^'"`\s)/(])/.test(text) ||
  /\b(?:import\.meta\.glob|require\.context|readdir(?:Sync)?|glob(?:Sync|by)?|fast-glob|fg)\s*[(.]/.test(
    text,
  );
