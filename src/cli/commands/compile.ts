import { Option } from 'commander';
import type { Command } from 'commander';
import type { CompileFlags } from '../actions/compile.js';
import type { Context } from '../context.js';

/** `leastscope compile <source...> -o catalog.json`. */
export function addCompileCommand(program: Command, context: Context): void {
  program
    .command('compile')
    .description('compile documentation (Markdown tables, OpenAPI) to a catalog')
    .argument('<source...>', 'documents, or the folder of a provider')
    .option('-o, --output <file>', 'write the catalog there instead of to stdout')
    .option(
      '--provider <name>',
      "the provider's name; by default the first document's file name up to its first dot",
    )
    .addOption(
      new Option('--scope-array <meaning>', 'what several scopes in one list mean').choices(['any', 'all']),
    )
    .option('--quiet', 'no warnings and conflicts')
    .addHelpText(
      'after',
      `
Examples:
  leastscope compile petstore.openapi.yaml -o petstore.json
  leastscope compile data/trust-platform -o data/trust-platform/catalog.json`,
    )
    .action(async (sources: readonly string[], flags: CompileFlags) => {
      const { runCompile } = await import('../actions/compile.js');
      runCompile(sources, flags, context);
    });
}
