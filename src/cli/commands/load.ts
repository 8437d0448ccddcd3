import { Option } from 'commander';
import type { Command } from 'commander';
import type { LoadFlags } from '../actions/load.js';
import type { Context } from '../context.js';
import { cacheLocationOption, catalogOption, formatOption, noCacheOption } from './shared-options.js';

/** `leastscope load [paths...]`. */
export function addLoadCommand(program: Command, context: Context): void {
  program
    .command('load')
    .description('requests per window against every limit, and the values at which they break')
    .argument('[paths...]', 'files and folders; by default the current folder')
    .option('--config <file>', 'config file; by default the nearest leastscope.config.yaml')
    .addOption(catalogOption())
    .addOption(formatOption('pretty', 'json'))
    .addOption(
      new Option('--min-confidence <level>', 'least confidence of requests that count')
        .choices(['low', 'medium', 'high'])
        .default('medium'),
    )
    .option('--color', 'colours, wherever the output goes')
    .option('--no-color', 'no colours')
    .addOption(noCacheOption())
    .addOption(cacheLocationOption())
    .addHelpText(
      'after',
      `
Exit codes: 0 no limit is exceeded at expected values, 1 one is, 2 wrong usage, config or input, 3 a mistake of leastscope.

What code can't say is a symbol with a name (users.length, latency). Give values under assume: in the config:
  assume:
    users.length: { expected: 500, max: 2000 }
    latency: { min: 80ms, expected: 150ms, max: 800ms }

Examples:
  leastscope load
  leastscope load src/jobs --format json`,
    )
    .action(async (paths: readonly string[], flags: LoadFlags) => {
      const { runLoad } = await import('../actions/load.js');
      await runLoad(paths, flags, context);
    });
}
