import type { CommandShape, OptionShape } from './describe.js';

/** Completion for bash. Words that are no option complete to commands and files. */
export function bashCompletion({ name, subcommands: commands, options }: CommandShape): string {
  const cases = commands.map(
    (command) => `    ${command.name})
      words=${quoted(wordsOf(command))}
      case "$previous" in
${valueCases([...command.options, ...command.subcommands.flatMap((sub) => sub.options)])}
      esac
      ;;`,
  );
  return `# bash completion of ${name}: ${name} completion bash
_${name}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command='' words='' values='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in
      ${commands.map((command) => command.name).join('|')}) command="$word"; break ;;
    esac
  done
  COMPREPLY=()
  case "\${command:-scan}" in
${cases.join('\n')}
  esac
  if [ -n "$values" ]; then
    COMPREPLY=($(compgen -W "$values" -- "$current"))
    return
  fi
  [ -n "$command" ] || words="$words ${[...commands.map((command) => command.name), ...options.flatMap(({ names }) => names)].join(' ')}"
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _${name} ${name}
`;
}

const wordsOf = ({ options, subcommands }: CommandShape): string =>
  [
    ...subcommands.map((sub) => sub.name),
    ...[...options, ...subcommands.flatMap((sub) => sub.options)].flatMap(({ names }) => names),
  ].join(' ');

/** After an option with a value, only its values; where any text does, \`complete\` falls back to files. */
const valueCases = (options: readonly OptionShape[]): string =>
  options
    .filter(({ takesValue }) => takesValue)
    .map(({ names, choices }) =>
      choices.length > 0
        ? `        ${names.join('|')}) values=${quoted(choices.join(' '))} ;;`
        : `        ${names.join('|')}) return ;;`,
    )
    .join('\n');

const quoted = (text: string): string => `'${text}'`;
