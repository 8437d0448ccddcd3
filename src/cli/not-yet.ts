import { Option } from 'commander';
import type { Command } from 'commander';
import { UserError } from '../model/errors.js';

/** Options of `scan` whose names are settled and whose work is not done. Take a line out when it is. */
const options = ['--stdin', '--stdin-filename <file>'].map((flags) => new Option(flags).hideHelp());

/** Knows the options, so that they get an answer of their own instead of a proposal of some other one. */
export function addOptionsToCome(command: Command): Command {
  for (const option of options) command.addOption(option);
  return command;
}

export function refuseOptionsToCome(given: Readonly<Record<string, unknown>>): void {
  const option = options.find((candidate) => given[candidate.attributeName()] !== undefined);
  if (option) throw new UserError(`${option.long} is not in this version`, undefined, 'Run without it.');
}
