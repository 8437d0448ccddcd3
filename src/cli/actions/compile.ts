import { catalogText, compileSources, conflictText } from '../../compile/index.js';
import { UserError } from '../../model/errors.js';
import { count, printable } from '../../report/format/text.js';
import { fileFrom } from '../catalogs.js';
import type { Context } from '../context.js';
import { writeOutput } from '../outputs.js';

export interface CompileFlags {
  readonly output?: string;
  readonly provider?: string;
  readonly scopeArray?: 'any' | 'all';
  readonly quiet?: boolean;
}

/** Compiles documents; the catalog is the result, what they leave open goes to stderr. */
export function runCompile(sources: readonly string[], flags: CompileFlags, { terminal }: Context): void {
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
  if (catalog.operations.length + catalog.scopes.length + catalog.rateLimits.length === 0)
    throw new UserError(
      'no operation, scope or limit was found in these documents',
      { file: sources.join(', ') },
      'Give OpenAPI documents, or Markdown with tables of scopes, endpoints or limits.',
    );
  const text = catalogText(catalog);
  if (flags.output === undefined) stdout.write(text);
  else writeOutput(cwd, flags.output, text);
}
