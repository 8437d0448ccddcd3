import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { createProgram } from '../../src/cli/run.js';
import { leastscope } from './harness.js';

const stream = { write: () => undefined, isTTY: false, columns: undefined };
const program = (): Command =>
  createProgram({
    terminal: { cwd: '/nowhere', env: {}, stdout: stream, stderr: stream },
    engine: () => Promise.reject(new Error('nothing is analyzed here')),
    exit: () => undefined,
  });

const names = program().commands.map((command) => command.name());

/** The command lines in a help text, without what is said about them. */
const examplesIn = (help: string): string[] =>
  [...help.matchAll(/^ {2}(leastscope.*?)(?: {2,}.*)?$/gm)].map(([, line = '']) => line);

/** Words of a line, with what stands in quotes in one. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '').slice(1);

/** A command and those below it. */
const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];

describe.each(names)('leastscope %s --help', (name) => {
  test('says what it does, with examples that are command lines of it', async () => {
    const { code, stdout } = await leastscope([name, '--help']);
    expect(code).toBe(0);
    const examples = examplesIn(stdout);
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      const parsed = program();
      const ran: string[] = [];
      for (const command of all(parsed)) command.action(() => void ran.push(command.name()));
      await parsed.parseAsync(wordsOf(example), { from: 'user' });
      expect(ran, example).toHaveLength(1);
      const top = all(parsed.commands.find((one) => one.name() === name) ?? parsed).map((one) => one.name());
      expect(top, example).toContain(ran[0]);
    }
  });
});

test('every command is in the help of all', async () => {
  const { stdout } = await leastscope(['help']);
  for (const name of names) expect(stdout).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'));
});
