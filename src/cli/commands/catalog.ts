import { Option } from 'commander';
import type { Command } from 'commander';
import type { CatalogFlags } from '../actions/catalog.js';
import type { Context } from '../context.js';

const formatOption = (): Option =>
  new Option('--format <format>', 'output format').choices(['pretty', 'json']).default('pretty');

/** `leastscope catalog [list|show <provider>]`. */
export function addCatalogCommand(program: Command, context: Context): void {
  const catalog = program
    .command('catalog')
    .description('what is known of APIs')
    .addHelpText(
      'after',
      `
Examples:
  leastscope catalog
  leastscope catalog show trust-platform
  leastscope catalog show ./petstore.openapi.yaml --format json`,
    );
  catalog
    .command('list', { isDefault: true })
    .description('the catalogs that come with leastscope')
    .addOption(formatOption())
    .action(async (flags: CatalogFlags) => {
      const { listCatalogs } = await import('../actions/catalog.js');
      listCatalogs(flags, context);
    });
  catalog
    .command('show')
    .description('scopes, operations and limits of one API')
    .argument('<provider>', 'the name of a catalog, or a file')
    .addOption(formatOption())
    .option('--color', 'colours, wherever the output goes')
    .option('--no-color', 'no colours')
    .action(async (provider: string, flags: CatalogFlags) => {
      const { showCatalog } = await import('../actions/catalog.js');
      showCatalog(provider, flags, context);
    });
}
