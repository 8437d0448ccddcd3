import type { ModuleSummary } from '../model/module-summary.js';
import { lowerModule } from './lower-module.js';
import { parseModule } from './parse.js';
import { scriptOf } from './script-blocks.js';

const componentFile = /\.(?:vue|svelte|astro)$/;

/** Lowers the text of one file; undefined when it holds no code. Throws nothing: code too deep to walk has no summary. */
export function lowerFile(
  file: string,
  text: string,
): ModuleSummary | { readonly failed: string } | undefined {
  const code = componentFile.test(file) ? scriptOf(file, text) : text;
  if (code === undefined) return undefined;
  try {
    const { program, comments, errors } = parseModule(file, code);
    return lowerModule({ file, text: code, program, comments, errors });
  } catch (error) {
    // Only code that is nested thousands of levels deep gets here.
    if (error instanceof RangeError) return { failed: 'nested too deeply' };
    throw error;
  }
}
