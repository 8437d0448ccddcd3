import path from 'node:path';
import { bundledCatalogs, readBundled } from '../catalog/read.js';
import { providerName } from '../compile/index.js';
import { openCatalog } from '../compile/open-catalog.js';
import { isCatalogFile } from '../config/catalog-name.js';
import { checkConfigAgainst, unknownCatalogs } from '../config/check-config.js';
import { findingDefinitions } from '../findings/index.js';
import { suppression } from '../findings/suppression.js';
import type { Catalog } from '../model/catalog.js';
import type { Config } from '../model/config.js';
import type { ReportNote } from '../model/report.js';

/**
 * The catalogs of a run: those that are asked for, else the config's, else all bundled ones. What compiling a
 * document leaves open is added to `notes`. Throws a UserError.
 */
export function catalogsFor(
  asked: readonly string[] | undefined,
  config: Config,
  root: string,
  notes: ReportNote[] = [],
): Catalog[] {
  const bundled = bundledCatalogs();
  const [unknown] = asked ? [] : unknownCatalogs(config.catalogs ?? [], bundled, config.file);
  if (unknown) throw unknown;
  const names = asked ?? config.catalogs?.map((c) => c.value) ?? bundled;
  return names.map((name) => {
    if (!isCatalogFile(name)) return readBundled(name);
    const file = path.relative('', path.resolve(root, name)) || '.';
    const scopeArray = config.scopeArrays?.[providerName(file)];
    const { catalog, warnings } = openCatalog(file, scopeArray === undefined ? {} : { scopeArray });
    for (const w of warnings) notes.push({ file: w.file, line: w.line ?? null, message: w.message });
    return catalog;
  });
}

const findingIds = [...findingDefinitions, suppression].map(({ id }) => id);

/** What is odd in a config for these catalogs. Throws a UserError for what is wrong. */
export function configNotes(config: Config, catalogs: readonly Catalog[]): ReportNote[] {
  return checkConfigAgainst(config, catalogs, findingIds).map((problem) => {
    if (problem.severity === 'error') throw problem.error;
    const { error } = problem;
    const remedy = error.remedy === undefined ? '' : `; ${error.remedy}`;
    return {
      file: error.place?.file ?? null,
      line: error.place?.line ?? null,
      message: `${error.message}${remedy}`,
    };
  });
}
