import { Argument } from 'commander';
import type { Command } from 'commander';
import type { Context } from '../context.js';

/** `leastscope completion <shell>`. */
export function addCompletionCommand(program: Command, context: Context): void {
  program
    .command('completion')
    .description('what a shell needs to complete commands and options')
    .addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      `
bash: eval "$(leastscope completion bash)" in ~/.bashrc
zsh:  eval "$(leastscope completion zsh)" in ~/.zshrc, behind compinit
fish: leastscope completion fish > ~/.config/fish/completions/leastscope.fish

Examples:
  leastscope completion bash
  leastscope completion zsh
  leastscope completion fish`,
    )
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const { writeCompletion } = await import('../actions/completion.js');
      writeCompletion(shell, program, context);
    });
}
