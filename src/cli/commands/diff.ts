import type { Command } from 'commander';
import type { DiffFlags } from '../actions/diff.js';
import type { Context } from '../context.js';
import { cacheLocationOption, catalogOption, formatOption, noCacheOption } from './shared-options.js';

/** `leastscope diff <base> [head]`. */
export function addDiffCommand(program: Command, context: Context): void {
  program
    .command('diff')
    .description('what a change does to scopes, load and findings')
    .argument('<base>', 'branch, tag or commit; the change begins where head left it')
    .argument('[head]', 'branch, tag or commit', 'HEAD')
    .option('--config <file>', 'config file; by default the one of each side')
    .addOption(catalogOption())
    .addOption(formatOption('pretty', 'markdown', 'json'))
    .option('--output <file>', 'write it there instead of to stdout')
    .option('--fail-on-new-scopes', 'exit with 1 where a credential needs a scope that it did not need')
    .addOption(noCacheOption())
    .addOption(cacheLocationOption())
    .option('--color', 'colours, wherever the output goes')
    .option('--no-color', 'no colours')
    .addHelpText(
      'after',
      `
Both sides are read from Git's objects: nothing is checked out, and edits that are not committed don't count.

Examples:
  leastscope diff main                              this branch since it left main
  leastscope diff v1.2.0 v1.3.0 --format markdown
  leastscope diff origin/main --fail-on-new-scopes  a gate for CI`,
    )
    .action(async (base: string, head: string, flags: DiffFlags) => {
      const { runDiff } = await import('../actions/diff.js');
      await runDiff(base, head, flags, context);
    });
}
