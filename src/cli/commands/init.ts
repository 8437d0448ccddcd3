import type { Command } from 'commander';
import type { Context } from '../context.js';
import type { ScanFlags } from '../scan-settings.js';
import { cacheLocationOption, catalogOption, noCacheOption } from './shared-options.js';

/** `leastscope init`. */
export function addInitCommand(program: Command, context: Context): void {
  program
    .command('init')
    .description('write a config from what a first scan finds; never overwrites one')
    .addOption(catalogOption('catalog to look for; repeatable; by default all that are included'))
    .addOption(noCacheOption())
    .addOption(cacheLocationOption())
    .addHelpText(
      'after',
      `
It writes leastscope.config.yaml into the current folder: the catalogs, servers and credentials that the code uses,
and in comments what code can't say, such as grants, and each value of the load beside the value that breaks a limit.

Examples:
  leastscope init
  leastscope init --catalog ./petstore.openapi.yaml`,
    )
    .action(async (flags: ScanFlags) => {
      const { runInit } = await import('../actions/init.js');
      await runInit(flags, context);
    });
}
