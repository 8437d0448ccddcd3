import type { Command } from 'commander';
import type { SplitFlags } from '../actions/split.js';
import type { Context } from '../context.js';
import { cacheLocationOption, catalogOption, formatOption, noCacheOption } from './shared-options.js';

/** `leastscope split <credential>`. */
export function addSplitCommand(program: Command, context: Context): void {
  program
    .command('split')
    .description('how to divide a credential among its files, and what each part saves')
    .argument('<credential>', 'its name, as the config or a report gives it')
    .option('--config <file>', 'config file; by default the nearest leastscope.config.yaml')
    .addOption(catalogOption())
    .addOption(formatOption('pretty', 'json'))
    .option('--color', 'colours, wherever the output goes')
    .option('--no-color', 'no colours')
    .addOption(noCacheOption())
    .addOption(cacheLocationOption())
    .addHelpText(
      'after',
      `
Files that only read are parted from those that write, and files that need alike are put together. What a part
saves are the operations that its code could use with the undivided credential, calls nowhere, and can't use any more.

Example:
  leastscope split consent-sync`,
    )
    .action(async (credential: string, flags: SplitFlags) => {
      const { runSplit } = await import('../actions/split.js');
      await runSplit(credential, flags, context);
    });
}
