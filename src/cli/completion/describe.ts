import type { Command } from 'commander';

/** What a shell completes of an option. */
export interface OptionShape {
  /** `--format`, and `-o` where there is one. */
  readonly names: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
  /** Values to choose from; empty where any text does. */
  readonly choices: readonly string[];
}

/** What a shell completes of a command. */
export interface CommandShape {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionShape[];
  readonly subcommands: readonly CommandShape[];
}

/** The commands and options of a program, without those that its help hides. */
export function describeCommand(command: Command): CommandShape {
  return {
    name: command.name(),
    description: firstSentence(command.description()),
    options: command.options
      .filter(({ hidden }) => !hidden)
      .map((option) => ({
        names: [option.long, option.short].filter((name) => name !== undefined && name !== null),
        description: firstSentence(option.description),
        takesValue: option.required || option.optional,
        choices: option.argChoices ?? [],
      })),
    subcommands: command.commands.map(describeCommand),
  };
}

/** Plain words: they stand in quotes of three shells. */
const firstSentence = (text: string): string =>
  (text.split(/[.;:(]/, 1)[0] ?? '').replace(/[^\w ,|-]/g, '').trim();
