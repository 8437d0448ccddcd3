import { bundledCatalogs, readBundled } from '../../catalog/read.js';
import { catalogToJson } from '../../catalog/show.js';
import { count } from '../../report/format/text.js';
import { catalogNamed } from '../catalogs.js';
import type { Context } from '../context.js';
import { catalogLines } from '../show/catalog.js';
import { pageOf } from '../show/page.js';

export interface CatalogFlags {
  readonly format: 'pretty' | 'json';
  readonly color?: boolean;
}

/** The catalogs that come with leastscope, one a line. */
export function listCatalogs({ format }: CatalogFlags, { terminal }: Context): void {
  const listed = bundledCatalogs().map((name) => {
    const { title, scopes, operations, rateLimits } = readBundled(name);
    return {
      name,
      title,
      scopes: scopes.length,
      operations: operations.length,
      rateLimits: rateLimits.length,
    };
  });
  if (format === 'json') {
    terminal.stdout.write(`${JSON.stringify(listed, undefined, 2)}\n`);
    return;
  }
  for (const { name, title, scopes, operations, rateLimits } of listed) {
    const facts = [count(scopes, 'scope'), count(operations, 'operation'), count(rateLimits, 'limit')];
    terminal.stdout.write(`${name}  ${title}: ${facts.join(', ')}\n`);
  }
}

/** One catalog, bundled or of a file. */
export function showCatalog(provider: string, flags: CatalogFlags, { terminal }: Context): void {
  const catalog = catalogNamed(provider, terminal.cwd);
  if (flags.format === 'json')
    terminal.stdout.write(`${JSON.stringify(catalogToJson(catalog), undefined, 2)}\n`);
  else pageOf(terminal, flags.color).write((page) => catalogLines(catalog, page));
}
