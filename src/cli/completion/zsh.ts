import type { CommandShape, OptionShape } from './describe.js';

/** Completion for zsh, for a file `_leastscope` in `fpath`, or to be evaluated after `compinit`. */
export function zshCompletion({ name, subcommands: commands, options }: CommandShape): string {
  return `#compdef ${name}
# zsh completion of ${name}: ${name} completion zsh
_${name}_commands() {
  local -a commands=(
${commands.map((command) => `    '${command.name}:${command.description}'`).join('\n')}
  )
  _describe -t commands command commands
}
_${name}() {
  local command=scan word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$word" in
      ${commands.map((command) => command.name).join('|')}) command="$word"; break ;;
    esac
  done
  case "$command" in
${commands.map((command) => caseOf(command, name, options)).join('\n')}
  esac
}
if [ "$funcstack[1]" = "_${name}" ]; then
  _${name} "$@"
else
  compdef _${name} ${name}
fi
`;
}

function caseOf(command: CommandShape, program: string, global: readonly OptionShape[]): string {
  const { subcommands } = command;
  const own = [...command.options, ...subcommands.flatMap((sub) => sub.options)];
  const options = distinct(command.name === 'scan' ? [...own, ...global] : own);
  const more =
    subcommands.length > 0 ? `'*:part:(${subcommands.map((sub) => sub.name).join(' ')})'` : `'*:file:_files'`;
  const first = command.name === 'scan' ? [`'1: :_${program}_commands'`] : [];
  return `    ${command.name})
      _arguments ${[...options.map(argument), ...first, more].join(' \\\n        ')}
      ;;`;
}

/** \`*\` in front: an option may be given again, which costs nothing where it makes no sense. */
function argument({ names, description, takesValue, choices }: OptionShape): string {
  const value = !takesValue ? '' : choices.length > 0 ? `:value:(${choices.join(' ')})` : ':value:_files';
  return names.map((name) => `'*${name}[${description}]${value}'`).join(' ');
}

const distinct = (options: readonly OptionShape[]): OptionShape[] => [
  ...new Map(options.map((option) => [option.names.join(), option])).values(),
];
