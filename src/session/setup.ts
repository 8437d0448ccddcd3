import path from 'node:path';
import { bundledCatalogs, readBundled } from '../catalog/read.js';
import { openCatalog } from '../compile/open-catalog.js';
import { isCatalogFile } from '../config/catalog-name.js';
import { checkConfigAgainst, unknownCatalogs } from '../config/check-config.js';
import type { Catalog } from '../model/catalog.js';
import type { Config } from '../model/config.js';
import type { ReportNote } from '../model/report.js';

/** The catalogs of a run: those that are asked for, else the config's, else all bundled ones. Throws a UserError. */
export function catalogsFor(asked: readonly string[] | undefined, config: Config, root: string): Catalog[] {
  const bundled = bundledCatalogs();
  const [unknown] = asked ? [] : unknownCatalogs(config.catalogs ?? [], bundled, config.file);
  if (unknown) throw unknown;
  const names = asked ?? config.catalogs?.map((c) => c.value) ?? bundled;
  return names.map((name) =>
    isCatalogFile(name)
      ? openCatalog(path.relative('', path.resolve(root, name)) || '.').catalog
      : readBundled(name),
  );
}

/** What is odd in a config for these catalogs. Throws a UserError for what is wrong. */
export function configNotes(config: Config, catalogs: readonly Catalog[]): ReportNote[] {
  return checkConfigAgainst(config, catalogs).map((problem) => {
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
