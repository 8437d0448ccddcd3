import { Command } from 'commander';
import { addCatalogCommand } from './commands/catalog.js';
import { addCompileCommand } from './commands/compile.js';
import { addCompletionCommand } from './commands/completion.js';
import { addDiffCommand } from './commands/diff.js';
import { addExplainCommand } from './commands/explain.js';
import { addInitCommand } from './commands/init.js';
import { addLoadCommand } from './commands/load.js';
import { addObserveCommand } from './commands/observe.js';
import { addScanCommand } from './commands/scan.js';
import { addSplitCommand } from './commands/split.js';
import type { Context } from './context.js';
import { reportError } from './errors.js';
import { exitCodes } from './exit-code.js';
import type { ExitCode } from './exit-code.js';
import type { Terminal } from './terminal.js';
import { packageVersion } from '../catalog/read-version.js';

/** Runs one command line and returns its exit code. Nothing is thrown, and nothing but `terminal` is written to. */
export async function run(
  args: readonly string[],
  terminal: Terminal,
  engine: Context['engine'],
): Promise<ExitCode> {
  let code: ExitCode = exitCodes.clean;
  const context: Context = {
    terminal,
    engine,
    exit: (given) => {
      code = given;
    },
  };
  try {
    await createProgram(context).parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    return reportError(error, terminal.stderr);
  }
}

/** All commands, with their options and help. */
export function createProgram(context: Context): Command {
  const { stdout, stderr, env } = context.terminal;
  const program = new Command('leastscope')
    .description('Finds the API calls that code makes, and the least scopes that authorize them.')
    .version(packageVersion(), '-V, --version')
    .exitOverride()
    .showHelpAfterError('(leastscope --help says more)')
    .addHelpText(
      'after',
      `
Without a command it scans: leastscope scan --help lists those options, and each command has its own --help.

Examples:
  leastscope                                     the current folder
  leastscope init                                a first config, from what a scan finds
  leastscope explain src/purposes.ts:14          how this call came to be what it is
  leastscope scan --staged                       before a commit`,
    )
    .configureOutput({
      writeOut: (text) => {
        stdout.write(text);
      },
      writeErr: (text) => {
        stderr.write(text);
      },
      getOutHelpWidth: () => stdout.columns ?? 80,
      getErrHelpWidth: () => stderr.columns ?? 80,
      getOutHasColors: () => stdout.isTTY && (env['NO_COLOR'] ?? '') === '',
      getErrHasColors: () => stderr.isTTY && (env['NO_COLOR'] ?? '') === '',
    });
  addScanCommand(program, context);
  addExplainCommand(program, context);
  addDiffCommand(program, context);
  addLoadCommand(program, context);
  addSplitCommand(program, context);
  addObserveCommand(program, context);
  addInitCommand(program, context);
  addCompileCommand(program, context);
  addCatalogCommand(program, context);
  addCompletionCommand(program, context);
  return program;
}
