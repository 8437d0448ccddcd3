import { Option } from 'commander';
import type { Command } from 'commander';
import { catalogText, compileSources, conflictText } from '../../compile/index.js';
import { count, printable } from '../../report/format/text.js';
import { fileFrom } from '../catalogs.js';
import type { Context } from '../context.js';
import { writeOutput } from '../outputs.js';

interface CompileFlags {
  readonly output?: string;
  readonly provider?: string;
  readonly scopeArray?: 'any' | 'all';
  readonly quiet?: boolean;
}

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
    .action((sources: readonly string[], flags: CompileFlags) => {
      runCompile(sources, flags, context);
    });
}

function runCompile(sources: readonly string[], flags: CompileFlags, { terminal }: Context): void {
  const { stdout, stderr, cwd } = terminal;
  const { catalog, conflicts, warnings } = compileSources(
    sources.map((source) => fileFrom(cwd, source)),
    {
      ...(flags.provider !== undefined && { provider: flags.provider }),
      ...(flags.scopeArray && { scopeArray: flags.scopeArray }),
    },
  );
  if (flags.quiet !== true) {
    for (const { file, line, message } of warnings) {
      stderr.write(
        `warning: ${printable(file)}${line === undefined ? '' : `:${line}`}: ${printable(message)}\n`,
      );
    }
    stderr.write(conflictText(conflicts));
    const facts = [
      count(catalog.operations.length, 'operation'),
      count(catalog.scopes.length, 'scope'),
      count(catalog.rateLimits.length, 'limit'),
    ];
    stderr.write(`${catalog.provider}: ${facts.join(', ')}\n`);
  }
  const text = catalogText(catalog);
  if (flags.output === undefined) stdout.write(text);
  else writeOutput(cwd, flags.output, text);
}
