import { existsSync } from 'node:fs';
import path from 'node:path';
import { bundledCatalogs, readBundled } from '../catalog/read.js';
import { providerName } from '../compile/index.js';
import { openCatalog } from '../compile/open-catalog.js';
import { isCatalogFile } from '../config/catalog-name.js';
import { checkConfigAgainst, unknownCatalogs } from '../config/check-config.js';
import { findingDefinitions } from '../findings/index.js';
import { suppression } from '../findings/suppression.js';
import type { Catalog } from '../model/catalog.js';
import { unattributed } from '../grants/attribute.js';
import type { AnalyzedRequest } from '../model/analysis.js';
import type { Config } from '../model/config.js';
import { UserError } from '../model/errors.js';
import type { ReportNote } from '../model/report.js';

/**
 * The catalogs of a run: those that are asked for, else the config's, else all bundled ones. What compiling a
 * document leaves open is added to `notes`. `textOf` gives another state of the files than the disk's, by absolute
 * paths. Throws a UserError.
 */
export function catalogsFor(
  asked: readonly string[] | undefined,
  config: Config,
  root: string,
  notes: ReportNote[] = [],
  textOf: (file: string) => string | undefined = () => undefined,
): Catalog[] {
  const bundled = bundledCatalogs();
  const [unknown] = asked ? [] : unknownCatalogs(config.catalogs ?? [], bundled, config.file);
  if (unknown) throw unknown;
  const names = asked ?? config.catalogs?.map((c) => c.value) ?? bundled;
  return names.map((name) => {
    if (!isCatalogFile(name)) return readBundled(name);
    const file = path.relative('', path.resolve(root, name)) || '.';
    if (asked === undefined && textOf(path.resolve(file)) === undefined) refuseMissing(file, config, name);
    const scopeArray = config.scopeArrays?.[providerName(file)];
    const { catalog, warnings } = openCatalog(file, {
      ...(scopeArray === undefined ? {} : { scopeArray }),
      textOf: (one) => textOf(path.resolve(one)),
    });
    for (const w of warnings) notes.push({ file: w.file, line: w.line ?? null, message: w.message });
    return catalog;
  });
}

/** The config and the catalogs by which code is judged, relative to `root`, as far as they are files. */
export function settingsFiles(
  asked: readonly string[] | undefined,
  config: Config,
  root: string,
): ReadonlySet<string> {
  const catalogs = (asked ?? config.catalogs?.map(({ value }) => value) ?? []).filter(isCatalogFile);
  const files = catalogs.map((name) =>
    path.relative(root, path.resolve(root, name)).split(path.sep).join('/'),
  );
  return new Set([...files, ...(config.file === undefined ? [] : [config.file])]);
}

/** Credentials whose `match` fits nothing, while calls of their API fit none: a name in it is likely wrong. */
export function matchNotes(config: Config, requests: readonly AnalyzedRequest[]): ReportNote[] {
  const stray = requests.filter(({ credential }) => credential === unattributed);
  return config.credentials.flatMap(({ name, provider, match, at }) => {
    const isUsed = requests.some(({ credential }) => credential === name);
    const others = stray.filter((r) => 'provider' in r.match && r.match.provider === provider);
    const isAsked = Object.values(match).some((names) => names.length > 0);
    if (isUsed || others.length === 0 || !isAsked) return [];
    const tokens = others.flatMap(({ request }) => request.credentials.flatMap(({ env }) => env));
    const from = [...new Set(tokens)].sort().slice(0, 3).join(', ');
    const calls = `${others.length} ${others.length === 1 ? 'call fits' : 'calls fit'}`;
    return {
      file: config.file ?? null,
      line: at.line,
      message: `credentials.${name}: its match fits no call, while ${calls} no credential${from === '' ? '' : `, with tokens of env ${from}`}`,
    };
  });
}

/** A catalog that isn't there is a mistake of the line that names it. */
function refuseMissing(file: string, config: Config, name: string): void {
  const at = config.catalogs?.find(({ value }) => value === name)?.at;
  if (config.file === undefined || at === undefined || existsSync(file)) return;
  throw new UserError(
    `there is no catalog ${file}`,
    { file: config.file, ...at },
    'Correct the path: it starts at the folder of the config.',
  );
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
