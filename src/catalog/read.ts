import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Catalog } from '../model/catalog.js';
import { fileProblem, UserError } from '../model/errors.js';
import { nearestName } from '../model/nearest.js';
import { packageRoot } from './read-package-root.js';
import { validateCatalog } from './validate.js';

/** Reads and validates a compiled catalog, whose text may be at hand. A `UserError` when it can't be read, is no JSON, or is no catalog. */
export function readCatalog(file: string, text = readText(file)): Catalog {
  return validateCatalog(parseJson(text, file), file);
}

/** The names of the catalogs that come with the package, sorted. */
export function bundledCatalogs(): readonly string[] {
  const data = path.join(packageRoot(), 'data');
  return readdirSync(data, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(data, entry.name, 'catalog.json')))
    .map(({ name }) => name)
    .toSorted();
}

/** Reads a catalog that comes with the package. A `UserError` with the nearest name when there is none of that name. */
export function readBundled(name: string): Catalog {
  const names = bundledCatalogs();
  if (!names.includes(name)) {
    const nearest = nearestName(name, names);
    throw new UserError(
      `unknown catalog "${name}"`,
      undefined,
      `${nearest ? `Did you mean ${nearest}? ` : ''}Bundled: ${names.join(', ')}. A file is named by its path, and ends in .json, .yaml, .yml or .md.`,
    );
  }
  const file = path.join(packageRoot(), 'data', name, 'catalog.json');
  // Its shape is tested before it is published: reading it must cost no validation at every start.
  return parseJson(readText(file), file) as Catalog;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UserError(
      `can't be read: ${fileProblem(error)}`,
      { file },
      'Check the path and its permissions.',
    );
  }
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const line = lineOf(why, text);
    throw new UserError(
      `is not JSON: ${why}`,
      line === undefined ? { file } : { file, line },
      'Correct it, or compile it again: leastscope compile <source...> -o catalog.json.',
    );
  }
}

/** The 1-based line of the position that the parser's message names, if it names one. */
function lineOf(message: string, text: string): number | undefined {
  const position = /at position (\d+)/.exec(message)?.[1];
  return position === undefined ? undefined : text.slice(0, Number(position)).split('\n').length;
}
