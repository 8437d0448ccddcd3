import type { Part } from '../values/parts.js';

/** A word of a command: its text and holes, quotes taken off. */
export type Word = readonly Part[];

/** Splits a shell's command line into commands of words, with quotes and backslashes as POSIX shells read them. */
export function shellCommands(line: readonly Part[]): Word[][] {
  const commands: Word[][] = [[]];
  let word: Part[] | undefined;
  let quote = '';
  const add = (part: Part): void => {
    const last = word?.at(-1);
    if (part.kind === 'text' && last?.kind === 'text')
      word?.splice(-1, 1, { kind: 'text', text: last.text + part.text });
    else (word ??= []).push(part);
  };
  const endWord = (): void => {
    if (word) commands.at(-1)?.push(word);
    word = undefined;
  };
  for (const part of line) {
    if (part.kind === 'hole') {
      add(part);
      continue;
    }
    for (let i = 0; i < part.text.length; i++) {
      const c = part.text[i] ?? '';
      const next = part.text[i + 1] ?? '';
      if (c === '\\' && quote !== "'") {
        i += 1;
        if (next !== '\n')
          add({ kind: 'text', text: quote === '"' && !/["\\$`]/.test(next) ? c + next : next });
      } else if (quote !== '') {
        if (c === quote) quote = '';
        else add({ kind: 'text', text: c });
      } else if (c === '"' || c === "'") {
        quote = c;
        word ??= [];
      } else if (/[\s|;&<>()]/.test(c)) {
        endWord();
        if (c === '\n' || /[|;&()]/.test(c)) commands.push([]);
        // What a command reads or writes is none of its words.
        else if (c === '<' || c === '>') add({ kind: 'text', text: '>' });
      } else add({ kind: 'text', text: c });
    }
  }
  endWord();
  return commands.filter((command) => command.length > 0);
}
