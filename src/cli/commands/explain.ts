import type { Command } from 'commander';
import type { ExplainFlags } from '../actions/explain.js';
import type { Context } from '../context.js';
import { cacheLocationOption, catalogOption, formatOption, noCacheOption } from './shared-options.js';

/** `leastscope explain <METHOD path | SCOPE | file:line>`. */
export function addExplainCommand(program: Command, context: Context): void {
  program
    .command('explain')
    .description('why: scopes, limits, the lines of the docs, and the calls of this project')
    .argument('[what...]', 'METHOD path, SCOPE, or file:line')
    .option('--error <file>', 'body of a refused request (403): which scope was missing')
    .option('--request <request>', 'the refused request: "GET /v2/purposes"')
    .option('--config <file>', 'config file')
    .addOption(catalogOption())
    .addOption(formatOption('pretty', 'json'))
    .option('--color', 'colours, wherever the output goes')
    .option('--no-color', 'no colours')
    .addOption(noCacheOption())
    .addOption(cacheLocationOption())
    .addHelpText(
      'after',
      `
Examples:
  leastscope explain GET /v2/purposes/{purposeId}
  leastscope explain CONSENT_READ
  leastscope explain src/purposes.ts:14
  leastscope explain --error body.json --request "GET /v2/purposes"`,
    )
    .action(async (what: readonly string[], flags: ExplainFlags) => {
      const { runExplain } = await import('../actions/explain.js');
      await runExplain(what.join(' ').trim(), flags, context);
    });
}
