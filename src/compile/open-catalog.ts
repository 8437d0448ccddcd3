import path from 'node:path';
import { readCatalog } from '../catalog/read.js';
import type { Catalog } from '../model/catalog.js';
import { formats } from './formats/index.js';
import { compileSources, providerName } from './index.js';
import type { CompileOptions, CompileWarning } from './index.js';
import { readText } from './read-text.js';

/**
 * The catalog that a file or a provider's folder gives: a compiled one is read, documents are compiled on the fly.
 * A file gives the catalog its name, up to the first dot.
 */
export function openCatalog(
  file: string,
  options: CompileOptions = {},
): { readonly catalog: Catalog; readonly warnings: readonly CompileWarning[] } {
  const text = options.textOf?.(file);
  if (isCompiled(file, text)) {
    return {
      catalog: { ...readCatalog(file, text), provider: options.provider ?? providerName(file) },
      warnings: [],
    };
  }
  const { catalog, warnings } = compileSources([file], options);
  return { catalog, warnings };
}

/** JSON that no format of documents claims: a compiled catalog, or a file that its reader can best complain about. */
function isCompiled(file: string, text?: string): boolean {
  if (path.extname(file).toLowerCase() !== '.json') return false;
  const source = { document: file, file, text: text ?? readText(file) };
  return !formats.some((format) => format.matches(source));
}
