import { Option } from 'commander';
import type { Command } from 'commander';
import { bundledCatalogs, readBundled } from '../../catalog/read.js';
import { catalogToJson } from '../../catalog/show.js';
import { count } from '../../report/format/text.js';
import { catalogNamed } from '../catalogs.js';
import type { Context } from '../context.js';
import { catalogLines } from '../show/catalog.js';
import { pageOf } from '../show/page.js';

interface CatalogFlags {
  readonly format: 'pretty' | 'json';
  readonly color?: boolean;
}

const formatOption = (): Option =>
  new Option('--format <format>', 'output format').choices(['pretty', 'json']).default('pretty');

/** `leastscope catalog [list|show <provider>]`. */
export function addCatalogCommand(program: Command, context: Context): void {
  const catalog = program.command('catalog').description('what is known of APIs');
  catalog
    .command('list', { isDefault: true })
    .description('the catalogs that come with leastscope')
    .addOption(formatOption())
    .action((flags: CatalogFlags) => {
      listCatalogs(flags, context);
    });
  catalog
    .command('show')
    .description('scopes, operations and limits of one API')
    .argument('<provider>', 'the name of a catalog, or a file')
    .addOption(formatOption())
    .option('--color', 'colours, wherever the output goes')
    .option('--no-color', 'no colours')
    .action((provider: string, flags: CatalogFlags) => {
      showCatalog(provider, flags, context);
    });
}

function listCatalogs({ format }: CatalogFlags, { terminal }: Context): void {
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

function showCatalog(provider: string, flags: CatalogFlags, { terminal }: Context): void {
  const catalog = catalogNamed(provider, terminal.cwd);
  if (flags.format === 'json')
    terminal.stdout.write(`${JSON.stringify(catalogToJson(catalog), undefined, 2)}\n`);
  else pageOf(terminal, flags.color).write((page) => catalogLines(catalog, page));
}
