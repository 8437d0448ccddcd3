import type { Command } from 'commander';
import { bashCompletion } from '../completion/bash.js';
import { describeCommand } from '../completion/describe.js';
import { fishCompletion } from '../completion/fish.js';
import { zshCompletion } from '../completion/zsh.js';
import type { Context } from '../context.js';

const shells = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

export function writeCompletion(shell: keyof typeof shells, program: Command, { terminal }: Context): void {
  terminal.stdout.write(shells[shell](describeCommand(program)));
}
