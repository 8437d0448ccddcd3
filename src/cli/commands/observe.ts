import { Option } from 'commander';
import type { Command } from 'commander';
import type { ObserveFlags } from '../actions/observe.js';
import type { Context } from '../context.js';
import {
  cacheLocationOption,
  catalogOption,
  collect,
  formatOption,
  noCacheOption,
} from './shared-options.js';

/** `leastscope observe <recording...>`. */
export function addObserveCommand(program: Command, context: Context): void {
  program
    .command('observe')
    .description('operations seen at run time against those found in the code')
    .argument('<recording...>', 'HTTP archives (.har), access logs, or JSON lines')
    .option(
      '--host <name>',
      'a host of the recordings that serves an API of the catalogs; repeatable',
      collect,
    )
    .option('--config <file>', 'config file; by default the nearest leastscope.config.yaml')
    .addOption(catalogOption())
    .addOption(formatOption('pretty', 'markdown', 'json'))
    .option('--output <file>', 'write it there instead of to stdout')
    .addOption(
      new Option('--min-confidence <level>', 'least confidence of what counts')
        .choices(['low', 'medium', 'high'])
        .default('medium'),
    )
    .addOption(noCacheOption())
    .addOption(cacheLocationOption())
    .option('--color', 'colours, wherever the output goes')
    .option('--no-color', 'no colours')
    .addHelpText(
      'after',
      `
It says how much of what happened was found in the code of this folder, which operations were seen only at run time,
and which granted scopes no request used. Recordings are read, never sent anywhere; query strings are not kept.

Examples:
  leastscope observe session.har
  leastscope observe gateway.log gateway.log.1 --format markdown --output observed.md
  leastscope observe proxy.har --host api.internal:8443`,
    )
    .action(async (recordings: readonly string[], flags: ObserveFlags) => {
      const { runObserve } = await import('../actions/observe.js');
      await runObserve(recordings, flags, context);
    });
}
