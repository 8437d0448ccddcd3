import type { CommandShape, OptionShape } from './describe.js';

/** Completion for fish, for a file in `~/.config/fish/completions`. */
export function fishCompletion({ name, subcommands: commands, options }: CommandShape): string {
  const names = commands.map((command) => command.name).join(' ');
  const none = `not __fish_seen_subcommand_from ${names}`;
  const lines = commands.flatMap((command) => {
    const seen = `__fish_seen_subcommand_from ${command.name}`;
    // Scan is the command where none is named.
    const condition = command.name === 'scan' ? `${seen}; or ${none}` : seen;
    return [
      `complete -c ${name} -n '${none}' -a ${command.name} -d '${command.description}'`,
      ...command.subcommands.map(
        (sub) => `complete -c ${name} -n '${seen}' -f -a ${sub.name} -d '${sub.description}'`,
      ),
      ...[...command.options, ...command.subcommands.flatMap((sub) => sub.options)].map(
        (option) => `complete -c ${name} -n '${condition}' ${flags(option)}`,
      ),
    ];
  });
  return [
    `# fish completion of ${name}: ${name} completion fish`,
    ...new Set(lines),
    ...options.map((option) => `complete -c ${name} -n '${none}' ${flags(option)}`),
    '',
  ].join('\n');
}

function flags({ names, description, takesValue, choices }: OptionShape): string {
  const parts = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const value = !takesValue ? [] : choices.length > 0 ? [`-x -a '${choices.join(' ')}'`] : ['-r'];
  return [...parts, ...value, `-d '${description}'`].join(' ');
}
