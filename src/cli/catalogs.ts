import path from 'node:path';
import { bundledCatalogs, readBundled } from '../catalog/read.js';
import { providerName } from '../compile/index.js';
import { openCatalog } from '../compile/open-catalog.js';
import { isCatalogFile } from '../config/catalog-name.js';
import { readConfig } from '../config/read-config.js';
import type { Catalog } from '../model/catalog.js';
import type { Config } from '../model/config.js';
import { nearestName } from '../model/nearest.js';
import { UserError } from '../model/errors.js';

/** A bundled catalog by name, or one of a file relative to `cwd`. */
export function catalogNamed(name: string, cwd: string, scopeArrays: Config['scopeArrays'] = {}): Catalog {
  if (!isCatalogFile(name)) return readBundled(name);
  const file = fileFrom(cwd, name);
  const scopeArray = scopeArrays[providerName(file)];
  return openCatalog(file, scopeArray === undefined ? {} : { scopeArray }).catalog;
}

/** A file that is given relative to `cwd`, as readers find it and as messages show it. */
export const fileFrom = (cwd: string, file: string): string =>
  path.relative('', path.resolve(cwd, file)) || '.';

/** The catalogs of a run: those asked for, else the config's, else all bundled ones. */
export function catalogsOf(
  asked: readonly string[] | undefined,
  config: string | undefined,
  cwd: string,
): readonly Catalog[] {
  const configured = readConfig({ cwd, ...(config !== undefined && { file: config }) });
  const names = asked ?? configured.catalogs?.map(({ value }) => value) ?? bundledCatalogs();
  return names.map((name) => catalogNamed(name, cwd, configured.scopeArrays));
}

/** The error for a name that nothing has, with the nearest one that something has. */
export function unknownName(what: string, name: string, known: readonly string[], remedy: string): UserError {
  const nearest = nearestName(name, known);
  return new UserError(
    `unknown ${what} "${name}"`,
    undefined,
    `${nearest === undefined ? '' : `Did you mean ${nearest}? `}${remedy}`,
  );
}
