import type { ModuleSummary } from '../model/module-summary.js';
import { lowerModule } from './lower-module.js';
import { nestsTooDeep } from './nesting.js';
import { parseModule } from './parse.js';
import { scriptOf, scriptsNamedIn } from './script-blocks.js';
import { isMinified } from './minified.js';

const tooDeep = 'nested too deeply';
const minified = 'minified; the code that it was made from says more';
const componentFile = /\.(?:vue|svelte|astro|html?)$/;
const pageFile = /\.html?$/;

/** What became of one file; undefined when it holds no code. */
export type Lowered = ModuleSummary | { readonly failed: string } | undefined;

/** Lowers the text of one file; undefined when it holds no code. Throws nothing: code too deep to walk, and minified code, has no summary. */
export function lowerFile(file: string, text: string): Lowered {
  const named = pageFile.test(file) ? scriptsNamedIn(text) : [];
  const code = componentFile.test(file)
    ? (scriptOf(file, text) ?? (named.length > 0 ? '' : undefined))
    : text;
  if (code === undefined) return undefined;
  if (nestsTooDeep(code)) return { failed: tooDeep };
  try {
    const { program, comments, errors } = parseModule(file, code);
    const summary = lowerModule({ file, text: code, program, comments, errors });
    if (isMinified(summary)) return { failed: minified };
    return named.length > 0 ? { ...summary, loads: [...(summary.loads ?? []), ...named] } : summary;
  } catch (error) {
    // Code that is nested thousands of levels deep; or a mistake of ours, which must not cost the other files.
    if (error instanceof RangeError) return { failed: tooDeep };
    const what = error instanceof Error ? error.message : String(error);
    return { failed: `leastscope fails on it, please report it (${what})` };
  }
}
