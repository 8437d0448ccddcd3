import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../model/errors.js';
import type { CompiledCatalog, CompileSettings, CompileWarning, Conflict, SourceText } from './format.js';
import { formats } from './formats/index.js';
import type { DocumentPart, ProviderFacts } from './merge.js';
import { mergeParts } from './merge.js';
import type { Override } from './overrides.js';
import { unusedOverrides } from './overrides.js';
import { readProviderFolder } from './provider.js';
import { readText } from './read-text.js';
import { openQuestions, verify } from './verify.js';

export type { CompiledCatalog, CompileSettings, CompileWarning, Conflict } from './format.js';
export { catalogText } from './catalog-text.js';
export { conflictText } from './conflicts.js';

/** What the caller may say about loose documents. */
export interface CompileOptions {
  /** The provider's name; default: the first document's file name up to its first dot. */
  readonly provider?: string;
  readonly scopeArray?: 'any' | 'all';
  readonly caseInsensitivePaths?: boolean;
  /** Another state of the documents than the disk's; undefined where the disk is right. */
  readonly textOf?: (file: string) => string | undefined;
}

/**
 * Compiles documents, or the folder of a provider (with a `provider.yaml`), to one catalog. Documents are joined in
 * the given order: where two state a fact differently, the first counts and the conflict is returned.
 */
export function compileSources(paths: readonly string[], options: CompileOptions = {}): CompiledCatalog {
  const [first] = paths;
  if (first === undefined) {
    throw new UserError('no documents to compile', undefined, 'Name documents, or the folder of a provider.');
  }
  if (paths.length === 1 && isDirectory(first)) return compileProvider(first);
  const folder = commonFolder(paths);
  const sources = paths.map((file) => {
    if (isDirectory(file)) {
      const remedy = 'Compile the folder of a provider by itself.';
      throw new UserError('is a folder among documents', { file }, remedy);
    }
    const document = path.relative(folder, file).split(path.sep).join('/');
    return { document, file, text: options.textOf?.(file) ?? readText(file) };
  });
  const provider = options.provider ?? providerName(first);
  const facts = {
    provider,
    servers: [],
    schemes: {},
    sources: sources.map(({ document }) => ({ document, title: path.posix.basename(document) })),
  };
  const settings: CompileSettings = {
    scopeArray: options.scopeArray,
    ...(options.caseInsensitivePaths === undefined
      ? {}
      : { caseInsensitivePaths: options.caseInsensitivePaths }),
  };
  return compileDocuments(sources, facts, settings, []);
}

/** Compiles the folder of a provider: `provider.yaml`, the documents that it lists, `overrides.yaml`. */
export function compileProvider(directory: string): CompiledCatalog {
  if (!existsSync(path.join(directory, 'provider.yaml'))) {
    throw new UserError(
      'has no provider.yaml',
      { file: directory },
      'Name documents (Markdown tables, OpenAPI), or the folder of a provider with a provider.yaml.',
    );
  }
  const { documents, facts, settings, overrides } = readProviderFolder(directory);
  return compileDocuments(documents, facts, settings, overrides, directory);
}

/** A catalog that is given as a file is named after it, up to its first dot. */
export const providerName = (file: string): string =>
  path.basename(file).split('.')[0] || path.basename(file);

function compileDocuments(
  sources: readonly SourceText[],
  facts: ProviderFacts,
  settings: CompileSettings,
  overrides: readonly Override[],
  directory = '',
): CompiledCatalog {
  const files = new Map(sources.map(({ document, file }) => [document, file]));
  const fileOf = (document: string): string => files.get(document) ?? path.join(directory, document);
  const compiled = sources.map((source) => compileDocument(source, settings));
  const documents = compiled.map(({ part }) => part);
  const { catalog, conflicts } = mergeParts(documents, facts, overrides);
  verify(catalog, documents, fileOf);
  refuseUnused(overrides, conflicts, fileOf);
  const warnings = [...compiled.flatMap((document) => document.warnings), ...openQuestions(catalog, fileOf)];
  return { catalog, conflicts, warnings };
}

function compileDocument(
  source: SourceText,
  settings: CompileSettings,
): { readonly part: DocumentPart; readonly warnings: readonly CompileWarning[] } {
  const format = formats.find((candidate) => candidate.matches(source));
  if (!format) {
    throw new UserError(
      'is of no known format',
      { file: source.file },
      `Known formats: ${formats.map(({ id, recognizedBy }) => `${id} (${recognizedBy})`).join(', ')}.`,
    );
  }
  const { part, warnings } = format.compile(source, settings);
  return { part: { document: source.document, file: source.file, part }, warnings };
}

function refuseUnused(
  overrides: readonly Override[],
  conflicts: readonly Conflict[],
  fileOf: (document: string) => string,
): void {
  const [unused] = unusedOverrides(overrides, conflicts);
  if (!unused) return;
  throw new UserError(
    `the override of ${unused.kind} "${unused.subject}" settles no conflict`,
    { file: fileOf(unused.source.document), line: unused.source.line },
    'Take it out, or correct its subject.',
  );
}

/** The folder that holds all files; documents are named from there, so that a catalog is the same on every machine. */
function commonFolder(files: readonly string[]): string {
  const [first = [], ...others] = files.map((file) => path.dirname(path.resolve(file)).split(path.sep));
  const parted = first.findIndex((part, index) => others.some((folder) => folder[index] !== part));
  return (parted < 0 ? first : first.slice(0, parted)).join(path.sep) || path.sep;
}

const isDirectory = (file: string): boolean =>
  statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
